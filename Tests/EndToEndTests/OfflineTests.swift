import Testing

@Suite("Without a daemon", .inTurns)
struct OfflineTests {
    @Test("Changes are kept, and handed over by the next command, in order, once each")
    func keptAndHandedOver() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let watch = try await place.watch(as: "tablet")
            try await daemon.stop()

            for number in 1...3 {
                let push = try await place.navctl("push", "mail://\(number)")
                #expect(push.ending == .exit(3), "\(push)")
                #expect(push.output.text.contains("outbox"), "says that it is kept: \(push)")
                #expect(push.errors.text.contains("navsyncd"), "says what to do: \(push)")
            }
            let alone = try await place.navctl("--output", "json", "show")
            #expect(alone.ending == .exit(3))
            let seen = try JSON(alone.output.text)
            #expect(Self.routes(seen) == ["mail://", "mail://1", "mail://2", "mail://3"])
            #expect(seen["pending"]?.integer == 3)

            try await place.daemon()
            try await place.change("push", "mail://4")
            let expected = ["mail://"] + (1...4).map { "mail://\($0)" }
            #expect(Self.routes(try await place.ask("show")) == expected)
            // The watcher was there before, finds the new daemon by itself, and misses nothing.
            let log = try await place.ask("log")
            let head = try #require(log["revision"]?.integer)
            try await watch.untilRevision(head)
            let watched = try Watched(watch)
            #expect(watched.isGapless)
            let pushed = watched.commits.compactMap { $0.operations?.first?.route }
            #expect(pushed == Array(expected.dropFirst()))
            let status = try await place.status()
            #expect(watched.digest == status["daemon"]?["digest"]?.string)
            #expect(status["pending"]?.integer == 0)
        }
    }

    @Test("Started without a daemon, watch shows the last state, and goes on when the daemon comes")
    func watch() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            _ = try await place.ask(as: "tablet", "show")
            try await daemon.stop()
            let kept = try await place.navctl(as: "tablet", "push", "mail://1")
            #expect(kept.ending == .exit(3))
            let watch = try place.startNavctl(
                as: "tablet", ["--output", "json", "watch", "--whole-scene"])
            let line = try await watch.wait(for: "the last state") { $0.output.lines.first }
            let first = try JSON(line)
            #expect(Self.routes(first) == ["mail://", "mail://1"], "its own waiting change, too")
            #expect(first["status"]?.string == "offline")
            #expect(first["pending"]?.integer == 1)
            try await place.daemon()
            try await watch.untilRevision(2)
            #expect(try Watched(watch).isGapless)
        }
    }

    @Test("A change that the device can't build without the daemon leaves nothing behind")
    func impossible() async throws {
        try await Installation.run { place in
            let push = try await place.navctl("push", "mail://1", "--tab", "inbox")
            #expect(push.ending == .exit(1), "3 is a promise: \(push)")
            #expect(push.errors.text.contains("nothing was queued"), "\(push)")
            try await place.daemon()
            #expect(try await place.status()["pending"]?.integer == 0)
        }
    }

    @Test("Changes that only the daemon can make, and no outbox keeps, end with 1")
    func administration() async throws {
        try await Installation.run { place in
            for words in [
                ["user", "add", "ben"], ["device", "invite", "--name", "tablet"],
                ["device", "rename", "phone", "desk"],
            ] {
                let result = try await place.startNavctl(
                    as: "desk", ["--timeout", "1s"] + words
                ).end()
                #expect(result.ending == .exit(1), "\(result)")
                #expect(result.errors.text.contains("navsyncd"), "\(result)")
            }
            // Looking at what is there promises nothing.
            #expect(try await place.navctl("device", "list").ending == .exit(3))
        }
    }

    @Test("A change that is as the device knows it already is not kept without a daemon")
    func unchanged() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("apply", Scenes.path("mail.yaml"))
            try await daemon.stop()
            let again = try await place.navctl("apply", Scenes.path("mail.yaml"))
            #expect(again.output.text.contains("nothing to change"), "\(again)")
            #expect(again.ending == .exit(1), "\(again)")
            #expect(try await place.ask("outbox", "list")["waiting"]?.array?.isEmpty == true)
        }
    }

    @Test("An unreachable daemon is reported at once, whatever the timeout")
    func fast() async throws {
        try await Installation.run { place in
            let started = ContinuousClock.now
            let status = try await place.navctl("--timeout", "300s", "status")
            #expect(status.ending == .exit(3), "\(status)")
            #expect(ContinuousClock.now - started < timeout)
        }
    }

    static func routes(_ shown: JSON) -> [String] {
        shown["scene"]?["tabs"]?.array?.first?["stack"]?.array?.compactMap {
            $0["route"]?.string
        } ?? []
    }
}
