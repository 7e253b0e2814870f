import Foundation
import NavigationModel
import NavigationWire
import Synchronization
import Testing

@Suite("navctl device invite", .inTurns)
struct InviteCommandTests {
    private static func daemon(
        in place: Installation, addresses: [String] = ["192.0.2.7:4250", "desk.example:4250"],
        _ onRequest: @escaping @Sendable (Request.Call) -> Void = { _ in }
    ) throws -> FakeDaemon {
        try FakeDaemon(at: place("fake.sock")) { request in
            onRequest(request.call)
            guard case .invite(let invite) = request.call else { return .done }
            return .invited(
                InviteReply(
                    id: InvitationID(rawValue: 0xabcd), user: invite.user ?? "ada",
                    expires: Timestamp(rawValue: 4_000_000_000_000_000),
                    serverKey: AdministrationCommandTests.key(8), addresses: addresses))
        }
    }

    private static func navctl(
        _ words: [String], of daemon: FakeDaemon, in place: Installation
    ) async throws -> Finished {
        try await place.startNavctl(
            as: "none",
            ["--endpoint", daemon.endpoint, "--user", "ada", "device", "invite"] + words
        ).end()
    }

    @Test("The URL has all that the new device needs, and the daemon never sees its secret")
    func url() async throws {
        try await Installation.run { place in
            let invites = Mutex<[InviteRequest]>([])
            let daemon = try Self.daemon(in: place) { call in
                if case .invite(let invite) = call { invites.withLock { $0.append(invite) } }
            }
            let result = try await Self.navctl(
                ["--name", "tv", "--viewer", "--expires", "1h", "--output", "json"], of: daemon,
                in: place)
            let object = try JSON(result.output.text)
            let url = try PairingURL(try #require(object["url"]?.string))
            #expect(url.user == "ada")
            #expect(url.name == "tv")
            #expect(url.role == .viewer)
            #expect(url.addresses == ["192.0.2.7:4250", "desk.example:4250"])
            #expect(url.serverKey == AdministrationCommandTests.key(8))
            #expect(object["id"]?.string == "000000000000abcd")
            #expect(
                object["serverFingerprint"]?.string
                    == "\(Fingerprint(of: AdministrationCommandTests.key(8).bytes))")
            let invite = try #require(invites.withLock { $0 }.first)
            #expect(invite.lifetime == .seconds(3_600))
            #expect(invite.role == .viewer)
            #expect(invite.key.bytes != url.secretKey.bytes)
            // Another one has another key.
            _ = try await Self.navctl(["--name", "tv"], of: daemon, in: place)
            #expect(Set(invites.withLock { $0 }.map(\.key)).count == 2)
            await daemon.stop()
        }
    }

    @Test(
        "The text describes the invitation and its withdrawal; the code is drawn on a terminal only"
    )
    func text() async throws {
        try await Installation.run { place in
            let daemon = try Self.daemon(in: place)
            let result = try await Self.navctl(["--name", "tv"], of: daemon, in: place)
            #expect(result.ending == .exit(0), "\(result)")
            let text = result.output.text
            #expect(text.hasPrefix(PairingURL.prefix))
            #expect(text.contains("tv (full) of ada"))
            #expect(text.contains("\(Fingerprint(of: AdministrationCommandTests.key(8).bytes))"))
            #expect(text.contains("navctl device uninvite 000000000000abcd"))
            #expect(!text.contains("█"))
            await daemon.stop()
        }
    }

