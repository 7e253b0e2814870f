import Foundation
import Glibc
import Testing

@Suite(
    "Copies of what belongs to another user's daemon, as that of a service does", .inTurns,
    .enabled(if: Installation.hasOthers, "playing other users takes root"))
struct DataOwnershipTests {
    private static let owner: UInt32 = 65_531
    private static let stranger: UInt32 = 65_532

    /// A place with a daemon of the owner, and one tab of a user of it.
    private static func run(
        _ body: (Installation, RunningProcess) async throws -> Void
    ) async throws {
        try await Installation.run { place in
            for path in [place.root, place("run")] { unsafe chmod(path, 0o711) }
            for path in [place.data, place.sockets] { try place.makeDirectory(path, of: owner) }
            unsafe chmod(place.data, 0o700)
            let daemon = try await Self.daemon(in: place)
            try await place.change("user", "add", "ada")
            try await place.change("--user", "ada", "tab", "declare", "inbox", "--title", "Inbox")
            try await body(place, daemon)
        }
    }

    private static func daemon(in place: Installation) async throws -> RunningProcess {
        let daemon = try place.start(
            "navsyncd", as: owner, ["--data-directory", place.data, "--ipc", place.sockets])
        try await daemon.untilReady()
        return daemon
    }

    /// Returns the files in the daemon's directory that are not its owner's alone.
    private static func strangeFiles(in place: Installation) throws -> [String] {
        try place.names(in: place.data).filter { name in
            var status = stat()
            guard unsafe stat(place.data + "/" + name, &status) == 0 else { return true }
            return status.st_uid != owner || status.st_gid != owner
                || status.st_mode & 0o7777 != 0o600
        }
    }

    @Test(
        "Files that root makes there belong to the owner: by a backup, a restore, and one at the next start",
        arguments: [[], ["--at-next-start"]])
    func root(flags: [String]) async throws {
        try await Self.run { place, daemon in
            try await place.change("backup", place("b"))
            try await daemon.stop()
            try await place.change("backup", place("b"), "--force")
            #expect(try Self.strangeFiles(in: place).isEmpty)

            let restore = try await place.startNavctl(
                as: "desk", ["restore", place("b")] + flags
            ).end()
            #expect(restore.ending == .exit(0), "\(restore)")
            #expect(try Self.strangeFiles(in: place).isEmpty)
            let next = try await Self.daemon(in: place)
            #expect(next.transcript.errors.text.contains("every scene starts a new epoch"))
            #expect(try Self.strangeFiles(in: place).isEmpty)
            let shown = try await place.ask(as: "new", "--user", "ada", "show")
            #expect(shown["scene"]?["tabs"]?.array?.count == 1)
        }
    }

    @Test("A user who is neither root nor the owner is refused with the owner's name")
    func stranger() async throws {
        try await Self.run { place, daemon in
            try await place.change("backup", place("b"))
            unsafe chmod(place("b"), 0o644)
            try await daemon.stop()
            let before = try place.names(in: place.data)
            for words in [
                ["backup", place("c")], ["restore", place("b")],
                ["restore", place("b"), "--at-next-start"],
            ] {
                let result = try await place.start("navctl", as: Self.stranger, words).end()
                #expect(result.ending == .exit(4), "\(words): \(result)")
                #expect(result.errors.text.contains("permission denied on"), "\(words): \(result)")
            }
            #expect(try place.names(in: place.data) == before)
            let next = try await Self.daemon(in: place)
            #expect(!next.transcript.errors.text.contains("new epoch"))
        }
    }
}
