import Foundation
import Glibc
import NavigationModel
import NavigationWire
import Testing

@Suite("A device that meets another daemon than its own", .inTurns)
struct OtherStoreTests {
    /// A place with the device's own daemon, and another beside it.
    private static func run(
        _ body: (Installation, RunningProcess, _ other: String) async throws -> Void
    ) async throws {
        try await Installation.run { place in
            let own = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            try await place.daemon("--data-directory", place("bdata"), "--ipc", place("b"))
            let other = "ipc://\(place("b"))/control.sock"
            try await place.change(
                as: "theirs", "--endpoint", other, "tab", "declare", "inbox", "--title", "I",
                "--root", "theirs://")
            try await body(place, own, other)
        }
    }

    private static func pushWithoutDaemon(in place: Installation) async throws {
        let push = try await place.navctl("push", "m://kept")
        #expect(push.ending == .exit(3), "\(push)")
        #expect(
            push.errors.text.contains(
                "; the change stays in the outbox for the daemon at '\(place.endpoint)'"),
            "\(push)")
    }

    @Test("It reports another store, shows its scene, and submits nothing pending for its own")
    func kept() async throws {
        try await Self.run { place, own, other in
            try await own.stop()
            try await Self.pushWithoutDaemon(in: place)
            let status = try await place.navctl(
                "--output", "json", "--endpoint", other, "status")
            #expect(status.ending == .exit(0), "\(status)")
            #expect(status.errors.text.contains("another store"), "\(status)")
            #expect(status.errors.text.contains("1 pending change"), "\(status)")
            let reported = try JSON(status.output.text)
            #expect(reported["store"]?.string != reported["deviceStore"]?.string)
            #expect(reported["source"]?.string == "option")
            let shown = try await place.navctl("--output", "json", "--endpoint", other, "show")
            #expect(OfflineTests.routes(try JSON(shown.output.text)) == ["theirs://"], "\(shown)")
            #expect(shown.errors.text.contains("device adopt"), "\(shown)")
            let push = try await place.navctl("--endpoint", other, "push", "m://wrong")
            #expect(push.ending == .exit(1), "\(push)")
            let outbox = try await place.ask("outbox", "list")
            #expect(outbox["waiting"]?.array?.count == 1)
            let theirs = try await place.ask(as: "theirs", "--endpoint", other, "show")
            #expect(OfflineTests.routes(theirs) == ["theirs://"])

            try await place.daemon()
            try await place.change("show")
            #expect(
                OfflineTests.routes(try await place.ask(as: "new", "show")) == ["m://", "m://kept"])
            #expect(try await place.ask("outbox", "list")["waiting"]?.array?.isEmpty == true)
        }
    }

    @Test("After adopting the other store it flushes its outbox there, and belongs to it")
    func adopted() async throws {
        try await Self.run { place, own, other in
            try await own.stop()
            try await Self.pushWithoutDaemon(in: place)
            let adopt = try await place.navctl("--endpoint", other, "device", "adopt")
            #expect(adopt.ending == .exit(0), "\(adopt)")
            #expect(adopt.output.text.contains("1 pending change"), "\(adopt)")
            let theirs = try await place.ask(as: "theirs", "--endpoint", other, "show")
            #expect(OfflineTests.routes(theirs) == ["theirs://", "m://kept"])
            let again = try await place.navctl("--endpoint", other, "push", "m://more")
            #expect(again.ending == .exit(0), "\(again)")
            try await place.daemon()
            let back = try await place.navctl("push", "m://wrong")
            #expect(back.ending == .exit(1), "\(back)")
            #expect(back.errors.text.contains("another store"), "\(back)")
            #expect(OfflineTests.routes(try await place.ask(as: "new", "show")) == ["m://"])
        }
    }

    @Test("Adoption names the waiting changes of a user other than the present one")
    func adoptedUsers() async throws {
        try await Self.run { place, own, other in
            let login = try #require(try await place.status()["user"]?.string)
            try await place.change("user", "add", "ann")
            try await place.change("--user", "ann", "tab", "declare", "inbox", "--title", "I")
            try await own.stop()
            let push = try await place.navctl("--user", "ann", "push", "m://ann")
            #expect(push.ending == .exit(3), "\(push)")
            let adopt = try await place.navctl("--endpoint", other, "device", "adopt")
            #expect(adopt.ending == .exit(0), "\(adopt)")
            #expect(adopt.errors.text.contains("made as ann"), "\(adopt)")
            #expect(!adopt.errors.text.contains("made as \(login)"), "\(adopt)")
        }
    }

    @Test("Commands on users and devices first name the daemon that they are at")
    func administration() async throws {
        try await Self.run { place, _, other in
            for words in [["device", "list"], ["user", "list"], ["key", "show"]] {
                let there = try await place.startNavctl(
                    as: "desk", ["--endpoint", other] + words
                ).end()
                #expect(there.ending == .exit(0), "\(there)")
                #expect(there.errors.text.contains("another store"), "\(there)")
                #expect(there.errors.text.contains("using its users and devices"), "\(there)")
                let here = try await place.startNavctl(as: "desk", words).end()
                #expect(here.errors.text.isEmpty, "\(here)")
                // Who has no device, or one that has met nobody, has nothing to confuse it with.
                let stranger = try await place.startNavctl(
                    as: "new", ["--endpoint", other] + words
                ).end()
                #expect(stranger.errors.text.isEmpty, "\(stranger)")
            }
            let revoke = try await place.navctl(
                "--endpoint", other, "device", "revoke", "nobody", "--yes")
            #expect(revoke.ending == .exit(1), "\(revoke)")
            #expect(revoke.errors.lines.first?.contains("another store") == true, "\(revoke)")
        }
    }

    @Test("A doctor there compares nothing that the device keeps, and mends nothing of it")
    func doctor() async throws {
        try await Self.run { place, own, other in
            let before = try await place.ask("show")
            let look = try await place.navctl("--output", "json", "--endpoint", other, "doctor")
            #expect(look.ending == .exit(0), "\(look)")
            #expect(look.errors.text.contains("another store"), "\(look)")
            let checks = try JSON(look.output.text)["checks"]?.array ?? []
            let disk = checks.first { $0["name"]?.string == "mirror on disk" }
            #expect(disk?["ok"] == .null, "\(look)")
            #expect(disk?["finding"]?.string?.contains("another store") == true, "\(look)")
            let repair = try await place.navctl("--endpoint", other, "doctor", "--repair")
            #expect(repair.ending == .exit(1), "\(repair)")
            #expect(repair.errors.text.contains("another store"), "\(repair)")
            try await own.stop()
            let kept = try await place.navctl("--output", "json", "show")
            #expect(kept.ending == .exit(3), "\(kept)")
            #expect(try JSON(kept.output.text)["digest"] == before["digest"], "\(kept)")
        }
    }

    @Test("A watch stays where it is when another process has the device adopt the other")
    func watch() async throws {
        try await Self.run { place, _, other in
            let watch = try await place.watch(as: "desk")
            try await place.change("--endpoint", other, "device", "adopt")
            try await place.change(as: "third", "push", "m://1")
            try await watch.untilRevision(2)
            let shown = try await place.ask("--endpoint", other, "show")
            #expect(OfflineTests.routes(shown) == ["theirs://"])
            try await place.change("--endpoint", other, "push", "m://2")
            try await watch.wait(for: "a word of the other store") { transcript in
                transcript.output.lines.contains { $0.contains("another store") } ? true : nil
            }
            #expect(
                OfflineTests.routes(try await place.ask(as: "new", "show")) == ["m://", "m://1"])
        }
    }

    @Test("The first changes of a new device go to the daemon that they were made for, no other")
    func firstChanges() async throws {
        try await Self.run { place, own, other in
            try await own.stop()
            let declared = try await place.navctl(
                as: "fresh", "tab", "declare", "clock", "--title", "Clock")
            #expect(declared.ending == .exit(3), "\(declared)")
            let look = try await place.navctl(as: "fresh", "--endpoint", other, "show")
            #expect(look.ending == .exit(0), "\(look)")
            #expect(look.errors.text.contains("submitting nothing"), "\(look)")
            try await place.daemon()
            try await place.change(as: "fresh", "show")
            let tabs = try await place.ask(as: "new", "show")["scene"]?["tabs"]?.array
            #expect(Set(tabs?.compactMap { $0["id"]?.string } ?? []) == ["inbox", "clock"])
        }
    }

    @Test("A daemon on a copy of its data is another; on the data itself, moved or not, its own")
    func copied() async throws {
        try await Installation.run { place in
            let own = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            try await own.stop()
            try await Self.pushWithoutDaemon(in: place)
            try FileManager.default.copyItem(atPath: place.data, toPath: place("copy"))
            let copy = try await place.daemon("--data-directory", place("copy"))
            #expect(copy.transcript.errors.text.contains("new store identity assigned"))
            let look = try await place.navctl("show")
            #expect(look.errors.text.contains("another store"), "\(look)")
            #expect(OfflineTests.routes(try await place.ask(as: "new", "show")) == ["m://"])
            try await copy.stop()
            try FileManager.default.moveItem(atPath: place.data, toPath: place("moved"))
            try await place.daemon("--data-directory", place("moved"))
            let home = try await place.navctl("show")
            #expect(home.errors.text.isEmpty, "\(home)")
            #expect(
                OfflineTests.routes(try await place.ask(as: "third", "show")) == [
                    "m://", "m://kept",
                ])
        }
    }

    @Test("A paired device that had a daemon of its own belongs to the one that it is paired with")
    func paired() async throws {
        try await Installation.run { place in
            try await place.daemon("--data-directory", place("bdata"), "--ipc", place("b"))
            let other = "ipc://\(place("b"))/control.sock"
            try await place.change(
                as: "tablet", "--endpoint", other, "tab", "declare", "old", "--title", "Old")
            _ = try await place.daemonWithTCP()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            try await place.pair("tablet", try await place.invite("tablet").url)
            let push = try await place.navctl(as: "tablet", "push", "m://1")
            #expect(push.ending == .exit(0), "\(push)")
            #expect(try await place.status(as: "tablet")["source"]?.string == "pairing")
            let back = try await place.navctl(as: "tablet", "--endpoint", other, "show")
            #expect(back.errors.text.contains("another store"), "\(back)")
        }
    }
}
