import Foundation
import NavigationWire
import Testing

@Suite("A paired device", .inTurns)
struct PairedDeviceTests {
    /// A daemon on both transports, with one tab, and a paired tablet.
    private static func run(
        _ options: [String] = [],
        _ body: (Installation, RunningProcess, UInt16) async throws -> Void
    ) async throws {
        try await Installation.run { place in
            let (daemon, port) = try await place.daemonWithTCP()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let result = try await place.startNavctl(
                as: "desk",
                ["--output", "json", "device", "invite", "--name", "tablet"] + options
            ).end()
            try await place.pair(
                "tablet", try #require(try JSON(result.output.text)["url"]?.string))
            try await body(place, daemon, port)
        }
    }

    @Test("A viewer sees everything and changes nothing, with and without the daemon")
    func viewer() async throws {
        try await Self.run(["--viewer"]) { place, daemon, _ in
            let watch = try await place.watch(as: "tablet")
            let refused = try await place.navctl(as: "tablet", "push", "mail://1")
            #expect(refused.ending == .exit(4), "\(refused)")
            #expect(refused.errors.text.contains("viewer"), "\(refused)")
            for words in [["own"], ["follow", "desk"], ["shared"]] {
                let selection = try await place.startNavctl(as: "tablet", ["selection"] + words)
                    .end()
                #expect(selection.ending == .exit(4), "\(selection)")
                #expect(
                    selection.errors.text.contains("is a viewer and keeps the shared selection"),
                    "\(selection)")
                #expect(selection.errors.text.contains("'navctl device role'"), "\(selection)")
            }
            try await place.change("push", "mail://2")
            try await watch.untilRevision(2)
            let invite = try await place.navctl(as: "tablet", "device", "invite", "--name", "x")
            #expect(invite.ending == .exit(4), "\(invite)")
            #expect(try await place.status(as: "tablet")["role"]?.string == "viewer")
            try await daemon.stop()
            let offline = try await place.navctl(
                as: "tablet", "--timeout", "1s", "push", "mail://3")
            #expect(offline.ending == .exit(4), "\(offline)")
            let outbox = try await place.navctl(as: "tablet", "outbox", "list", "--output", "json")
            #expect(try JSON(outbox.output.text)["waiting"]?.array?.isEmpty == true)
        }
    }

