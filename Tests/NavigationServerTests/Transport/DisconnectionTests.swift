import NavigationClient
import NavigationServer
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@Suite("Cutting connections", .timeLimit(.minutes(5)))
struct DisconnectionTests {
    @Test("A revoked device is disconnected on control and feed, and others are not")
    func revoked() async throws {
        let stage = try await RemoteStage()
        let bench = stage.bench
        let topic = Topic.any
        let phone = try await stage.connect("phone", following: topic)
        let tablet = try await stage.connect("tablet", following: topic)
        #expect(await bench.connectionCount == 4)

        await bench.admit(phone.keys, to: [.control, .feed], as: nil)
        #expect(await bench.disconnectAll(phone.principal) == 2)
        await bench.next(.disconnected, of: "phone")
        await bench.next(.refused(.unknownKey, .control), of: "phone")
        await bench.next(.refused(.unknownKey, .feed), of: "phone")
        #expect(await bench.disconnectAll(phone.principal) == 0)

        await bench.publish([7], on: topic)
        await bench.next(.publication([7]), of: "tablet")
        #expect(await bench.send([1], from: "tablet"))
        await bench.next { $0.isRequest }
        #expect(await !bench.hasUnread { $0 == .client("tablet", .disconnected) })
        #expect(await !bench.hasUnread { $0 == .client("phone", .publication([7])) })

        // Let in again, it comes back by itself, on both.
        await bench.admit(phone.keys, to: [.control, .feed], as: phone.principal)
        await bench.next(.connected, of: "phone")
        await bench.next { $0 == .subscription(topic.bytes, by: phone.principal) }
        await bench.publish([8], on: topic)
        await bench.next(.publication([8]), of: "phone")
        #expect(await bench.disconnectAll(tablet.principal) == 2)
        await bench.close()
    }

    @Test("One connection of a device is disconnected, and its other one stays")
    func onePeer() async throws {
        let stage = try await RemoteStage()
        let bench = stage.bench
        let phone = try await stage.device()
        var peers: [ConnectionID] = []
        for name in ["first", "second"] {
            try await bench.startClient(name, credentials: stage.credentials(phone))
            await bench.next(.connected, of: name)
            #expect(await bench.send([1], from: name))
            if case .request(_, let peer, _) = await bench.next({ $0.isRequest }) {
                peers.append(peer)
            }
        }
        #expect(await bench.disconnect(peers[0]))
        #expect(await !bench.disconnect(peers[0]))
        #expect(await bench.reply([2], to: peers[0]) == .unreachable)
        await bench.next(.disconnected, of: "first")
        // It may come again: it is not refused.
        await bench.next(.connected, of: "first")
        #expect(await bench.reply([3], to: peers[1]) == .sent)
        await bench.next(.reply([3]), of: "second")
        #expect(await !bench.hasUnread { $0 == .client("second", .disconnected) })
        await bench.close()
    }

    @Test("Too large a frame disconnects its sender, and no other client")
    func oversized() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        for name in ["bad", "good"] {
            try await bench.startClient(name)
            await bench.next(.connected, of: name)
        }
        #expect(await bench.send([UInt8](repeating: 1, count: 131_072), from: "bad"))
        await bench.next { $0.isRequest }
        #expect(await bench.send([UInt8](repeating: 1, count: 131_073), from: "bad"))
        await bench.next(.disconnected, of: "bad")
        #expect(await bench.send([1], from: "good"))
        await bench.next { $0.isRequest }
        #expect(await !bench.hasUnread { $0 == .client("good", .disconnected) || $0.isRequest })
        await bench.close()
    }

    @Test("Messages of several frames are malformed: their connection is disconnected")
    func multipart() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        let endpoint = try Endpoint(bench.control)
        try await bench.withSockets { context in
            let client = try Socket(.dealer, in: context)
            let monitor = try Monitor(client)
            try client.connect(endpoint)
            #expect(try client.sendMultipart([[1], [2]]) == .sent)
            try monitor.waitForDisconnect()
        }
        #expect(await bench.next { _ in true } == .refusal(.malformed, .control))
        await bench.close()
    }

    @Test("The limit of subscriptions can be used, and one more disconnects")
    func subscriptions() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        let endpoint = try Endpoint(bench.feed)
        try await bench.withSockets { context in
            let reader = try Socket(.sub, in: context)
            let monitor = try Monitor(reader)
            for number in 0..<UInt8(64) { try reader.subscribe([number]) }
            try reader.connect(endpoint)
            #expect(try monitor.handshakeEnd() == .handshakeSucceeded)
            // Those that have ended count no more.
            for number in 64..<UInt8(200) {
                try reader.unsubscribe([number - 64])
                try reader.subscribe([number])
            }
            try reader.subscribe([200])
            try monitor.waitForDisconnect()
        }
        await bench.next { $0 == .refusal(.tooManySubscriptions, .feed) }
        await bench.close()
    }

    @Test("A frame other than a subscription ends its connection to the feed", arguments: [0, 1])
    func upstream(kind: Int) async throws {
        let frame = kind == 0 ? [2, 3] : [1] + [UInt8](repeating: 9, count: 65)
        let bench = try TransportBench()
        try await bench.startServer()
        let endpoint = try Endpoint(bench.feed)
        try await bench.withSockets { context in
            let reader = try Socket(.xsub, in: context)
            let monitor = try Monitor(reader)
            try reader.connect(endpoint)
            #expect(try monitor.handshakeEnd() == .handshakeSucceeded)
            #expect(try reader.send(frame) == .sent)
            try monitor.waitForDisconnect()
        }
        await bench.next { $0 == .refusal(.malformed, .feed) }
        await bench.close()
    }
}

extension Monitor {
    /// Waits until the connection breaks, on a thread that may block.
    func waitForDisconnect() throws {
        while try !socket.wait(for: .readable, within: .seconds(50)).isEmpty {
            while let event = try receive() {
                if case .disconnected = event.kind { return }
            }
        }
        Issue.record("the connection was not cut")
    }
}
