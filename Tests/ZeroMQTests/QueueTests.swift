import SocketHarness
import Testing
import ZeroMQ

@Suite("Full queues and absent peers are values")
struct QueueTests {
    @Test("At the high-water mark a send would block, and works again when there is room")
    func highWaterMark() async throws {
        try await onStage { context in
            let push = try Socket(.push, in: context)
            let pull = try Socket(.pull, in: context)
            try push.set(.sendHighWaterMark, to: 2)
            try pull.set(.receiveHighWaterMark, to: 2)
            try pull.connect(try push.bind(Transport.inproc.endpoint()))
            var sent: UInt8 = 0
            while try push.send([sent]) == .sent { sent += 1 }
            #expect(sent == 4)
            #expect(try push.send([sent]) == .wouldBlock)
            for number in 0..<sent { #expect(try pull.next() == [[number]]) }
            try push.post([[sent]])
            #expect(try pull.next() == [[sent]])
        }
    }

    @Test("Without a peer a send would block, and leaves the message whole")
    func noPeer() async throws {
        try await onStage { context in
            let dealer = try Socket(.dealer, in: context)
            var message = Message(bytes("later"))
            #expect(try dealer.send(&message) == .wouldBlock)
            #expect(message.copyBytes() == bytes("later"))
            #expect(try dealer.sendMultipart([bytes("a"), bytes("b")]) == .wouldBlock)
        }
    }

    @Test(
        "A mandatory ROUTER reports unknown and disconnected peers", arguments: Transport.allCases)
    func unreachable(transport: Transport) async throws {
        try await onStage { context in
            let (router, dealer) = try connected(.router, .dealer, by: transport, in: context)
            try router.set(.routerMandatory, to: true)
            try dealer.post([bytes("hello")])
            let peer = try router.nextRouted().sender
            var reply = Message(bytes("welcome"))
            #expect(try router.send(&reply, to: peer) == .sent)
            #expect(reply.count == 0)
            #expect(try dealer.next() == [bytes("welcome")])

            let stranger = RoutingID([9, 9, 9])
            #expect(try router.send([1], to: stranger) == .unreachable)
            #expect(try router.sendMultipart([[9, 9, 9], [1], [2]]) == .unreachable)

            let monitor = transport == .inproc ? nil : try Monitor(router)
            dealer.close()
            _ = try monitor?.next { if case .disconnected = $0 { true } else { false } }
            let end = ContinuousClock.now.advanced(by: timeout)
            var result = try router.send([2], to: peer)
            while result != .unreachable, ContinuousClock.now < end {
                _ = try router.wait(for: .readable, within: .milliseconds(1))
                result = try router.send([2], to: peer)
            }
            #expect(result == .unreachable)
        }
    }

    @Test("A mandatory ROUTER distinguishes a lagging peer from a lost one")
    func laggingPeer() async throws {
        try await onStage { context in
            let router = try Socket(.router, in: context)
            try router.set(.routerMandatory, to: true)
            try router.set(.sendHighWaterMark, to: 1)
            let dealer = try Socket(.dealer, in: context)
            try dealer.set(.receiveHighWaterMark, to: 1)
            try dealer.connect(try router.bind(Transport.inproc.endpoint()))
            try dealer.post([[0]])
            let peer = try router.nextRouted().sender
            while try router.send([1], to: peer) == .sent {}
            #expect(try router.send([1], to: peer) == .wouldBlock)
            #expect(try dealer.next() == [[1]])
        }
    }

    @Test("A multipart message goes whole or not at all", arguments: Transport.allCases)
    func allOrNothing(transport: Transport) async throws {
        try await onStage { context in
            let push = try Socket(.push, in: context)
            let pull = try Socket(.pull, in: context)
            try push.set(.sendHighWaterMark, to: 3)
            try pull.set(.receiveHighWaterMark, to: 3)
            try pull.connect(try push.bind(transport.endpoint()))
            // The network takes much before the queues fill: large frames fill it sooner.
            let filler = [UInt8](repeating: 7, count: 100_000)
            var sent = 0
            var refused = 0
            while refused < 100 {
                switch try push.sendMultipart([[UInt8(sent % 256)], filler, filler]) {
                case .sent: sent += 1
                case .wouldBlock: refused += 1
                case .unreachable: throw TimedOut()
                }
            }
            for number in 0..<sent {
                #expect(try pull.next() == [[UInt8(number % 256)], filler, filler])
            }
            try push.post([bytes("last")])
            #expect(try pull.next() == [bytes("last")])
        }
    }

    @Test("A frame over MAXMSGSIZE cuts off its sender, and only that one")
    func maximumMessageSize() async throws {
        try await onStage { context in
            let server = try Socket(.router, in: context)
            try server.set(.maximumMessageSize, to: 1000)
            let endpoint = try server.bind(Transport.tcp.endpoint())
            let monitor = try Monitor(server)
            let good = try Socket(.dealer, in: context)
            try good.connect(endpoint)
            let bad = try Socket(.dealer, in: context)
            try bad.set(.reconnectInterval, to: .seconds(60))
            try bad.connect(endpoint)
            try bad.post([[UInt8](repeating: 0, count: 1001)])
            _ = try monitor.next { if case .disconnected = $0 { true } else { false } }
            try good.post([[UInt8](repeating: 1, count: 1000)])
            #expect(try server.next().last?.count == 1000)
            #expect(try server.receive() == nil)
        }
    }
}
