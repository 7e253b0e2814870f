import Foundation
import NavigationModel
import NavigationWire
import Testing

@Suite("Texts of a hostile daemon", .inTurns)
struct HostileTextTests {
    /// A title by OSC, colours by CSI and by C1, a second line that looks like navctl's own, marks of
    /// direction, and no end.
    private static let words =
        "no\u{1b}]0;title\u{7}\u{1b}[31m\u{9b}2J\r\nnavctl: all is well\u{2028}\u{202e}evil\u{2066}"
        + String(repeating: "long ", count: 20_000)

    private static let commands = [
        ["status"], ["show"], ["push", "mail://1"], ["log"], ["doctor"], ["user", "list"],
        ["device", "list"], ["presence"], ["key", "show"], ["explain", "3"], ["undo"], ["lint"],
        ["export"], ["render"],
    ]

    @Test("Its words reach the terminal as one printable line of bounded length")
    func words() async throws {
        try await Installation.run { place in
            let daemon = try FakeDaemon(at: place("fake.sock")) { _ in
                .failure(Failure(.notPermitted, Self.words))
            }
            for words in Self.commands {
                let result = try await place.startNavctl(
                    as: "desk", ["--endpoint", daemon.endpoint, "--timeout", "2s"] + words
                ).end()
                let text = result.errors.text
                #expect(text.contains("navctl: "), "\(words): \(result)")
                #expect(
                    text.unicodeScalars.allSatisfy { Self.isPlain($0) },
                    "\(words): \(text.prefix(300))"
                )
                let forged = text.split(separator: "\n").filter { $0.hasPrefix("navctl: all") }
                #expect(forged.isEmpty, "\(words)")
                #expect(text.utf8.count < 20_000, "\(words): \(text.utf8.count) bytes")
            }
            await daemon.stop()
        }
    }

    @Test("Extreme figures of its status are shown, and nothing traps")
    func metrics() async throws {
        let names = [
            "cacheHits", "cacheMisses", "cacheEvictions", "recentCommits", "recentSeconds", "users",
            "devices", "feedDrops", "databaseBytes", "logBytes", "freeBytes", "publishedP50",
            "publishedP99", "syncP50", "syncP99", "outcome.applied", "refused.x", "openConnections",
        ]
        try await Installation.run { place in
            for figure: UInt64 in [.max, 1 << 63, 1] {
                let head = Head(
                    scene: .main, epoch: Epoch(rawValue: figure),
                    revision: Revision(rawValue: figure), digest: SceneState().digest)
                let daemon = try FakeDaemon(at: place("fake\(figure % 7).sock")) { request in
                    switch request.call {
                    case .sync: return Self.synced(head)
                    case .snapshotPart:
                        return .snapshotContent(offset: 0, content: SceneState().snapshot)
                    case .status:
                        return .status(
                            DaemonStatus(
                                daemonVersion: Self.words, instance: figure, uptime: figure,
                                head: head,
                                connections: Int(UInt32(truncatingIfNeeded: figure)),
                                scenesLoaded: Int(UInt32(truncatingIfNeeded: figure)),
                                commits: figure,
                                metrics: Dictionary(
                                    names.map { ($0, figure) }, uniquingKeysWith: { $1 })))
                    case .listDevices:
                        return .devices([Self.device(figure)], invitations: [], of: "ada")
                    default:
                        return Self.welcome(figure)
                    }
                }
                for words in [["status"], ["presence"], ["device", "list"], ["log"], ["doctor"]] {
                    for output in ["text", "json"] {
                        let result = try await place.startNavctl(
                            as: "desk",
                            ["--endpoint", daemon.endpoint, "--timeout", "1s", "--output", output]
                                + words
                        ).end()
                        #expect([0, 1, 3, 4].contains(result.code), "\(words): \(result)")
                        // JSON has no numbers above those of 64 bits with a sign.
                        let shown = "\"cacheHits\":\(Int64(clamping: figure))"
                        #expect(
                            words != ["status"] || output != "json"
                                || result.output.text.contains(shown), "\(result)")
                        let text = result.output.text + result.errors.text
                        #expect(text.unicodeScalars.allSatisfy { Self.isPlain($0) }, "\(words)")
                    }
                }
                await daemon.stop()
            }
        }
    }

    @Test("A frame that is too large costs it the connection, not the client its memory")
    func largeFrame() async throws {
        try await Installation.run { place in
            let daemon = try FakeDaemon(
                at: place("fake.sock"), answering: [UInt8](repeating: 1, count: 64 << 20))
            let result = try await place.navctl(
                "--endpoint", daemon.endpoint, "--timeout", "2s", "status")
            #expect([1, 3].contains(result.code), "\(result)")
            await daemon.stop()
        }
    }

    @Test(
        "Refuses to talk to a daemon of another user in a directory that everybody can write",
        .enabled(if: geteuid() == 0))
    func foreignUser() async throws {
        try await Installation.run { place in
            // The directory is root's, and all may make files in it, as in /tmp.
            let shared = place("shared")
            try FileManager.default.createDirectory(
                atPath: shared, withIntermediateDirectories: false)
            for path in [place.root, shared] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: path == shared ? 0o1777 : 0o755], ofItemAtPath: path)
            }
            let uid: UInt32 = 65_533
            let script = """
                use IO::Socket::UNIX;
                my $listener = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 8) or die "$!";
                chmod 0777, $ARGV[0];
                $| = 1; print "ready\\n";
                my @clients;
                while (my $client = $listener->accept) { push @clients, $client }
                """
            let listener = try place.start(
                "/usr/bin/setpriv",
                ["--reuid", "\(uid)", "--clear-groups", "perl", "-e", script, "\(shared)/s.sock"])
            try await listener.wait(for: "the listener") {
                $0.output.text.contains("ready") ? true : nil
            }
            let result = try await place.navctl(
                "--endpoint", "ipc://\(shared)/s.sock", "--timeout", "5s", "push", "mail://1")
            // Not 3, which promises that the change is kept: nothing is before a store is known.
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("uid \(uid)"), "\(result)")
        }
    }

    /// Returns `true` for a scalar that a terminal shows as text, and for the end of a line.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0a, 0x20...0x7e: true
        case 0..<0xa0, 0x200b, 0x2028...0x202e, 0x2060...0x2067, 0x206a...0x206f, 0xfeff: false
        default: true
        }
    }

    /// An empty scene at an extreme revision.
    private static func synced(_ head: Head) -> Reply.Result {
        .synced(
            SyncReply(
                head: head,
                content: .snapshot(
                    id: 1, revision: head.revision, length: SceneState().snapshot.count),
                lastSequence: .zero, time: Timestamp(rawValue: .max)))
    }

    private static func welcome(_ figure: UInt64) -> Reply.Result {
        var generator = SystemRandomNumberGenerator()
        return .welcome(
            Welcome(
                instance: figure, daemonVersion: words,
                time: Timestamp(rawValue: Int64(bitPattern: figure)),
                feed: FeedAddress(socket: "feed.sock", port: nil),
                topic: .random(using: &generator), feedKey: .random(using: &generator), user: "ada",
                deviceName: "desk", limits: ["tabs": figure]))
    }

    private static func device(_ figure: UInt64) -> DeviceInfo {
        DeviceInfo(
            device: DeviceID(high: 1, low: figure), name: "desk", platform: "p", role: .full,
            credential: .uid(0), added: Timestamp(rawValue: Int64(bitPattern: figure)),
            revoked: nil, connections: Int(UInt32(truncatingIfNeeded: figure)),
            lastSeen: Timestamp(rawValue: Int64(bitPattern: figure)), knowsNextServerKey: true,
            progress: [
                DeviceProgress(
                    scene: .main, revision: Revision(rawValue: figure), lag: figure,
                    since: Timestamp(rawValue: Int64(bitPattern: figure)),
                    observedAt: Timestamp(rawValue: 1))
            ])
    }
}
