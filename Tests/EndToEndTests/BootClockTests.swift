import Foundation
import RunningProcesses
import Testing

@Suite("A daemon on a machine with another boot clock", .inTurns)
struct BootClockTests {
    /// A Boolean value indicating whether this user may have time namespaces.
    private static let isPermitted = BlockingProcess.succeeds(
        "/usr/bin/unshare", ["-T", "--boottime", "1000", "--fork", "true"])

    @Test(
        "A boot clock that is 200 days ahead prunes, compacts and expires nothing",
        .enabled(if: isPermitted, "time namespaces (unshare -T) are not permitted here"))
    func boottime() async throws {
        try await Installation.run { place in
            let first = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            // Receives revision 1, then nothing for long.
            _ = try await place.ask(as: "phone", "show")
            try await place.change("push", "mail://gone")
            try await place.change("pop")
            try await first.stop()
            let late = try await place.navctl(as: "phone", "push", "mail://late")
            #expect(late.ending == .exit(3))

            let binary = try Installation.binaries.get() + "/navsyncd"
            let second = try place.start(
                "/usr/bin/unshare",
                ["-T", "--boottime", "17280000", "--fork", "--kill-child", binary])
            try await second.untilReady()
            try await place.change("tab", "update", "inbox", "--title", "Post")
            let shown = try await place.ask(as: "phone", "show")
            #expect(OfflineTests.routes(shown) == ["mail://", "mail://late"])
            #expect(shown["pending"]?.integer == 0)
            let past = try await place.ask("show", "--at", "2")
            #expect(OfflineTests.routes(past) == ["mail://", "mail://gone"])
            let log = try await place.ask("log", "--after", "0")
            let authors = log["commits"]?.array?.compactMap { $0["author"]?.string } ?? []
            #expect(authors.count == 5 && !authors.contains("navsyncd"), "\(authors)")
        }
    }
}
