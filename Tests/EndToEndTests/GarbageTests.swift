import Foundation
import NavigationModel
import NavigationWire
import SeededRandom
import Testing
import ZeroMQ

@Suite("Random bytes on the daemon's sockets", .inTurns)
struct GarbageTests {
    private static let seed: UInt64 = 77

    /// The attacks on the daemon, and the sockets that they go to.
    private static let bursts: [(name: String, burst: @Sendable (Target) throws -> Void)] = [
        ("random frames on control", { try $0.sendRandomFrames() }),
        ("messages of many frames on control", { try $0.sendManyFrames() }),
        ("cut and altered requests on control", { try $0.sendAlteredRequests() }),
        ("random subscriptions on the feed", { try $0.subscribeAtRandom() }),
        ("raw bytes on the control socket", { try $0.writeRaw(to: $0.control) }),
        ("raw bytes on the feed's socket", { try $0.writeRaw(to: $0.feed) }),
        ("raw bytes on tcp", { try $0.writeRawOverTCP() }),
    ]

    @Test("The daemon goes on serving, and a good watcher loses nothing")
    func survives() async throws {
        print("garbage from seed \(Self.seed)")
        try await Installation.run { place in
            let (daemon, port) = try await place.daemonWithTCP()
            try await place.change("apply", Scenes.path("music.en.yaml"))
            let watch = try await place.watch(as: "tablet")
            for (index, entry) in Self.bursts.enumerated() {
                let target = Target(place, port: port, seed: Self.seed + UInt64(index))
                try await onOwnThread { try entry.burst(target) }
                #expect(daemon.transcript.ending == nil, "\(entry.name): \(daemon.transcript)")
                let status = try await place.status()
                #expect(status["reachable"] == .boolean(true), "\(entry.name)")
                try await place.change("push", "music://after/\(index)")
            }
            let head = Int64(Self.bursts.count + 1)
            try await watch.untilRevision(head)
            let watched = try Watched(watch)
            #expect(watched.revisions == Array(2...head))
            let daemonStatus = try await place.status()["daemon"]
            #expect(watched.digest == daemonStatus?["digest"]?.string)
            try await daemon.stop()
        }
    }
}

/// The sockets of a daemon, and ways to abuse them. Everything here blocks.
private final class Target: @unchecked Sendable {
    // Sendable: handed over to one thread, and used there alone.
    let control: String
    let feed: String
    private let port: UInt16
    private var generator: SeededGenerator

