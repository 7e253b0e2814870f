import Foundation
import RunningProcesses

/// A machine of a test's own: a real systemd, booted over this machine's files, that has navsync's
/// units and nothing else to run. Its writes are discarded with it.
final class Guest: Sendable {
    private let container: RunningProcess
    private let first: String

    /// Boots a guest for `body`; after it there is none.
    static func boot<Result: Sendable>(
        _ options: [String], _ body: (Guest) async throws -> Result
    ) async throws -> Result {
        let guest = try await Guest(options)
        do {
            let result = try await body(guest)
            try await guest.end()
            return result
        } catch {
            let journal = try? await guest.run(["journalctl", "--no-pager", "-n", "200"])
            print(journal?.output.text ?? "no journal")
            try await guest.end()
            throw error
        }
    }

    private init(_ options: [String]) async throws {
        container = try RunningProcess(
            Repository.path("Tests/SystemdTests/boot-systemd"),
            options + ["--", "sleep", "infinity"], environment: Self.environment)
        first = try await container.wait(for: "a guest that has booted") { transcript in
            transcript.errors.lines.lazy.compactMap { line in
                line.wholeMatch(of: /booted: PID 1 is (\d+)/).map { String($0.1) }
            }.first
        }
    }

    private func end() async throws {
        container.signal(SIGTERM)
        try await container.end()
    }

    /// The environment of the process that boots; commands in the guest inherit nothing.
    private static var environment: [String: String] {
        var environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        environment["TMPDIR"] = ProcessInfo.processInfo.environment["TMPDIR"]
        return environment
    }

    /// Starts a command in the guest, as root or as another user.
    func start(_ command: [String], as user: String? = nil) throws -> RunningProcess {
        var words = ["--all", "--target", first, "env", "-i", "-C", "/"]
        words += ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "SYSTEMD_PAGER="]
        if let user {
            // With the rights that the user's own login would have, new groups included.
            words += ["runuser", "--user", user, "--", "env", "HOME=/home/\(user)"]
        } else {
            words += ["HOME=/root"]
        }
        return try RunningProcess("/usr/bin/nsenter", words + command, environment: [:])
    }

    /// Runs a command in the guest to its end.
    func run(_ command: [String], as user: String? = nil) async throws -> Finished {
        try await start(command, as: user).end()
    }

    /// Runs a command as root for what it prints; fails if it fails.
    @discardableResult
    func callAsFunction(_ command: String...) async throws -> String {
        try await text(of: command, as: nil)
    }

    /// Runs a command as a user of the guest for what it prints; fails if it fails.
    @discardableResult
    func callAsFunction(as user: String, _ command: String...) async throws -> String {
        try await text(of: command, as: user)
    }

    private func text(of command: [String], as user: String?) async throws -> String {
        let result = try await run(command, as: user)
        guard result.ending == .exit(0) else {
            throw NeverCame("\(command.joined(separator: " ")): \(result)")
        }
        return result.output.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs lines of shell as root.
    func shell(_ lines: String) async throws {
        try await self("bash", "-euo", "pipefail", "-c", lines)
    }

    /// Writes a file.
    func write(_ path: String, _ text: String) async throws {
        try await self(
            "bash", "-c", #"mkdir -p "${1%/*}" && printf %s "$2" > "$1""#, "-", path, text)
    }

    /// A property of a unit, as systemd has it now.
    func property(_ name: String, of unit: String = "navsyncd.service") async throws -> String {
        try await self("systemctl", "show", "--property", name, "--value", unit)
    }

    /// Waits until a line of a unit's journal matches, from its beginning on.
    func untilJournal(
        of unit: String = "navsyncd.service", says text: String, times: Int = 1
    ) async throws {
        let journal = try start(["journalctl", "--follow", "--lines=all", "--unit", unit])
        try await journal.wait(for: "'\(text)' in the journal") { transcript in
            transcript.output.lines.count { $0.contains(text) } >= times ? true : nil
        }
    }
}

/// The checkout that the tests were built from.
enum Repository {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the path of a file of it.
    static func path(_ name: String) -> String { root.appending(path: name).path }
}
