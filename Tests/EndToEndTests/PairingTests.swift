import Foundation
import NavigationModel
import NavigationWire
import Testing

@Suite("Pairing a device", .inTurns)
struct PairingTests {
    /// A daemon on both transports, with one tab.
    private static func run(
        _ body: (Installation, UInt16) async throws -> Void
    ) async throws {
        try await Installation.run { place in
            let (_, port) = try await place.daemonWithTCP()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            try await body(place, port)
        }
    }

    private static func routes(_ place: Installation, as device: String) async throws -> [String] {
        OfflineTests.routes(try await place.ask(as: device, "show"))
    }

    @Test("One command on each side, and what one device does shows on the other")
    func pair() async throws {
        try await Self.run { place, port in
            let invitation = try await place.invite("tablet")
            let paired = try await place.pair("tablet", invitation.url)
            #expect(paired["name"]?.string == "tablet")
            #expect(paired["role"]?.string == "full")
            #expect(paired["serverFingerprint"]?.string == invitation.serverFingerprint)

            let watch = try await place.watch(as: "tablet")
            try await place.change("push", "mail://1")
            try await watch.untilRevision(2)
            try await place.change(as: "tablet", "push", "mail://2")
            #expect(
                try await Self.routes(place, as: "desk") == ["mail://", "mail://1", "mail://2"])
            let (desk, tablet) = (
                try await place.status(), try await place.status(as: "tablet")
            )
            #expect(desk["mirror"]?["digest"] == tablet["mirror"]?["digest"])
            #expect(tablet["endpoint"]?.string == "tcp://127.0.0.1:\(port)")
            #expect(tablet["serverFingerprint"]?.string == invitation.serverFingerprint)
            #expect(desk["serverFingerprint"]?.string == invitation.serverFingerprint)
            #expect(tablet["role"]?.string == "full")
            #expect(tablet["device"]?["name"]?.string == "tablet")

            let list = try await place.ask(as: "tablet", "device", "list")
            let entry = try #require(
                list["devices"]?.array?.first { $0["isThisDevice"]?.boolean == true })
            #expect(entry["name"]?.string == "tablet")
            #expect(entry["fingerprint"] == paired["fingerprint"])
            #expect(entry["platform"]?.string?.isEmpty == false)
            #expect(list["devices"]?.array?.contains { $0["name"]?.string == "desk" } == true)
            #expect(list["invitations"]?.array?.isEmpty == true)
            let devices = try await place.ask("presence")
            let there = devices["devices"]?.array?.first { $0["name"]?.string == "tablet" }
            #expect((there?["connections"]?.integer ?? 0) > 0)
            watch.signal(SIGTERM)
            try await watch.end()
        }
    }

    @Test("An invitation pairs one device, and pairing the same one again is reported as done")
    func replay() async throws {
        try await Self.run { place, _ in
            let invitation = try await place.invite("tablet")
            let first = try await place.pair("tablet", invitation.url)
            let again = try await place.pair("tablet", invitation.url)
            #expect(again == first)
            let other = try await place.startPairing("phone", invitation.url).end()
            #expect(other.ending == .exit(1), "\(other)")
            #expect(other.errors.text.contains("is used"), "\(other)")
            #expect(other.errors.text.contains("navctl device invite"), "\(other)")
            // The one that was not let in is a device of this machine as before.
            let endpoint = try await place.status(as: "phone")["endpoint"]?.string
            #expect(endpoint == place.endpoint)
            #expect(try await place.ask(as: "tablet", "show")["revision"]?.integer == 2)
        }
    }

    @Test("An invitation ends with its time, or when it is withdrawn")
    func ended() async throws {
        try await Self.run { place, _ in
            let short = try await place.invite("tablet", "--expires", "1s")
            try await place.untilAsked(["device", "list"], "the end of the invitation") {
                $0["invitations"]?.array?.isEmpty == true
            }
            let late = try await place.startPairing("tablet", short.url).end()
            #expect(late.ending == .exit(1), "\(late)")
            #expect(late.errors.text.contains("has expired"), "\(late)")

            let withdrawn = try await place.invite("tablet")
            let list = try await place.ask("device", "list")
            #expect(list["invitations"]?[0]?["id"]?.string == withdrawn.id)
            try await place.change("device", "uninvite", withdrawn.id)
            let refused = try await place.startPairing("tablet", withdrawn.url).end()
            #expect(refused.ending == .exit(1), "\(refused)")
            #expect(refused.errors.text.contains("withdrawn"), "\(refused)")
        }
    }

    @Test("Of two devices that race for an invitation one is paired")
    func race() async throws {
        try await Self.run { place, _ in
            let invitation = try await place.invite("tablet")
            let racers = ["a", "b", "c"]
            let processes = try racers.map { try place.startPairing($0, invitation.url) }
            var winners: [String] = []
            for (racer, process) in zip(racers, processes) {
                let result = try await process.end()
                if result.ending == .exit(0) { winners.append(racer) }
                #expect([.exit(0), .exit(1)].contains(result.ending), "\(result)")
            }
            #expect(winners.count == 1, "\(winners)")
            let winner = try #require(winners.first)
            #expect(try await place.ask(as: winner, "show")["revision"]?.integer == 2)
            let list = try await place.ask("device", "list")["devices"]?.array
            #expect(list?.count { $0["fingerprint"]?.string != nil } == 1)
        }
    }

    @Test(
        "Killed anywhere, it is done again with the same URL",
        arguments: ["pairing ", "connecting to the daemon", "sending the device's key", "paired"])
    func interrupted(at step: String) async throws {
        try await Self.run { place, _ in
            let invitation = try await place.invite("tablet")
            let pairing = try place.startPairing("tablet", invitation.url)
            _ = try? await pairing.wait(for: step) { transcript in
                transcript.errors.text.contains(step) || transcript.isComplete ? true : nil
            }
            try await pairing.kill()
            // Whatever got through: using the device says how it stands, and changes nothing of that.
            let look = try await place.navctl(as: "tablet", "show")
            #expect([0, 1, 4].contains(look.code), "\(look)")
            let paired = try await place.pair("tablet", invitation.url)
            #expect(paired["role"]?.string == "full")
            try await place.change(as: "tablet", "push", "mail://1")
            #expect(try await Self.routes(place, as: "desk") == ["mail://", "mail://1"])
        }
    }

    @Test("After an answer that got lost any use of the device finishes the pairing")
    func lostAnswer() async throws {
        try await Self.run { place, _ in
            let invitation = try await place.invite("tablet")
            let pairing = try place.startPairing("tablet", invitation.url)
            // The daemon has done it as soon as it is on its list.
            try await place.untilAsked(["device", "list"], "the tablet on the list") { list in
                list["devices"]?.array?.contains { $0["name"]?.string == "tablet" } == true
            }
            try await pairing.kill()
            try await place.change(as: "tablet", "push", "mail://1")
            let status = try await place.status(as: "tablet")
            #expect(status["role"]?.string == "full")
            #expect(try await Self.routes(place, as: "desk") == ["mail://", "mail://1"])
        }
    }

    @Test("A daemon with another key is not the one that invited")
    func wrongServerKey() async throws {
        try await Self.run { place, port in
            let url = try PairingURL(try await place.invite("tablet").url)
            let other = try PairingURL(
                secretKey: url.secretKey, serverKey: AdministrationCommandTests.key(3),
                addresses: url.addresses, expires: url.expires, user: url.user, name: url.name,
                role: url.role)
            let result = try await place.startPairing("tablet", other.text).end()
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("its key is not the one"), "\(result)")
            // The invitation is as good as before; an address where nobody is costs little.
            let more = try PairingURL(
                secretKey: url.secretKey, serverKey: url.serverKey,
                addresses: ["127.0.0.1:1"] + url.addresses, expires: url.expires, user: url.user,
                name: url.name, role: url.role)
            try await place.pair("tablet", more.text)
            let status = try await place.status(as: "tablet")
            #expect(status["reachable"]?.boolean == true)
            // What has answered is tried first from then on.
            let again = try await place.status(as: "tablet")["endpoint"]?.string
            #expect(again == "tcp://127.0.0.1:\(port)")
        }
    }

    @Test("A URL is read from a terminal without echo, and pairing needs consent")
    func terminal() async throws {
        try await Self.run { place, _ in
            let invitation = try await place.invite("tablet")
            let terminal = try PseudoTerminal()
            defer { terminal.hangUp() }
            let pairing = try place.startNavctl(
                as: "tablet", ["device", "pair"], terminal: terminal.path)
            try await terminal.see("pairing URL (hidden): ")
            terminal.type(invitation.url + "\n")
            try await terminal.see("[y/N]")
            #expect(terminal.text.contains(invitation.serverFingerprint))
            #expect(!terminal.text.contains(invitation.url.suffix(40)))
            terminal.type("n\n")
            #expect(try await pairing.end().ending == .exit(1))
            try await terminal.see("nothing was changed")

            let second = try place.startNavctl(
                as: "tablet", ["device", "pair"], terminal: terminal.path)
            terminal.type(invitation.url + "\n")
            terminal.type("y\n")
            #expect(try await second.end().ending == .exit(0))
            try await terminal.see("paired as 'tablet' (full)")
        }
    }

    @Test("Names the text that is no URL, and refuses an argument with the reason")
    func badInput() async throws {
        try await Self.run { place, _ in
            let url = try await place.invite("tablet").url
            let cases = [
                (String(url.dropLast(7)), "truncated"), (String(url.dropLast(90)), "truncated"),
                (url.replacing(url.suffix(1), with: url.hasSuffix("A") ? "E" : "A"), "typed"),
                ("https://example.com", "not a pairing URL"), ("", "not a pairing URL"),
            ]
            for (text, says) in cases {
                let result = try await place.startPairing("tablet", text).end()
                #expect(result.ending == .exit(2), "\(text): \(result)")
                #expect(result.errors.text.contains(says), "\(text): \(result)")
                #expect(!place.isThere("devices/tablet"))
            }
            let argument = try await place.navctl(as: "tablet", "device", "pair", url)
            #expect(argument.ending == .exit(2), "\(argument)")
            #expect(argument.errors.text.contains("the URL is a secret"), "\(argument)")
            #expect(!argument.errors.text.contains(url.suffix(40)), "\(argument)")
            let unasked = try await place.startPairing("tablet", url, []).end()
            #expect(unasked.ending == .exit(1), "\(unasked)")
            #expect(unasked.errors.text.contains("--yes"), "\(unasked)")
        }
    }

    @Test("Without a pairing tcp is refused with a remedy")
    func unpaired() async throws {
        try await Self.run { place, port in
            let result = try await place.navctl(
                as: "stranger", "--endpoint", "tcp://127.0.0.1:\(port)", "show")
            #expect(result.ending == .exit(4), "\(result)")
            #expect(result.errors.text.contains("navctl device pair"), "\(result)")
        }
    }
}