    init(_ place: Installation, port: UInt16, seed: UInt64) {
        control = "\(place.sockets)/control.sock"
        feed = "\(place.sockets)/feed.sock"
        self.port = port
        generator = SeededGenerator(seed: seed)
    }

    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in .random(in: .min ... .max, using: &generator) }
    }

    private func length(_ limit: Int) -> Int { .random(in: 0...limit, using: &generator) }

    func sendRandomFrames() throws {
        let connection = try ControlConnection("ipc://\(control)")
        for _ in 0..<500 { try connection.send([bytes(length(2_000))]) }
        try connection.send([bytes(WireLimits.controlFrame)])
        try expectMalformed(connection)
        // Over the limit: costs the connection, at most.
        let other = try ControlConnection("ipc://\(control)")
        try other.send([bytes(WireLimits.controlFrame + 1)])
    }

    func sendManyFrames() throws {
        let connection = try ControlConnection("ipc://\(control)")
        for _ in 0..<100 {
            try connection.send((0...length(60)).map { _ in bytes(length(100)) } + [[]])
        }
        try connection.send(Array(repeating: bytes(10), count: 5_000))
        // That costs the connection; another one is heard.
        try expectMalformed(try ControlConnection("ipc://\(control)"))
    }

    /// Requests as they should be, then cut, or with a few bytes changed.
    func sendAlteredRequests() throws {
        let connection = try ControlConnection("ipc://\(control)")
        let device = DeviceID.random(using: &generator)
        let change = Change(
            device: device, sequence: SequenceNumber(rawValue: 1),
            base: .init(revision: .zero, latest: .zero), operations: [.selectTab("home")])
        let submit = SubmitRequest(
            scene: .main, epoch: Epoch(rawValue: 1), after: .zero, change: change.encoded, age: 0)
        _ = try connection.ask(.addUser("somebody", uid: nil))
        // Of a user of its own, whose scenes nobody else looks at.
        let calls: [Request.Call] = [
            .hello(Hello(user: "somebody", device: device, name: "noise")),
            .sync(scene: .main, epoch: .none, revision: .zero), .submit(submit),
            .history(scene: .main, after: .zero, limit: 10), .presence(scene: .main),
            .snapshotPart(scene: .main, id: 1, offset: 0), .status(scene: .main),
        ]
        for _ in 0..<100 {
            for call in calls {
                var request = Request(id: 1, call: call).encoded
                if Bool.random(using: &generator) {
                    request = Array(request.prefix(length(request.count)))
                } else {
                    for _ in 0...length(3) where !request.isEmpty {
                        request[length(request.count - 1)] = bytes(1)[0]
                    }
                }
                try connection.send([request])
            }
        }
        try expectMalformed(connection)
    }

    /// Expects that certain garbage is answered as such; other answers before it are dropped.
    private func expectMalformed(_ connection: ControlConnection) throws {
        try connection.send([[0x08, 0xff, 0xff]])
        while true {
            if case .failure(let failure) = try connection.reply().result,
                failure.code == .malformed
            {
                return
            }
        }
    }

    func subscribeAtRandom() throws {
        let context = try Context()
        // Too long a topic, and too many of them, cost the connection: each few come by their own.
        for count in [0, 1, 16, 64, 65, 245, 246, 255, 256, 4_000, 10_000] {
            try subscribe([[1] + bytes(count)], in: context).close()
        }
        for _ in 0..<50 {
            let messages = (0..<100).map { _ in [UInt8(length(3))] + bytes(length(100)) }
            try subscribe(messages, in: context).close()
        }
        // One of the right length is answered with `gone`, as its topic is not valid.
        let good = try subscribe([[1] + bytes(Topic.length)], in: context)
        defer { good.close() }
        guard try !good.wait(for: .readable, within: timeout).isEmpty else {
            throw NeverCame("the feed does not answer a subscription")
        }
    }

    private func subscribe(_ messages: [[UInt8]], in context: Context) throws -> Socket {
        let socket = try Socket(.xsub, in: context)
        try socket.set(.linger, to: .milliseconds(100))
        try socket.connect(.ipc(path: feed))
        for message in messages { try send(message, on: socket) }
        return socket
    }

    private func send(_ message: [UInt8], on socket: Socket) throws {
        while try socket.send(message) != .sent {
            guard try !socket.wait(for: .writable, within: timeout).isEmpty else {
                throw NeverCame("no room for a subscription")
            }
        }
    }

    /// Bytes without any protocol: at random, a greeting and then at random, and none at all.
    func writeRaw(to path: String) throws {
        for round in 0..<30 {
            let socket = try RawSocket(path: path)
            try abuse(socket, round)
        }
    }

    func writeRawOverTCP() throws {
        for round in 0..<30 {
            try abuse(try RawSocket(port: port), round)
            try abuse(try RawSocket(port: port + 1), round)
        }
    }

    private func abuse(_ socket: RawSocket, _ round: Int) throws {
        switch round % 4 {
        case 0: socket.write(bytes(length(10_000)))
        case 1: socket.write(Self.greeting + bytes(length(1_000)))
        case 2: socket.write(Array(Self.greeting.prefix(length(Self.greeting.count))))
        default: socket.write(Self.greeting + Self.ready + bytes(length(1_000)))
        }
    }

    /// ZMTP 3.1 with the NULL mechanism.
    private static let greeting: [UInt8] =
        [0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1] + Array("NULL".utf8)
        + Array(repeating: 0, count: 48)
    /// A DEALER introduces itself.
    private static let ready: [UInt8] = {
        let body =
            [5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8) + [0, 0, 0, 6]
            + Array("DEALER".utf8)
        return [4, UInt8(body.count)] + body
    }()
}
