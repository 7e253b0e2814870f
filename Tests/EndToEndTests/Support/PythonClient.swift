import Foundation
import RunningProcesses
import Testing

/// The client in `Tests/Programs/PythonClient`, which is made from the protocol's pages alone.
struct PythonClient {
    private let place: Installation
    /// The directory of the messages that `protoc` makes of `navsync.proto`.
    private let messages: String

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private static let python = "/usr/bin/python3"
    private static let protoc = "/usr/bin/protoc"

    /// A Boolean value indicating whether the client can run here. It is always `true` where that is
    /// required, as in the continuous check, so that a missing package is a failure.
    static let canRun: Bool = {
        if ProcessInfo.processInfo.environment["NAVSYNC_REQUIRE_PYTHON"] != nil { return true }
        return FileManager.default.isExecutableFile(atPath: protoc)
            && BlockingProcess.succeeds(
                python, ["-c", "import cryptography, google.protobuf, zmq"])
    }()

    /// Generates the messages of the protocol as it is now.
    ///
    /// - Parameter missing: A field that the client does not know, as one of before it.
    init(in place: Installation, without missing: String? = nil) async throws {
        self.place = place
        messages = place("messages")
        try FileManager.default.createDirectory(
            atPath: messages, withIntermediateDirectories: false)
        var directory = Self.root + "/Sources/Core/NavigationProto"
        if let missing {
            let path = directory + "/navsync.proto"
            let lines = try String(contentsOfFile: path, encoding: .utf8)
                .components(separatedBy: "\n")
            let older = lines.filter { !$0.contains(" \(missing) = ") }
            #expect(older.count == lines.count - 1)
            directory = place("older")
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false)
            _ = try place.file("older/navsync.proto", older.joined(separator: "\n"))
        }
        let result = try await place.start(
            Self.protoc,
            [
                "--proto_path", directory,
                "--python_out", messages, "navsync.proto",
            ]
        ).end()
        guard result.ending == .exit(0) else { throw NeverCame("the messages: \(result)") }
    }

    /// Starts a scenario at the place's daemon.
    func start(_ scenario: String, _ arguments: String...) throws -> RunningProcess {
        try start(scenario, arguments: [place.endpoint] + arguments, input: nil)
    }

    /// Starts a scenario that reads an invitation's URL.
    func start(_ scenario: String, url: String) throws -> RunningProcess {
        try start(scenario, arguments: [], input: try place.file("url", url + "\n"))
    }

    private func start(
        _ scenario: String, arguments: [String], input: String?
    ) throws -> RunningProcess {
        // Nothing is written beside the sources.
        let program = Self.root + "/Tests/Programs/PythonClient/scenarios.py"
        return try place.start(
            Self.python, ["-B", program, scenario] + arguments,
            variables: ["PYTHONPATH": messages], input: input)
    }

    /// Runs a scenario to its end, and returns the facts that it reports last.
    func run(_ scenario: String, _ arguments: String...) async throws -> JSON {
        let process = try start(
            scenario, arguments: [place.endpoint] + arguments, input: nil)
        return try await process.facts()
    }
}

extension RunningProcess {
    /// Waits for the first facts of a scenario.
    func firstFacts() async throws -> JSON {
        try JSON(try await wait(for: "the first facts") { $0.output.lines.first })
    }

    /// Waits for the end of a scenario, and returns its last facts; fails if it fails.
    func facts() async throws -> JSON {
        let result = try await end()
        guard result.ending == .exit(0), let last = result.output.lines.last else {
            throw NeverCame("\(command): \(result)")
        }
        return try JSON(last)
    }
}
