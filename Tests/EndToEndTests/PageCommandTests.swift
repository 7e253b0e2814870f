import Foundation
import Glibc
import Testing

/// The commands of the pages that newcomers follow, run as they stand, line by line.
@Suite("The commands of the pages", .inTurns)
struct PageCommandTests {
    /// Returns the lines of a page's blocks for a shell, without those that other checks paste.
    private static func lines(of page: String) throws -> [String] {
        let text = try String(contentsOf: Scenes.root.appending(path: page), encoding: .utf8)
        let others = text.matches(of: /<!-- ci: \w+ -->\n```sh\n([^\n]*)\n/).map { $0.1 }
        let blocks = text.components(separatedBy: "\n```sh\n").dropFirst()
        let lines: [Substring] = blocks.flatMap { block in
            block.components(separatedBy: "\n```")[0].split(separator: "\n")
        }
        return lines.filter { !others.contains($0) }.map(String.init)
    }

    @Test(
        "Every line of navctl ends well, or shows something until it is ended",
        arguments: [
            "README.md", "Sources/navsync.docc/AtHome.md", "Sources/navsync.docc/ForAFleet.md",
        ])
    func lines(of page: String) async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTCP()
            var shell = try await PastingShell(place)
            var count = 0
            for line in try Self.lines(of: page) {
                count += try await shell.paste(line) ? 1 : 0
            }
            #expect(count >= 10)
        }
    }
}

/// A shell of a machine where the programs are installed, and where a daemon runs.
private struct PastingShell {
    private let place: Installation
    private let directory: String
    private let variables: [String: String]
    /// The options of the machine on which the next line is pasted.
    private var machine = ""

    /// Programs that the lines need and a test has not.
    private static let absent = [
        "apt": "exit 0", "curl": "exit 0", "id": "echo 1003", "sudo": #"exec "$@""#,
    ]

    init(_ place: Installation) async throws {
        self.place = place
        directory = place("shell")
        variables = try await place.fakeServiceManager().merging(["TERM": "xterm-256color"]) { $1 }
        let files = FileManager.default
        try files.createDirectory(atPath: directory + "/bin", withIntermediateDirectories: true)
        for (name, script) in Self.absent {
            try await place.program("shell/bin/\(name)", script)
        }
        try await place.program("shell/ask-first.sh", "exit 0")
        try files.createSymbolicLink(
            atPath: directory + "/Config",
            withDestinationPath: Scenes.root.appending(path: "Config").path)
    }

    /// Runs a line; returns `false` if it has no command of navctl. Throws if it fails.
    mutating func paste(_ line: String) async throws -> Bool {
        let code = line.split(separator: " # ", omittingEmptySubsequences: false)[0]
        let words = code.split(separator: " ").map(String.init)
        guard let index = words.firstIndex(of: "navctl"), !line.hasPrefix("#") else { return false }
        let adapted =
            String(code).replacing("/usr/share/doc/navctl/examples/", with: "Config/scenes/")
            .replacing("/var/backups/", with: "./")
        if let sign = Self.endless.first(where: { words.contains($0.key) })?.value {
            try await show(adapted, sign)
            return true
        }
        if words[index...].prefix(3) == ["navctl", "device", "pair"] {
            try await pair(adapted)
            return true
        }
        if words[0] == "sudo" { machine = "" }
        // Nobody pairs while a line is run: nothing waits for it. And nobody answers.
        let answers = words[index...] == ["navctl", "setup"] ? " --own --yes" : ""
        let result = try await start(adapted.replacing(" --wait", with: "") + answers).end()
        let isWell =
            result.ending == .exit(0)
            // Findings are no failure of theirs.
            || result.ending == .exit(1) && ["lint", "status"].contains(words[index + 1])
        guard isWell else { throw NeverCame("\(line): \(result)") }
        return true
    }

    /// The commands that run until they are ended, with what they have shown once they are at work.
    private static let endless = ["live": "#", "watch": "revision ", "web": "http://"]

    /// Runs a line until it shows a text: `live` on a terminal, and others in their output.
    private func show(_ line: String, _ sign: String) async throws {
        let terminal = line.contains("navctl live") ? try PseudoTerminal() : nil
        let process = try start("exec \(line)\(machine)", terminal: terminal?.path)
        if let terminal {
            try await terminal.see(sign)
        } else {
            try await process.wait(for: "'\(sign)' of '\(line)'") { transcript in
                transcript.output.text.contains(sign) ? true : nil
            }
        }
        process.signal(SIGTERM)
        _ = try await process.end()
    }

    /// Pairs another device as a line does, which is on the machine of the next lines; if the line reads no
    /// invitation from a file, with one that is made for it.
    private mutating func pair(_ line: String) async throws {
        machine = " --device \(place.device("other"))"
        let command = "\(line)\(machine) --yes"
        let url = line.contains("<") ? nil : try await place.invite("other").url
        let input = try url.map { try place.file("url", $0 + "\n") }
        let result = try await start(command, input: input).end()
        guard result.ending == .exit(0) else { throw NeverCame("\(line): \(result)") }
    }

    private func start(
        _ line: String, input: String? = nil, terminal: String? = nil
    ) throws -> RunningProcess {
        let binaries = try Installation.binaries.get()
        let path = "\(directory)/bin:\(binaries):\(variables["PATH"] ?? "")"
        return try place.start(
            "/bin/bash", ["-c", "cd \(directory)\n\(line)"],
            variables: variables.merging(["PATH": path]) { $1 }, input: input, terminal: terminal)
    }
}
