import Glibc
import NavigationWire
import Testing
import ZeroMQ

@testable import NavigationClient
import NavigationTransport
@testable import NavigationServer

@Suite("Limits on peers", .timeLimit(.minutes(5)))
struct LoadTests {
    @Test("Beyond the limit new connections are shed at once, and established ones stay")
    func shedding() async throws {
        let stage = try await RemoteStage(limits: ServerLimits(connections: 5))
        let bench = stage.bench
        let topic = Topic.any
        _ = try await stage.connect("phone", following: topic)
        let endpoint = await bench.remoteEndpoints[0]
        let crowd = try RawConnections(10, to: endpoint)
        for _ in 0..<7 { await bench.next { $0 == .refusal(.shed, .control) } }
        #expect(await bench.send([1], from: "phone"))
        await bench.next { if case .request([1], _, _) = $0 { true } else { false } }
        await bench.publish([2], on: topic)
        await bench.next(.publication([2]), of: "phone")
        #expect(await !bench.hasUnread { $0 == .client("phone", .disconnected) })
        crowd.close()
        // With room again, another one gets in by itself.
        let tablet = try await stage.device()
        try await bench.startClient("tablet", credentials: stage.credentials(tablet))
        await bench.next(.connected, of: "tablet")
        await bench.close()
    }

    @Test("A connection without a handshake is closed in time, before a client would give up")
    func late() async throws {
        var limits = ServerLimits()
        #expect(limits.handshake == .seconds(4))
        #expect(limits.handshake < ReconnectingSocket.handshakeInterval)
        limits.handshake = .milliseconds(200)
        let stage = try await RemoteStage(limits: limits)
        let bench = stage.bench
        for (service, endpoint) in zip(Channel.allCases, await bench.remoteEndpoints) {
            let mute = try await bench.withSockets { _ in try RawConnections(1, to: endpoint) }
            await bench.next { $0 == .refusal(.handshakeTimeout, service) }
            mute.close()
        }
        await bench.close()
    }

    @Test("A thousand idle connections block no client, and are disconnected at the timeout")
    func halfOpen() async throws {
        let stage = try await RemoteStage()
        let bench = stage.bench
        let topic = Topic.any
        _ = try await stage.connect("phone", following: topic)
        let endpoint = await bench.remoteEndpoints[0]
        let crowd = try await bench.withSockets { _ in try RawConnections(1_000, to: endpoint) }
        _ = try await stage.connect("tablet", following: topic)
        for round in 0..<50 {
            let name = ["phone", "tablet"][round % 2]
            #expect(await bench.send([1], from: name))
            guard case .request(_, let peer, _) = await bench.next({ $0.isRequest }) else { return }
            #expect(await bench.reply([2], to: peer) == .sent)
            await bench.next(.reply([2]), of: name)
        }
        for _ in 0..<1_000 { await bench.next { $0 == .refusal(.handshakeTimeout, .control) } }
        #expect(await bench.connectionCount == 4)
        crowd.close()
        await bench.close()
    }

    /// Connects a client named good and one that never reads, which both follow a topic.
    private static func subscribe(to bench: TransportBench) async throws -> (Topic, IdleReader) {
        try await bench.startClient("good")
        await bench.next(.connected, of: "good")
        let topic = Topic.any
        let endpoint = try Endpoint(bench.feed)
        let idle = IdleReader()
        try await bench.withSockets { try idle.subscribe(to: topic, at: endpoint, in: $0) }
        await bench.next { if case .subscription = $0 { true } else { false } }
        try await bench.follow(topic, from: "good")
        await bench.next { if case .subscription = $0 { true } else { false } }
        return (topic, idle)
    }

