import Foundation
import NavigationWire
import Testing

@Suite("Lineage of devices, from the command line", .inTurns)
struct LineageCommandTests {
    /// A daemon with a tab, a phone that was let in by the desk, and what the phone handed out: a
    /// paired tablet, and the URL of an open invitation.
    private static func run(
        _ body: (Installation, RunningProcess, _ url: String) async throws -> Void
    ) async throws {
        try await Installation.run { place in
            let (daemon, _) = try await place.daemonWithTCP()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await place.pair("phone", try await place.invite("phone").url)
            for (name, isUsed) in [("tablet", true), ("later", false)] {
                let invited = try await place.ask(
                    as: "phone", "device", "invite", "--name", name)
                let url = try #require(invited["url"]?.string)
                if isUsed {
                    try await place.pair(name, url)
                } else {
                    try await body(place, daemon, url)
                }
            }
        }
    }

    @Test("Revokes the invitations of a revoked device, and lists the devices that it invited")
    func revoke() async throws {
        try await Self.run { place, daemon, url in
            let result = try await place.navctl(as: "desk", "device", "revoke", "phone")
            #expect(result.ending == .exit(0), "\(result)")
            #expect(result.output.text.contains("withdrew its open invitation: later ("))
            #expect(result.output.text.contains("devices that it invited: tablet ("), "\(result)")
            let later = try await place.startPairing("later", url).end()
            #expect(later.ending == .exit(1), "\(later)")
            #expect(later.errors.text.contains("withdrawn"), "\(later)")
            try await place.change(as: "tablet", "push", "from://tablet", "--tab", "inbox")
            let all = try await place.ask(
                "device", "revoke", "phone", "--with-descendants")
            #expect(all["descendants"]?.array?.count == 1)
            let push = try await place.navctl(
                as: "tablet", "push", "from://tablet", "--tab", "inbox")
            #expect(push.ending == .exit(4), "\(push)")

            let list = try await place.ask("device", "list", "--all")
            let tablet = list["devices"]?.array?.first { $0["name"]?.string == "tablet" }
            #expect(tablet?["invitedBy"]?["name"]?.string == "phone")
            #expect(tablet?["invitedBy"]?["origin"]?.string == "127.0.0.1")
            #expect(tablet?["origin"]?.string == "127.0.0.1")
            #expect(tablet?["revokedBy"]?["uid"]?.integer == Int64(getuid()))
            let phone = list["devices"]?.array?.first { $0["name"]?.string == "phone" }
            #expect(phone?["letIn"]?.array?.isEmpty == true)
            let text = try await place.navctl(as: "desk", "device", "list", "--all").output.text
            #expect(text.contains("invited by phone (127.0.0.1) at "), "\(text)")
            #expect(text.contains("revoked by uid \(getuid()) as desk (pid "), "\(text)")

            try await daemon.stop()
            let lines = try await daemon.end().errors.lines
            for words in [
                ["invitation created", "nav.device.name=later", "nav.actor=device:"],
                ["device paired", "nav.device.name=tablet", "nav.actor.name=phone"],
                ["device revoked", "nav.device.name=phone", "nav.actor=uid:", "=pid:"],
                ["invitation withdrawn", "nav.device.name=later", "nav.actor=uid:"],
                ["connections refused", "unknownKey", "nav.origin=127.0.0.1"],
            ] {
                let isThere = lines.contains { line in words.allSatisfy { line.contains($0) } }
                #expect(isThere, "\(words): \(lines)")
            }
        }
    }

    @Test("A demotion withdraws as well, and a device of this machine can't be demoted")
    func demote() async throws {
        try await Self.run { place, _, url in
            let local = try await place.navctl(as: "desk", "device", "role", "desk", "viewer")
            #expect(local.ending == .exit(1), "\(local)")
            let forced = try await place.navctl(
                as: "desk", "device", "role", "desk", "viewer", "--yes")
            #expect(forced.ending == .exit(4), "\(forced)")
            #expect(forced.errors.text.contains("can't be a viewer"), "\(forced)")
            let itself = try await place.navctl(as: "phone", "device", "role", "phone", "viewer")
            #expect(itself.ending == .exit(1), "\(itself)")
            #expect(itself.errors.text.contains("use --yes"), "\(itself)")
            let result = try await place.ask("device", "role", "phone", "viewer")
            #expect(result["withdrawn"]?[0]?["name"]?.string == "later")
            #expect(result["letIn"]?[0]?["name"]?.string == "tablet")
            let later = try await place.startPairing("later", url).end()
            #expect(later.ending == .exit(1), "\(later)")
        }
    }

