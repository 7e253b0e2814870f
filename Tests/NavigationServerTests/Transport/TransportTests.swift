import Glibc
import NavigationServer
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@Suite("Frames between a daemon and a client", .timeLimit(.minutes(5)))
struct TransportTests {
    @Test("A request reaches the server with its sender, and the reply comes back")
    func roundTrip() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        try await bench.startClient()
        await bench.next(.connected)
        #expect(await bench.send([1, 2, 3]))
        let request = await bench.next { $0.isRequest }
        guard case .request([1, 2, 3], let peer, by: .local(uid: getuid())) = request else {
            Issue.record("\(request)")
            return
        }
        #expect(await bench.reply([4, 5], to: peer) == .sent)
        await bench.next(.reply([4, 5]))
        #expect(await bench.reply([6], to: 9_999) == .unreachable)
        await bench.close()
    }

    @Test("A client's end is reported if it ever sent a message")
    func leaving() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        var peers: [ConnectionID] = []
        for name in ["phone", "tablet", "silent"] {
            try await bench.startClient(name)
            await bench.next(.connected, of: name)
            guard name != "silent" else { continue }
            #expect(await bench.send([1], from: name))
            guard case .request(_, let peer, _) = await bench.next({ $0.isRequest }) else { return }
            peers.append(peer)
        }
        await bench.stopClient("silent")
        await bench.stopClient("tablet")
        let owner = Principal.local(uid: getuid())
        await bench.next { [peers] in $0 == .left(peers[1], by: owner) }
        #expect(await bench.reply([2], to: peers[1]) == .unreachable)
        #expect(await bench.reply([2], to: peers[0]) == .sent)
        await bench.next(.reply([2]))
        #expect(await !bench.hasUnread { if case .left = $0 { true } else { false } })
        await bench.close()
    }

    @Test("A missing server is reported at once; one that restarts is found again")
    func reconnection() async throws {
        let bench = try TransportBench()
        try await bench.startClient()
        await bench.next(.unreachable)
        #expect(await bench.send([1]) == false)
        for _ in 0..<3 {
            try await bench.startServer()
            await bench.next(.connected)
            #expect(await bench.send([1]))
            await bench.next { $0.isRequest }
            await bench.stopServer()
            await bench.next(.disconnected)
            #expect(await bench.send([2]) == false)
        }
        await bench.close()
    }

    @Test("Only subscribed topics are received, and subscribing again is a new subscription")
    func feed() async throws {
        var generator = SystemRandomNumberGenerator()
        let first = Topic.random(using: &generator)
        let second = Topic.random(using: &generator)
        let bench = try TransportBench()
        try await bench.startServer()
        try await bench.startClient()
        await bench.next(.connected)
        for topic in [first, first, second] {
            try await bench.follow(topic)
            await bench.next { $0 == .subscription(topic.bytes, by: .local(uid: getuid())) }
        }
        await bench.publish([1], on: first)
        await bench.publish([2], on: second)
        #expect(await bench.next { $0.isPublication } == .client("phone", .publication([2])))
        await bench.close()
    }
}
