import Foundation
import NavigationWire
import Testing
import ZeroMQ

@Suite("Messages that never end", .inTurns)
struct EndlessMessageTests {
    /// KiB that the daemon may take beside what it had: 32 MiB of others' messages, of every kind in
    /// another place of the allocator's.
    private static let room = 96 * 1_024
    /// Bytes that each connection would bring if it could.
    private static let burst = 256_000_000

    /// A way to send a message without an end: to which socket, as what, in frames of which length.
    private struct Way: Sendable {
        let socket: String
        let type: String
        let frame: Int
    }

    private static let ways = [
        Way(socket: "control", type: "DEALER", frame: 65_536),
        Way(socket: "control", type: "DEALER", frame: 40),
        Way(socket: "control", type: "DEALER", frame: 0),
        Way(socket: "feed", type: "SUB", frame: 1_000),
        Way(socket: "feed", type: "SUB", frame: 0),
    ]

    @Test("They cost their connections, by name, and neither memory nor others their answers")
    func burst() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            let before = try Self.localUser(daemon)
            for way in Self.ways {
                let path = "\(place.sockets)/\(way.socket).sock"
                // Two at once, and a good one meanwhile.
                let senders = (0..<2).map { _ in
                    Task {
                        try await onOwnThread {
                            try RawPeer(path: path, type: way.type)
                                .sendWithoutEnd(frame: way.frame, bytes: Self.burst)
                        }
                    }
                }
                try await place.change("push", "m://\(way.socket)/\(way.frame)")
                for sender in senders {
                    let isTaken = try await sender.value
                    #expect(!isTaken, "all was taken: \(way)")
                }
                let peak = try Self.figure("VmHWM:", of: daemon)
                #expect(peak <= before + Self.room, "\(before), then \(peak) KiB: \(way)")
            }
            for socket in ["control", "feed"] {
                let line = try await daemon.wait(for: "a line on who was cut") { transcript in
                    transcript.errors.lines.first { $0.contains("\(socket): unfinished") }
                }
                #expect(line.contains("uid:\(geteuid())"), "\(line)")
                #expect(line.contains("pid:\(getpid())"), "\(line)")
            }
            let found = try await place.ask("doctor")
            #expect(found["ok"] == .boolean(true), "\(found)")
            try await daemon.stop()
        }
    }

    @Test("A paired device with an endless message is disconnected, and logged by its key")
    func byKey() async throws {
        try await Installation.run { place in
            let (daemon, port) = try await place.daemonWithTCP()
            try await place.pair("phone", try await place.invite("phone").url)
            let server = try ForgeryTests.key(in: place.data + "/server.key").publicKey()
            let own = try ForgeryTests.key(in: place.device("phone") + "/device.key")
            let key = try #require(PublicKey(bytes: try own.publicKey().bytes))
            let before = try Self.localUser(daemon)
            for frame in [65_536, 1] {
                try await onOwnThread {
                    let peer = try RawCurvePeer(port: port, of: server, as: own, properties: [])
                    // Its first words tell whose the connection is.
                    try peer.send(Request(id: 1, call: .listUsers(after: nil)))
                    _ = try peer.reply()
                    let isTaken = try peer.sendWithoutEnd(
                        frame: frame, bytes: frame > 1 ? Self.burst / 2 : 1_000_000)
                    #expect(!isTaken)
                }
            }
            let peak = try Self.figure("VmHWM:", of: daemon)
            #expect(peak <= before + Self.room, "\(before), then \(peak) KiB")
            let line = try await daemon.wait(for: "a line on who was cut") { transcript in
                transcript.errors.lines.first { $0.contains("control: unfinished") }
            }
            #expect(line.contains("key:\(key)") && line.contains("127.0.0.1"), "\(line)")
            try await daemon.stop()
        }
    }

    /// KiB of a process that are in memory.
    private static func localUser(_ process: RunningProcess) throws -> Int {
        try figure("VmRSS:", of: process)
    }

    private static func figure(_ name: String, of process: RunningProcess) throws -> Int {
        let lines = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
            .split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix(name) })
        return try #require(
            line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
}
