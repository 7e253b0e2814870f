import Glibc
import NavigationWire
import Testing
import ZeroMQ

import NavigationClient
import NavigationTransport
@testable import NavigationServer

@Suite("Limits on connections", .timeLimit(.minutes(5)))
struct ConnectionLimitTests {
    private static func limits(ofOne count: Int, idleTimeout: Duration = .seconds(10))
        -> ServerLimits
    {
        var limits = ServerLimits(connections: 20)
        limits.connectionsOfOne = count
        limits.idleTimeout = idleTimeout
        return limits
    }

    @Test(
        "A flood of one key's connections, silent or not, leaves room for another key",
        arguments: [true, false])
    func oneKey(speaks: Bool) async throws {
        let stage = try await RemoteStage(limits: Self.limits(ofOne: 6, idleTimeout: .seconds(5)))
        let bench = stage.bench
        let topic = Topic.any
        _ = try await stage.connect("phone", following: topic)
        let greedy = try await stage.device()
        let endpoint = await bench.remoteEndpoints[0]
        let crowd = Crowd()
        let ends = try await bench.withSockets { context in
            try crowd.connect(
                30, to: endpoint, as: greedy.keys, server: stage.keys.publicKey,
                speaking: speaks, in: context)
        }
        let refused = MonitorEvent.Kind.handshakeFailedAuthentication(status: 500)
        #expect(ends.prefix(6).allSatisfy { $0 == .handshakeSucceeded })
        #expect(ends.dropFirst(6).allSatisfy { $0 == refused })
        for _ in 0..<24 { await bench.next { $0 == .refusal(.perPrincipalLimit, .control) } }
        _ = try await stage.connect("tablet", following: topic)
        await bench.publish([2], on: topic)
        for name in ["phone", "tablet"] { await bench.next(.publication([2]), of: name) }
        // When they have ended, whose they were has room again.
        try await bench.withSockets { _ in crowd.close() }
        try await bench.startClient("greedy", credentials: stage.credentials(greedy))
        await bench.next(.connected, of: "greedy")
        #expect(await !bench.hasUnread { $0 == .client("phone", .disconnected) })
        #expect(await !bench.hasUnread { $0 == .refusal(.shed, .control) })
        await bench.close()
    }

    @Test("A local user has no more than a key, unless it may speak for many")
    func oneLocalUser() async throws {
        var limits = Self.limits(ofOne: 2)
        limits.administrators = []
        let bench = try TransportBench()
        let keys = try CurveKeyPair.generate()
        try await bench.startServer(keys: keys, limits: limits)
        for name in ["first", "second"] {
            try await bench.startClient(name, greeting: [0])
            await bench.next(.connected, of: name)
            await bench.next { $0.isRequest }
        }
        try await bench.startClient("third")
        await bench.next(.refused(.temporarilyRefused, .control), of: "third")
        await bench.next { $0 == .refusal(.perPrincipalLimit, .control) }
        let phone = try CurveKeyPair.generate()
        let key = try #require(PublicKey(bytes: phone.publicKey.bytes))
        await bench.admit(phone, to: [.control], as: .device(key))
        try await bench.startClient(
            "phone", credentials: ClientCredentials(keys: phone, serverKey: keys.publicKey))
        await bench.next(.connected, of: "phone")
        await bench.close()
    }

    /// Starts a server that has all the connections it may have, and one thread for them.
    private static func fullBench() async throws -> TransportBench {
        let bench = try TransportBench(ioThreads: 1)
        try await bench.startServer(limits: ServerLimits(connections: 2))
        for name in ["first", "second"] {
            try await bench.startClient(name, greeting: [0])
            await bench.next(.connected, of: name)
            await bench.next { $0.isRequest }
        }
        return bench
    }

    @Test("A client that a full daemon of its machine sheds connects as soon as there is room")
    func shed() async throws {
        let bench = try await Self.fullBench()
        try await bench.startClient("third")
        for _ in 0..<3 { await bench.next { $0 == .refusal(.shed, .control) } }
        await bench.stopClient("first")
        await bench.next(.connected, of: "third")
        #expect(await !bench.hasUnread { $0 == .client("third", .refused(.shed, .control)) })
        await bench.stopClient("third")
        try await bench.startClient("fourth")
        await bench.next(.connected, of: "fourth")
        // One that stays without room is told why.
        try await bench.startClient("fifth")
        await bench.next(.refused(.shed, .control), of: "fifth")
        await bench.close()
    }

    @Test("A connection beyond the limit of all counts for nobody, with a fast handshake too")
    func shedHandshake() async throws {
        let bench = try await Self.fullBench()
        try await bench.startClientHoldingServerUp("third")
        await bench.next { $0 == .refusal(.shed, .control) }
        #expect(await !bench.hasUnread { $0 == .refusal(.perPrincipalLimit, .control) })
        await bench.close()
    }