    @Test(
        "An unpaired device revokes itself if the daemon is reachable, and lists those it invited")
    func unpair() async throws {
        try await Self.run { place, _, url in
            let result = try await place.ask(as: "phone", "device", "unpair", "--yes")
            #expect(result["revoked"]?.boolean == true)
            #expect(result["withdrawn"]?[0]?["name"]?.string == "later")
            #expect(result["letIn"]?[0]?["name"]?.string == "tablet")
            let later = try await place.startPairing("later", url).end()
            #expect(later.ending == .exit(1), "\(later)")
            try await place.pair("phone", try await place.invite("phone").url)
            try await place.change(as: "phone", "push", "from://phone", "--tab", "inbox")
        }
    }

    @Test("Another device is revoked on a terminal only when that is answered with yes")
    func asking() async throws {
        try await Self.run { place, _, _ in
            for (answer, code, says) in [
                ("n", Int32(1), "nothing was changed"), ("y", 0, "revoked phone"),
            ] {
                let terminal = try PseudoTerminal()
                defer { terminal.hangUp() }
                let revoke = try place.startNavctl(
                    as: "desk", ["device", "revoke", "phone"], terminal: terminal.path)
                try await terminal.see("revoke phone permanently? [y/N]")
                terminal.type(answer + "\n")
                #expect(try await revoke.end().ending == .exit(code))
                try await terminal.see(says)
            }
        }
    }

    @Test(
        "The inviter sees the code that the new device shows, and revokes a device that shows another"
    )
    func codes() async throws {
        try await Self.run { place, _, _ in
            for isSame in [true, false] {
                let terminal = try PseudoTerminal()
                defer { terminal.hangUp() }
                let invite = try place.startNavctl(
                    as: "desk", ["device", "invite", "--name", "tv", "--no-qr", "--wait"],
                    terminal: terminal.path)
                try await terminal.see("withdraw")
                let url = try #require(
                    terminal.text.split(separator: "\r\n")
                        .first { $0.contains(PairingURL.prefix) })
                let paired = try await place.pair("tv-\(isSame)", String(url))
                let code = try #require(paired["code"]?.string)
                try await terminal.see("does the new device show \(code)? [y/n]")
                terminal.type("perhaps\n")
                terminal.type(isSame ? "y\n" : "n\n")
                #expect(try await invite.end().ending == .exit(isSame ? 0 : 1))
                let push = try await place.navctl(
                    as: "tv-\(isSame)", "push", "from://tv", "--tab", "inbox")
                #expect((push.ending == .exit(0)) == isSame, "\(push)")
            }
        }
    }

    @Test("Every mirror of the user sees a pairing as a commit, in log, watch and explanation")
    func commit() async throws {
        try await Self.run { place, _, url in
            let viewer = try await place.invite("screen", "--viewer")
            try await place.pair("screen", viewer.url)
            let watch = try await place.watch(as: "screen")
            try await place.pair("later", url)
            try await watch.wait(for: "the pairing") { transcript in
                transcript.output.lines.contains {
                    $0.contains(#""kind":"devicePaired""#) && $0.contains(#""name":"later""#)
                } ? true : nil
            }
            let log = try await place.navctl(as: "desk", "log").output.text
            #expect(log.contains("paired device 'later'"), "\(log)")
            #expect(log.contains("paired device 'screen'"), "\(log)")
            let revision = try #require(try await place.ask("show")["revision"]?.integer)
            let words = try await place.navctl(as: "desk", "explain", "\(revision)").output.text
            #expect(words.contains("paired device 'later'"), "\(words)")
        }
    }
}