    @Test("A role that is changed holds at once, both ways; what a viewer has waiting waits on")
    func role() async throws {
        try await Self.run { place, daemon, port in
            try await place.change(as: "tablet", "show")
            try await daemon.stop()
            let kept = try await place.navctl(as: "tablet", "--timeout", "1s", "push", "mail://1")
            #expect(kept.ending == .exit(3), "\(kept)")
            let again = try place.start("navsyncd", ["--tcp", "127.0.0.1:\(port)"])
            try await again.untilReady()
            try await place.change("device", "role", "tablet", "viewer")
            let show = try await place.navctl(as: "tablet", "show")
            #expect(show.ending == .exit(0), "\(show)")
            #expect(OfflineTests.routes(try await place.ask("show")) == ["mail://"])
            let push = try await place.navctl(as: "tablet", "push", "mail://2")
            #expect(push.ending == .exit(4), "\(push)")
            try await place.change("device", "role", "tablet", "full")
            // The one that knows it was a viewer finds out by looking.
            try await place.change(as: "tablet", "show")
            try await place.change(as: "tablet", "push", "mail://3")
            #expect(
                OfflineTests.routes(try await place.ask("show"))
                    == ["mail://", "mail://1", "mail://3"])
        }
    }

    @Test("A revoked watcher is disconnected; its changes stay pending until it is paired again")
    func revoke() async throws {
        try await Self.run { place, _, _ in
            try await place.change(as: "tablet", "push", "mail://1")
            try await place.change("push", "mail://2")
            let watch = try await place.watch(as: "tablet")
            let revoked = try await place.ask("device", "revoke", "tablet", "--at", "2")
            #expect(revoked["scenes"]?[0]?["scene"]?.string == "main")
            let did = revoked["commits"]?.array?.compactMap {
                $0["operations"]?[0]?["route"]?.string
            }
            #expect(did == ["mail://1"])
            try await watch.wait(for: "the refusal") { transcript in
                transcript.output.lines.contains { $0.contains(#""status":"refused""#) }
                    ? true : nil
            }
            try await place.change("push", "mail://4")
            let push = try await place.navctl(as: "tablet", "push", "mail://3")
            #expect(push.ending == .exit(4), "\(push)")
            #expect(push.errors.text.contains("navctl device pair"), "\(push)")
            let outbox = try await place.navctl(as: "tablet", "outbox", "list", "--output", "json")
            #expect(try JSON(outbox.output.text)["waiting"]?.array?.count == 1)
            // Nothing of the time after has reached it, and nothing of it the others.
            #expect(!watch.transcript.output.text.contains("mail://4"))
            #expect(!OfflineTests.routes(try await place.ask("show")).contains("mail://3"))
            let log = try await place.navctl("log")
            #expect(log.output.text.contains("tablet"), "\(log)")

            try await place.pair("tablet", try await place.invite("tablet").url)
            try await place.change(as: "tablet", "show")
            #expect(
                OfflineTests.routes(try await place.ask("show"))
                    == ["mail://", "mail://1", "mail://2", "mail://4", "mail://3"])
            // The one that has been watching all the time goes on with the new key by itself.
            try await place.change("push", "mail://5")
            try await watch.wait(for: "what happens after") { transcript in
                transcript.output.text.contains("mail://5") ? true : nil
            }
            watch.signal(SIGTERM)
            try await watch.end()
        }
    }

    @Test("The daemon's next key is learnt, and holds after the restart that takes it")
    func rotation() async throws {
        try await Self.run { place, daemon, port in
            let old = try await place.ask("key")["fingerprint"]?.string
            let next = try await place.ask("key", "prepare")
            #expect(next["nextFingerprint"]?.string != nil)
            #expect(next["behind"]?.array?.count == 1)
            let early = try await place.navctl("key", "activate")
            #expect(early.ending == .exit(1), "\(early)")
            #expect(early.errors.text.contains("tablet"), "\(early)")
            // One visit to learn it, and to tell so.
            let watch = try await place.watch(as: "tablet")
            try await place.untilAsked(["key"], "a tablet that knows the next key") {
                $0["behind"]?.array?.isEmpty == true
            }
            watch.signal(SIGTERM)
            try await watch.end()
            let switched = try await place.ask("key", "activate")
            #expect(switched["switchesAtRestart"]?.boolean == true)
            try await daemon.stop()
            for _ in 0..<2 {
                let again = try place.start("navsyncd", ["--tcp", "127.0.0.1:\(port)"])
                try await again.untilReady()
                let status = try await place.status(as: "tablet")
                #expect(status["serverFingerprint"] == next["nextFingerprint"])
                #expect(status["serverFingerprint"]?.string != old)
                try await again.stop()
            }
        }
    }

    @Test("One command is enough to receive the next key and to report it")
    func oneVisit() async throws {
        try await Self.run { place, _, port in
            // All that is to be learnt in that visit is the key: nothing else is waited for.
            try await place.change(as: "tablet", "show")
            // On a line that loses what is under way when the command hangs up.
            let line = try SlowLine(to: port, holding: .milliseconds(300))
            defer { line.close() }
            try await place.change("key", "prepare")
            try await place.change(
                as: "tablet", "--endpoint", "tcp://127.0.0.1:\(line.port)", "show")
            #expect(try await place.ask("key")["behind"]?.array?.isEmpty == true)
        }
    }

    @Test("The daemon's log has all events of users and devices, by name")
    func log() async throws {
        try await Self.run { place, daemon, _ in
            try await place.change("user", "add", "ada", "--uid", "65531")
            try await place.change("--user", "ada", "device", "invite", "--name", "watch")
            try await place.change("device", "role", "tablet", "viewer")
            _ = try await place.watch(as: "tablet")
            try await place.change("device", "rename", "tablet", "slate")
            try await place.change("device", "revoke", "slate")
            try await place.change("user", "remove", "ada", "--erase", "--yes")
            try await daemon.stop()
            let lines = try await daemon.end().errors.lines
            for words in [
                ["invitation created", "nav.device.name=tablet"],
                ["device paired", "nav.device.name=tablet", "nav.device.role=full"],
                ["user registered", "nav.user.id=ada", "nav.user.uid=65531"],
                ["invitation created", "nav.user.id=ada", "nav.device.name=watch"],
                ["device role changed", "nav.device.name=tablet", "nav.device.role=viewer"],
                ["device renamed", "nav.device.name=slate", "nav.device.role=viewer"],
                ["device revoked", "nav.device.name=slate", "nav.device.fingerprint="],
                ["access denied: connections closed", "nav.principal=key:"],
                ["invitation withdrawn", "nav.user.id=ada"],
                ["user removed", "nav.user.id=ada"],
                ["user scenes erased", "nav.user.id=ada"],
            ] {
                let isThere = lines.contains { line in words.allSatisfy { line.contains($0) } }
                #expect(isThere, "\(words): \(lines)")
            }
            // Each is said once: what has changed about a device is not its registration.
            let ofTablet = lines.filter { $0.contains("nav.device.fingerprint=") }
            #expect(ofTablet.count == 4, "\(ofTablet)")
        }
    }

    @Test("Unpaired, it has no key and goes where unpaired devices go; what waits stays")
    func unpair() async throws {
        try await Self.run { place, daemon, port in
            try await place.change(as: "tablet", "show")
            try await daemon.stop()
            let waits = try await place.navctl(as: "tablet", "push", "mail://1")
            #expect(waits.ending == .exit(3), "\(waits)")
            let unasked = try await place.navctl(as: "tablet", "device", "unpair")
            #expect(unasked.ending == .exit(1), "\(unasked)")
            #expect(unasked.errors.text.contains("1 pending change"), "\(unasked)")
            #expect(place.isThere("devices/tablet/device.key"))
            let done = try await place.navctl(as: "tablet", "device", "unpair", "--yes")
            #expect(done.ending == .exit(0), "\(done)")
            #expect(done.output.text.contains("navctl device revoke"), "\(done)")
            for name in ["device.key", "device.next.key"] {
                #expect(!place.isThere("devices/tablet/\(name)"))
            }
            let again = try await place.navctl(as: "tablet", "device", "unpair", "--yes")
            #expect(again.ending == .exit(1), "\(again)")
            #expect(again.errors.text.contains("is not paired"), "\(again)")
            let nobody = try await place.navctl(as: "nobody", "device", "unpair", "--yes")
            #expect(nobody.ending == .exit(1), "\(nobody)")
            #expect(!place.isThere("devices/nobody"))

            // Let in again by another key, it hands over what waited.
            let restarted = try place.start("navsyncd", ["--tcp", "127.0.0.1:\(port)"])
            try await restarted.untilReady()
            let taken = try await place.startPairing("tablet", place.invite("tablet").url).end()
            #expect(taken.ending == .exit(1), "\(taken)")
            #expect(taken.errors.text.contains("revoke"), "\(taken)")
            try await place.change("device", "revoke", "tablet")
            try await place.pair("tablet", try await place.invite("tablet").url)
            try await place.change(as: "tablet", "show")
            let routes = OfflineTests.routes(try await place.ask("show"))
            #expect(routes == ["mail://", "mail://1"])
        }
    }

    @Test("No key and no URL is in any file that others may read, any log, or any command line")
    func secrets() async throws {
        try await Installation.run { place in
            let (daemon, _) = try await place.daemonWithTCP()
            let invitation = try await place.invite("tablet")
            let pairing = try place.startPairing("tablet", invitation.url)
            var commands: [String] = []
            while pairing.transcript.ending == nil {
                let path = "/proc/\(pairing.pid)/cmdline"
                commands.append((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
                await Task.yield()
            }
            let paired = try await pairing.end()
            #expect(paired.ending == .exit(0), "\(paired)")
            try await place.change(as: "tablet", "tab", "declare", "inbox", "--title", "Inbox")
            try await daemon.stop()

            var secrets = [invitation.url, String(invitation.url.suffix(60))]
            let files = [place.device("tablet") + "/device.key", place.data + "/server.key"]
            for file in files {
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
                secrets.append(
                    try String(contentsOfFile: file, encoding: .utf8)
                        .trimmingCharacters(in: .whitespacesAndNewlines))
            }
            let reported = [
                daemon.transcript.errors.text, daemon.transcript.output.text, paired.output.text,
                paired.errors.text,
            ]
            for secret in secrets {
                #expect(secret.count >= 40)
                for text in reported + commands { #expect(!text.contains(secret)) }
            }
        }
    }

    @Test("A key that others could have read is refused with a remedy")
    func looseKey() async throws {
        try await Self.run { place, _, _ in
            let file = place.device("tablet") + "/device.key"
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
            let result = try await place.navctl(as: "tablet", "show")
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("chmod 600"), "\(result)")
            #expect(
                !result.errors.text.contains(
                    try String(contentsOfFile: file, encoding: .utf8).prefix(40)))
        }
    }
}