    @Test("For a subscriber that never reads a bounded number of publications is kept")
    func neverReads() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        let (topic, idle) = try await Self.subscribe(to: bench)
        // In step with the one that reads, so that it misses nothing.
        let payload = [UInt8](repeating: 5, count: 16_000)
        for _ in 0..<1_500 {
            await bench.publish(payload, on: topic)
            await bench.next(.publication(payload), of: "good")
        }
        // It is counted once that one began to miss something; it never took up again.
        #expect(await bench.feedDrops == 1)
        let kept = try await bench.withSockets { _ in try idle.drain(atLeast: 512) }
        #expect((512..<700).contains(kept))
        try await bench.withSockets { _ in idle.close() }
        await bench.close()
    }

    @Test("Unread replies are queued up to two megabytes; then the peer is a slow consumer")
    func unreadReplies() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        let endpoint = try Endpoint(bench.control)
        let idle = IdleReader()
        try await bench.withSockets { try idle.ask(at: endpoint, in: $0) }
        guard case .request(_, let peer, _) = await bench.next({ $0.isRequest }) else { return }
        let chunk = [UInt8](repeating: 5, count: 262_144)
        var sent = 0
        while await bench.reply(chunk, to: peer) == .sent, sent < 100 { sent += 1 }
        // Some are in the system's buffers and in the client's own queue by now, or on their way
        // there: so the next one may find room again, and only what is kept is certain.
        #expect((7...16).contains(sent))
        let kept = try await bench.withSockets { [sent] _ in try idle.drain(atLeast: sent) }
        #expect(kept == sent)
        #expect(await bench.reply(chunk, to: peer) == .sent)
        try await bench.withSockets { _ in idle.close() }
        await bench.close()
    }

    @Test("A subscriber that reads nothing is disconnected, by name, and no other")
    func deaf() async throws {
        let bench = try TransportBench()
        var limits = ServerLimits()
        limits.standstill = .milliseconds(300)
        try await bench.startServer(limits: limits)
        let (topic, idle) = try await Self.subscribe(to: bench)
        let payload = [UInt8](repeating: 5, count: 16_000)
        for _ in 0..<600 {
            await bench.publish(payload, on: topic)
            await bench.next(.publication(payload), of: "good")
        }
        await bench.next { $0 == .refusal(.unread, .feed) }
        await bench.publish([7], on: topic)
        await bench.next(.publication([7]), of: "good")
        #expect(await !bench.hasUnread { $0 == .client("good", .disconnected) })
        try await bench.withSockets { _ in idle.close() }
        await bench.close()
    }

    @Test("A client that sends requests and reads no replies is disconnected, and no other")
    func neverReadsReplies() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        try await bench.startClient("good")
        await bench.next(.connected, of: "good")
        #expect(await bench.send([7], from: "good"))
        guard case .request([7], let good, _) = await bench.next({ $0.isRequest }) else { return }
        let endpoint = try Endpoint(bench.control)
        let idle = IdleReader()
        try await bench.withSockets { try idle.ask(at: endpoint, in: $0) }
        guard case .request([1], let peer, _) = await bench.next({ $0.isRequest }) else { return }
        let chunk = [UInt8](repeating: 5, count: 262_144)
        var dropped = 0
        while let delivery = await bench.reply(chunk, to: peer), dropped < 1_000 {
            if delivery == .unreachable { break }
            // In a row: libzmq takes the large ones from the queue meanwhile.
            dropped = delivery == .slowConsumer ? dropped + 1 : 0
        }
        #expect(dropped == 63)
        await bench.next { $0 == .refusal(.slowConsumer, .control) }
        #expect(await bench.reply([8], to: good) == .sent)
        await bench.next(.reply([8]), of: "good")
        await bench.close()
    }

    @Test("A client that keeps subscribing to further topics is disconnected; a few are accepted")
    func oftenSubscribed() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        let endpoint = try Endpoint(bench.feed)
        let restless = IdleReader()
        try await bench.withSockets { try restless.subscribe(128, at: endpoint, in: $0) }
        for _ in 0..<128 {
            await bench.next { if case .subscription = $0 { true } else { false } }
        }
        #expect(await !bench.hasUnread { $0 == .refusal(.tooManySubscriptions, .feed) })
        try await bench.withSockets { _ in try restless.subscribe(500) }
        await bench.next { $0 == .refusal(.tooManySubscriptions, .feed) }
        await bench.close()
    }
}

/// A socket that does not read until it is told to. One thread at a time uses it.
private final class IdleReader: @unchecked Sendable {
    private var socket: Socket?

    func subscribe(to topic: Topic, at endpoint: Endpoint, in context: Context) throws {
        let reader = try Socket(.sub, in: context)
        try reader.set(.receiveHighWaterMark, to: 1)
        try reader.subscribe(topic.bytes)
        try reader.connect(endpoint)
        socket = reader
    }

    /// Subscribes to so many topics, and to none of them for long.
    func subscribe(_ count: Int, at endpoint: Endpoint, in context: Context) throws {
        let reader = try Socket(.sub, in: context)
        try reader.connect(endpoint)
        socket = reader
        // What is said before there is a connection is not said one by one.
        try reader.subscribe([0])
        _ = try reader.wait(for: .readable, within: .milliseconds(200))
        try subscribe(count - 1)
    }

    func subscribe(_ count: Int) throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<count {
            let topic = Topic.random(using: &generator).bytes
            try socket?.subscribe(topic)
            try socket?.unsubscribe(topic)
        }
    }

    func ask(at endpoint: Endpoint, in context: Context) throws {
        let reader = try Socket(.dealer, in: context)
        try reader.set(.receiveHighWaterMark, to: 1)
        try reader.connect(endpoint)
        #expect(try reader.send([1]) == .sent)
        socket = reader
    }

    /// Reads what has to come, however long that takes, and then until nothing comes for a
    /// while; returns how much came.
    func drain(atLeast expected: Int) throws -> Int {
        guard let socket else { return 0 }
        var count = 0
        func timeout() -> Duration { count < expected ? .seconds(30) : .seconds(1) }
        while try !socket.wait(for: .readable, within: timeout()).isEmpty {
            while try socket.receiveMultipart() != nil { count += 1 }
        }
        return count
    }

    /// Closes it, for whose end the context would wait.
    func close() {
        socket?.close()
    }
}

/// Connections that are opened and then left alone.
private struct RawConnections: Sendable {
    private let descriptors: [Int32]

    init(_ count: Int, to endpoint: Endpoint) throws {
        guard case .tcp(_, let port) = endpoint else { throw TransportMismatch() }
        var descriptors: [Int32] = []
        for _ in 0..<count {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let result = unsafe withUnsafePointer(to: address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else { throw TransportMismatch() }
            descriptors.append(descriptor)
        }
        self.descriptors = descriptors
    }

    func close() {
        for descriptor in descriptors { _ = Glibc.close(descriptor) }
    }

    struct TransportMismatch: Error {}
}
