import Foundation
import Testing

@Suite("A paired device that meets a daemon with another key", .inTurns)
struct WrongDaemonTests {
    @Test(
        "It reports a wrong daemon, keeps its changes, and resumes with the one it is paired with"
    )
    func wrongServerKey() async throws {
        try await Installation.run { place in
            let (daemon, port) = try await place.daemonWithTCP()
            let address = ["--tcp", "127.0.0.1:\(port)"]
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            try await place.pair("tablet", try await place.invite("tablet").url)
            try await place.change(as: "tablet", "show")
            let watch = try await place.watch(as: "tablet")
            try await daemon.stop()

            // At the same address, with data and a key of its own.
            let other = try place.start(
                "navsyncd", address, variables: ["XDG_STATE_HOME": place("other")])
            try await other.untilReady()
            let refused = try await place.navctl(
                as: "tablet", "--timeout", "5s", "push", "mail://1")
            #expect(refused.ending == .exit(3), "\(refused)")
            #expect(refused.errors.text.contains("its key is not the one"), "\(refused)")
            let outbox = try await place.ask(as: "tablet", "outbox", "list")
            #expect(outbox["waiting"]?.array?.count == 1)
            #expect(watch.transcript.ending == nil)
            try await other.wait(for: "the refusal") { transcript in
                transcript.errors.lines.contains { line in
                    line.contains("connections refused") && line.contains("wrongServerKey")
                } ? true : nil
            }
            // It has learnt nothing of anybody: there is no such user, scene or device.
            let users = try await place.ask("user", "list")["users"]?.array
            #expect(users?.allSatisfy { $0["devices"]?.integer == 0 } ?? true, "\(users ?? [])")
            try await other.stop()

            let again = try place.start("navsyncd", address)
            try await again.untilReady()
            // Nobody does anything: the watch finds it, and hands over what waits.
            // The tab is the first revision, the tablet's pairing the second.
            try await watch.untilRevision(3)
            let outboxAfter = try await place.ask(as: "tablet", "outbox", "list")
            #expect(outboxAfter["waiting"]?.array?.isEmpty == true)
            #expect(
                OfflineTests.routes(try await place.ask("show")) == ["mail://", "mail://1"])
            watch.signal(SIGTERM)
            try await watch.end()
        }
    }
}
