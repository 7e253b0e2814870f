import Foundation
import Testing

@Suite("Restoring a backup", .inTurns)
struct RestoreCommandTests {
    @Test("Mirrors resynchronise, what waits goes out again, revocations stay, invitations go")
    func comesBack() async throws {
        try await Installation.run { place in
            let (daemon, port) = try await place.daemonWithTCP()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await place.pair("lost", try await place.invite("lost").url)
            try await place.change("backup", place("b"))
            try await place.change("push", "mail://late")
            try await place.change("device", "revoke", "lost")
            let invitation = try await place.invite("tv").url
            let watch = try await place.watch(as: "tablet")
            try await watch.untilRevision(
                try #require(try await place.ask("log")["revision"]?.integer))
            _ = try await place.ask(as: "phone", "show")

            let running = try await place.navctl("restore", place("b"))
            #expect(running.ending == .exit(1), "\(running)")
            #expect(running.errors.text.contains("stop it first"), "\(running)")
            #expect(running.errors.text.contains("--at-next-start"), "\(running)")
            try await daemon.stop()
            // Made while nobody is there, on what the backup does not have.
            let waiting = try await place.navctl(as: "phone", "push", "mail://waiting")
            #expect(waiting.ending == .exit(3), "\(waiting)")
            let restored = try await place.ask("restore", place("b"))
            #expect(restored["atNextStart"] == .boolean(false))
            let next = try await place.daemon("--tcp", "127.0.0.1:\(port)")
            #expect(next.transcript.errors.text.contains("every scene starts a new epoch"))

            _ = try await place.ask(as: "phone", "show")
            let routes = OfflineTests.routes(try await place.ask("show"))
            #expect(routes == ["mail://waiting"])
            let status = try await place.status()
            let digest = try #require(status["daemon"]?["digest"]?.string)
            try await watch.wait(for: "the state as it was restored") { transcript in
                transcript.output.lines.contains { $0.contains(digest) } ? true : nil
            }
            let lost = try await place.navctl(as: "lost", "status")
            #expect(lost.ending == .exit(4), "\(lost)")
            let pairing = try await place.startPairing("tv", invitation).end()
            #expect(pairing.ending != .exit(0), "\(pairing)")
        }
    }

    @Test("Made ready for the next start, it waits for it, whatever becomes of this one")
    func atNextStart() async throws {
        try await Installation.run { place in
            var daemon = try await place.daemonWithTab()
            try await place.change("push", "mail://1")
            try await place.change("backup", place("b"))
            try await place.change("push", "mail://2")
            let ready = try await place.navctl("restore", place("b"), "--at-next-start")
            #expect(ready.ending == .exit(0), "\(ready)")
            #expect(OfflineTests.routes(try await place.ask("show")) == ["mail://1", "mail://2"])
            try await daemon.kill()
            daemon = try await place.daemon()
            #expect(OfflineTests.routes(try await place.ask("show")) == ["mail://1"])
            #expect(try place.isTidy())
            // What was there before comes back the same way.
            try await daemon.stop()
            try await place.change("restore", place.database + ".before-restore")
            try await place.daemon()
            #expect(OfflineTests.routes(try await place.ask("show")) == ["mail://1", "mail://2"])
        }
    }

    @Test(
        "Given up or killed in its midst, all is as it was",
        arguments: [SIGINT, SIGKILL], [[], ["--at-next-start"]])
    func cutOff(_ signal: Int32, _ flags: [String]) async throws {
        try await Installation.run { place in
            let daemon = try await place.daemonWithTab()
            try await place.change("push", "mail://1")
            try await daemon.stop()
            try await BulkyDatabase.fill(place.database)
            try await place.change("backup", place("b"))
            let restore = try await place.copyHalfway(["restore", place("b")] + flags)
            restore.signal(signal)
            restore.signal(SIGCONT)
            let end = try await restore.end()
            #expect(end.code != 0)
            if signal == SIGINT {
                #expect(end.errors.text.contains("nothing has changed"), "\(end)")
                #expect(try place.isTidy())
            }
            let next = try await place.daemon()
            #expect(!next.transcript.errors.text.contains("new epoch"))
            #expect(OfflineTests.routes(try await place.ask("show")) == ["mail://1"])
            #expect(try place.isTidy())
        }
    }

    @Test("Refuses a file that is no backup, damaged or of a newer version, and changes nothing")
    func refused() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemonWithTab()
            try await place.change("push", "mail://1")
            try await place.change("backup", place("b"))
            try await daemon.stop()
            let backup = try Data(contentsOf: URL(filePath: place("b")))
            var newer = backup
            newer.replaceSubrange(60..<64, with: [0, 0, 0, 99])
            try newer.write(to: URL(filePath: place("newer")))
            var torn = backup
            torn.replaceSubrange(8_192..<12_288, with: Data(count: 4_096))
            try torn.write(to: URL(filePath: place("torn")))
            // What SQLite leaves that has read a database comes and goes.
            func names() throws -> [String] {
                try place.names(in: place.data).filter { !$0.contains("sqlite-") }
            }
            let before = try names()
            for (file, words) in [
                (place("newer"), "update navsync"), (place("torn"), "use another one"),
                (try place.file("text", "no database"), "use another one"),
                (place("none"), "no database at"), (place.database, "the store itself"),
            ] {
                let result = try await place.navctl("restore", file)
                #expect(result.ending == .exit(1), "\(file): \(result)")
                #expect(result.errors.text.contains(words), "\(file): \(result)")
            }
            #expect(try names() == before)
            let next = try await place.daemon()
            #expect(!next.transcript.errors.text.contains("new epoch"))
        }
    }

    @Test("A directory, a device, a pipe or a socket is named as such, and not waited for")
    func otherKinds() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            #expect(unsafe mkfifo(place("pipe"), 0o600) == 0)
            let socket = place.sockets + "/control.sock"
            let kinds = [
                (place.data, "a directory"), ("/dev/zero", "a device"), ("/dev/null", "a device"),
                (place("pipe"), "a pipe"), (socket, "a socket"),
            ]
            for (file, kind) in kinds {
                let result = try await place.navctl("restore", file)
                #expect(result.ending == .exit(1), "\(result)")
                let words = "\(file) is \(kind), not a backup"
                #expect(result.errors.text.contains(words), "\(result)")
            }
            for (file, kind) in [(place.data, "a directory"), (socket, "a socket")] {
                let result = try await place.navctl("apply", file)
                #expect(result.ending == .exit(1), "\(result)")
                #expect(result.errors.text.contains("'\(file)': it is \(kind)"), "\(result)")
            }
            for name in ["hooks.json", "traits.json"] {
                #expect(unsafe mkfifo(place.device("desk") + "/\(name)", 0o600) == 0)
            }
            let hooks = try await place.navctl("hook", "list")
            #expect(hooks.errors.text.contains("hooks.json: it is a pipe"), "\(hooks)")
            let traits = try await place.navctl("traits", "show")
            #expect(traits.errors.text.contains("traits.json: it is a pipe"), "\(traits)")
        }
    }

    @Test("A database that was copied back by hand begins a new epoch as well")
    func byHand() async throws {
        try await Installation.run { place in
            var daemon = try await place.daemonWithTab()
            try await place.change("push", "mail://1")
            try await daemon.stop()
            let files = FileManager.default
            try files.copyItem(atPath: place.database, toPath: place("copy"))
            daemon = try await place.daemon()
            let watch = try await place.watch(as: "tablet")
            try await place.change("push", "mail://2")
            try await daemon.stop()
            try files.removeItem(atPath: place.database)
            try files.moveItem(atPath: place("copy"), toPath: place.database)
            // What the copy lacks was acknowledged: nobody knows yet that this is meant.
            let refusal = try await place.daemonThatEnds()
            #expect(refusal.ending == .exit(1), "\(refusal)")
            let words = refusal.errors.text
            #expect(words.contains("had revision 3, has 2"), "\(refusal)")
            #expect(words.contains("--accept-loss"), "\(refusal)")
            daemon = try await place.daemon("--accept-loss")
            #expect(daemon.transcript.errors.text.contains("every scene starts a new epoch"))
            let digest = try #require(
                try await place.status()["daemon"]?["digest"]?.string)
            try await watch.wait(for: "the state of the copy") { transcript in
                transcript.output.lines.contains { $0.contains(digest) } ? true : nil
            }
        }
    }
}
