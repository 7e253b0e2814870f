import Foundation
import Synchronization
import Testing

/// Runs of commands in one place, whose objects are held to their schemas.
final class ContractRuns: Sendable {
    /// The schemas of the repository.
    static let schemas = Result {
        try JSONSchemas(
            directory: URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Config/schema").path)
    }

    /// The commands that end with a status other than 0 for what their object says.
    private static let reporting: Set = [
        "status", "doctor", "heal", "lint", "demo", "outbox drop",
    ]

    let place: Installation
    /// All commands of the help, as `tab declare`.
    let commands: Set<String>
    private let ends = Mutex<Set<String>>([])

    init(in place: Installation) async throws {
        self.place = place
        let help = try await place.start("navctl", ["--experimental-dump-help"]).end()
        let tree = try JSON(help.output.text)["command"] ?? .null
        commands = Set(Self.leaves(of: tree, []))
    }

    /// The ends that were reached, as `good tab declare`.
    var reached: Set<String> { ends.withLock { $0 } }

    private static func leaves(of command: JSON, _ path: [String]) -> [String] {
        let subcommands = (command["subcommands"]?.array ?? []).filter {
            $0["commandName"]?.string != "help" && $0["shouldDisplay"]?.boolean != false
        }
        guard !subcommands.isEmpty else { return [path.joined(separator: " ")] }
        return subcommands.flatMap { leaves(of: $0, path + [$0["commandName"]?.string ?? ""]) }
    }

    /// Runs a command that succeeds; returns its last object.
    @discardableResult
    func good(
        as device: String = "desk", _ words: String..., input: String? = nil
    ) async throws -> JSON {
        let result = try await start(as: device, words, input: input).end()
        let objects = try check(words, result, isGood: true)
        guard let object = objects.last else { throw NeverCame("\(words): \(result)") }
        return object
    }

    /// Runs a command that fails; returns its error.
    @discardableResult
    func bad(as device: String = "desk", _ words: String..., input: String? = nil) async throws
        -> JSON
    {
        let result = try await start(as: device, words, input: input).end()
        try check(words, result, isGood: false)
        return (try? JSON(result.errors.lines.last ?? ""))?["error"] ?? .null
    }

    /// Runs a command as a device that reaches no daemon.
    @discardableResult
    func cutOff(_ words: String...) async throws -> JSON {
        let options = ["--endpoint", "ipc://\(place("none.sock"))", "--timeout", "300ms"]
        let result = try await start(as: "lost", words + options).end()
        try check(words, result, isGood: false)
        return (try? JSON(result.errors.lines.last ?? ""))?["error"] ?? .null
    }

    /// Runs a command whose output finds no room.
    func full(_ words: String...) async throws {
        let command = try ["sh", Installation.binaries.get() + "/navctl", "--output", "json"]
        let result = try await place.start(
            "/bin/sh", ["-c", #"exec "$@" >/dev/full"#] + command + words,
            variables: ["NAVSYNC_DEVICE": place.device("desk")]
        ).end()
        try check(words, result, isGood: false)
    }

    /// Starts a command.
    func start(
        as device: String = "desk", _ words: [String], variables: [String: String] = [:],
        input: String? = nil
    ) throws -> RunningProcess {
        try place.start(
            "navctl",
            ["--output", "json", "--timeout", "\(timeout.components.seconds / 3)s"] + words,
            variables: variables.merging(["NAVSYNC_DEVICE": place.device(device)]) { $1 },
            input: input)
    }

    /// Holds the lines of a command that has ended to its schema, and its error to that of errors.
    @discardableResult
    func check(_ words: [String], _ result: Finished, isGood: Bool) throws -> [JSON] {
        let end = isGood ? "good" : "bad"
        guard let command = name(in: words) else { throw NeverCame("no command in \(words)") }
        _ = ends.withLock { $0.insert("\(end) \(command)") }
        #expect((result.code == 0) == isGood, "\(words): \(result)")
        let schemas = try Self.schemas.get()
        let objects = try result.output.lines.map { try JSON($0) }
        for object in objects {
            let name = command.replacing(" ", with: "-")
            let violations = try schemas.violations(of: object, "navctl.json#/$defs/\(name)")
            #expect(violations.isEmpty, "\(words): \(violations)")
        }
        guard !isGood, objects.isEmpty || !Self.reporting.contains(command) else { return objects }
        let error = try JSON(result.errors.lines.last ?? "")
        let violations = try schemas.violations(of: error, "error.json#/$defs/error")
        #expect(violations.isEmpty, "\(words): \(violations)")
        #expect(error["error"]?["status"]?.integer == Int64(result.code), "\(words): \(result)")
        let reason = error["error"]?["reason"]?.string ?? ""
        let advice = error["error"]?["advice"]
        // A reason that says what to do has it as advice, too.
        let isAdvising = reason.contains("'navctl ") || Self.endsInAdvice(reason)
        #expect(advice != .null || !isAdvising, "\(words): \(reason)")
        return objects
    }

    /// Returns a Boolean value indicating whether the last part of a reason tells somebody to do
    /// something, by its first word.
    private static func endsInAdvice(_ reason: String) -> Bool {
        let verbs = [
            "add", "ask", "begin", "check", "choose", "complete", "create", "drop", "enable", "fix",
            "free", "give", "install", "leave", "move", "name", "pair", "push", "put", "quote",
            "remove", "restart", "restore", "retry", "run", "save", "see", "select", "shorten",
            "split", "start", "stop", "sync", "try", "update", "use", "wait", "withdraw", "write",
        ]
        let end = reason.components(separatedBy: ": ").last ?? ""
        return verbs.contains { end.hasPrefix($0 + " ") }
    }

    /// Holds an object that any command printed to the command's schema, if the words name one.
    static func hold(_ object: JSON, of words: [String]) throws -> JSON {
        let schemas = try schemas.get()
        let names = schemas.definitions(of: "navctl.json")
        let pairs = zip(words, words.dropFirst()).map { "\($0)-\($1)" }
        guard let name = (pairs + words).first(where: names.contains) else { return object }
        let violations = try schemas.violations(of: object, "navctl.json#/$defs/\(name)")
        guard violations.isEmpty else {
            throw NeverCame("navctl \(words.joined(separator: " ")): \(violations)")
        }
        return object
    }

    private func name(in words: [String]) -> String? {
        (1...2).lazy.map { words.prefix($0).joined(separator: " ") }.last(where: commands.contains)
    }
}