    @Test("An idle connection is closed on either service; one that has sent a message stays")
    func silent() async throws {
        let limits = Self.limits(ofOne: 6, idleTimeout: .milliseconds(500))
        let stage = try await RemoteStage(limits: limits)
        let bench = stage.bench
        let topic = Topic.any
        _ = try await stage.connect("phone", following: topic)
        let mute = try await stage.device()
        for (service, endpoint) in zip(Channel.allCases, await bench.remoteEndpoints) {
            try await bench.withSockets { context in
                let socket = try Crowd.socket(
                    service == .control ? .dealer : .sub, as: mute.keys,
                    server: stage.keys.publicKey, in: context)
                let monitor = try Monitor(socket)
                try socket.connect(endpoint)
                #expect(try monitor.handshakeEnd() == .handshakeSucceeded)
                try monitor.waitForDisconnect()
            }
            await bench.next { $0 == .refusal(.idle, service) }
        }
        await bench.publish([2], on: topic)
        await bench.next(.publication([2]), of: "phone")
        #expect(await bench.send([3], from: "phone"))
        await bench.next { if case .request([3], _, _) = $0 { true } else { false } }
        #expect(await !bench.hasUnread { $0 == .client("phone", .disconnected) })
        await bench.close()
    }

    @Test("The system probes the connections of devices, and ends those that don't answer")
    func probes() async throws {
        let stage = try await RemoteStage()
        _ = try await stage.connect("phone", following: Topic.any)
        let ports = await stage.bench.remoteEndpoints.compactMap { endpoint in
            if case .tcp(_, let port) = endpoint { port } else { nil }
        }
        let accepted = (0..<Int32(ServerLimits.descriptors)).filter { descriptor in
            Self.peerPort(descriptor) != nil && Self.port(descriptor).map(ports.contains) ?? false
        }
        #expect(accepted.count == 2)
        for descriptor in accepted {
            #expect(Self.option(SOL_SOCKET, SO_KEEPALIVE, of: descriptor) == 1)
            #expect(Self.option(Int32(IPPROTO_TCP), TCP_KEEPIDLE, of: descriptor) == 5)
            #expect(Self.option(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, of: descriptor) == 15_000)
        }
        await stage.bench.close()
    }

    private static func option(_ level: Int32, _ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(descriptor, level, name, &value, &length)
        return result == 0 ? value : nil
    }

    private static func port(_ descriptor: Int32) -> UInt16? {
        unsafe address { unsafe getsockname(descriptor, $0, $1) }
    }

    private static func peerPort(_ descriptor: Int32) -> UInt16? {
        unsafe address { unsafe getpeername(descriptor, $0, $1) }
    }

    private static func address(
        _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> UInt16? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes.baseAddress.map { start in
                unsafe ask(start.assumingMemoryBound(to: sockaddr.self), &length)
            }
        }
        guard result == 0, address.sin_family == AF_INET else { return nil }
        return UInt16(bigEndian: address.sin_port)
    }

    @Test("A silent handshake counts for as long as a connection may be silent, and no longer")
    func count() {
        let connectionCounter = ConnectionCounter(Self.limits(ofOne: 2))
        let phone = Principal.local(uid: 4_000_000_001)
        let tablet = Principal.local(uid: 4_000_000_002)
        let start = ContinuousClock.now
        let first = connectionCounter.admit(phone, at: start)
        #expect(connectionCounter.admit(phone, at: start + .seconds(1)) != nil)
        #expect(connectionCounter.admit(phone, at: start + .seconds(9)) == nil)
        #expect(connectionCounter.admit(tablet, at: start + .seconds(9)) != nil)
        // The first one speaks, so it counts on; the second may have left for all that is known.
        if let first { connectionCounter.recordMessage(first) }
        #expect(connectionCounter.admit(phone, at: start + .seconds(10)) == nil)
        #expect(connectionCounter.admit(phone, at: start + .seconds(11)) != nil)
        #expect(connectionCounter.admit(phone, at: start + .seconds(12)) == nil)
        if let first { connectionCounter.recordEnd(first) }
        #expect(connectionCounter.admit(phone, at: start + .seconds(12)) != nil)
    }

    @Test(
        "No principal has more than half of all; administrators have as many, whatever others use")
    func shares() throws {
        var limits = ServerLimits(connections: 1_000)
        limits.administrators = [0]
        #expect(limits.connections(of: .local(uid: 0)) == 500)
        #expect(limits.connections(of: .local(uid: 1)) == 128)
        #expect(limits.connections(of: .invitation(InvitationID(rawValue: 5))) == 128)
        limits.connections = 16
        for uid in 0...1 { #expect(limits.connections(of: .local(uid: UInt32(uid))) == 8) }
    }
}

/// Connections of one key. One thread at a time uses it.
private final class Crowd: @unchecked Sendable {
    // Sendable: handed from one thread to the next.
    private var sockets: [Socket] = []

    /// Connects one after the other; returns how their handshakes end.
    func connect(
        _ count: Int, to endpoint: Endpoint, as keys: CurveKeyPair, server: CurvePublicKey,
        speaking speaks: Bool, in context: Context
    ) throws -> [MonitorEvent.Kind?] {
        try (0..<count).map { _ in
            let socket = try Self.socket(.dealer, as: keys, server: server, in: context)
            let monitor = try Monitor(socket)
            try socket.connect(endpoint)
            let end = try monitor.handshakeEnd()
            if end == .handshakeSucceeded, speaks { #expect(try socket.send([0]) == .sent) }
            sockets.append(socket)
            return end
        }
    }

    func close() {
        for socket in sockets { socket.close() }
        sockets = []
    }

    static func socket(
        _ type: SocketType, as keys: CurveKeyPair, server: CurvePublicKey, in context: Context
    ) throws -> Socket {
        let socket = try Socket(type, in: context)
        try socket.set(.linger, to: .zero)
        try socket.set(.curvePublicKey, to: keys.publicKey)
        try socket.set(.curveSecretKey, to: keys.secretKey)
        try socket.set(.curveServerKey, to: server)
        return socket
    }
}