    @Test("Without an address the invitation is withdrawn, and the missing setting is reported")
    func noAddress() async throws {
        try await Installation.run { place in
            let calls = Mutex<[Request.Call]>([])
            let daemon = try Self.daemon(in: place, addresses: []) { call in
                calls.withLock { $0.append(call) }
            }
            let result = try await Self.navctl(["--name", "tv"], of: daemon, in: place)
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("--tcp"), "\(result)")
            #expect(
                calls.withLock { $0 }.contains(
                    .withdrawInvitation("ada", InvitationID(rawValue: 0xabcd))))
            await daemon.stop()
        }
    }

    @Test("With --wait it ends when the device has paired, or the invitation has ended")
    func wait() async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTCP()
            for isUsed in [true, false] {
                let invite = try place.startNavctl(
                    as: "desk",
                    ["--output", "json", "device", "invite", "--name", "tablet", "--wait"])
                let line = try await invite.wait(for: "the invitation") { transcript in
                    transcript.output.lines.first { $0.hasSuffix("}") }
                }
                let object = try JSON(line)
                let url = try #require(object["url"]?.string)
                if isUsed {
                    let paired = try await place.pair("tablet", url)
                    let result = try await invite.end()
                    #expect(result.ending == .exit(0), "\(result)")
                    let last = try JSON(try #require(result.output.lines.last))
                    #expect(last["paired"]?["name"]?.string == "tablet")
                    #expect(last["paired"]?["fingerprint"] == paired["fingerprint"])
                } else {
                    try await place.change("device", "uninvite", #require(object["id"]?.string))
                    let result = try await invite.end()
                    #expect(result.ending == .exit(1), "\(result)")
                    #expect(result.errors.text.contains("expired unused"), "\(result)")
                }
            }
        }
    }

    @Test("A scanner reads the URL from the code, on a dark terminal and on a light one")
    func scan() async throws {
        try await Installation.run { place in
            let daemon = try Self.daemon(in: place)
            let plain = try await Self.navctl(["--name", "tv", "--qr"], of: daemon, in: place)
            let lines = plain.output.lines.prefix { !$0.isEmpty }
            // Light blocks on a dark screen.
            #expect(
                try await Self.scan(Array(lines), inkIsBlock: false, in: place)
                    == plain.output.lines[lines.count + 1])

            let terminal = try PseudoTerminal()
            defer { terminal.hangUp() }
            try await place.startNavctl(
                as: "none",
                [
                    "--endpoint", daemon.endpoint, "--user", "ada", "device", "invite", "--name",
                    "tv",
                ], terminal: terminal.path
            ).end()
            try await terminal.see("withdraw")
            let shown = terminal.text.split(separator: "\r\n").map(String.init)
            let start = "\u{1b}[30;107m"
            let drawn = shown.filter { $0.hasPrefix(start) }
                .map { $0.replacing(start, with: "").replacing("\u{1b}[0m", with: "") }
            #expect(drawn.count > 20)
            // Black ink on white, whatever the colours of the terminal.
            let scanned = try await Self.scan(drawn, inkIsBlock: true, in: place)
            #expect(shown.contains(scanned), "\(scanned)")
            await daemon.stop()
        }
    }

    /// Paints the lines as a terminal does, and has a scanner read the picture.
    private static func scan(
        _ lines: [String], inkIsBlock: Bool, in place: Installation
    ) async throws -> String {
        let halves: [Character: (Bool, Bool)] = [
            "█": (true, true), "▀": (true, false), "▄": (false, true), " ": (false, false),
        ]
        let rows = lines.flatMap { line -> [[Bool]] in
            let cells = line.map { halves[$0] ?? (false, false) }
            return [cells.map(\.0), cells.map(\.1)]
        }
        let scale = 4
        var picture = Array(
            "P5 \(scale * (rows.first?.count ?? 0)) \(scale * rows.count) 255\n".utf8)
        for row in rows {
            let line = row.flatMap { isBlock in
                Array(repeating: UInt8(isBlock == inkIsBlock ? 0 : 255), count: scale)
            }
            for _ in 0..<scale { picture += line }
        }
        let path = place("code-\(inkIsBlock).pgm")
        try Data(picture).write(to: URL(filePath: path))
        let result = try await place.start(
            "/usr/bin/zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path]
        ).end()
        return result.output.lines.first ?? "\(result)"
    }
}
