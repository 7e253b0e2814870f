import SocketHarness
import Testing
import ZeroMQ

@Suite("Messages over every transport")
struct RoundTripTests {
    @Test("A frame goes out and its answer comes back", arguments: Transport.allCases)
    func pair(transport: Transport) async throws {
        try await onStage { context in
            let (server, client) = try connected(.pair, .pair, by: transport, in: context)
            try client.post([bytes("ping")])
            #expect(try server.next() == [bytes("ping")])
            try server.post([bytes("pong")])
            #expect(try client.next() == [bytes("pong")])
        }
    }

    @Test("A ROUTER replies to the DEALER that sent the request", arguments: Transport.allCases)
    func routerReplies(transport: Transport) async throws {
        try await onStage { context in
            let (router, first) = try connected(.router, .dealer, by: transport, in: context)
            let second = try Socket(.dealer, in: context)
            try second.connect(Endpoint(try router.get(.lastEndpoint)))
            try first.post([bytes("1")])
            try second.post([bytes("2")])
            for _ in 0..<2 {
                let request = try router.nextRouted()
                #expect(request.hadMoreFrames == false)
                let answer = request.payload.copyBytes() + bytes("!")
                #expect(try router.send(answer, to: request.sender) == .sent)
            }
            #expect(try first.next() == [bytes("1!")])
            #expect(try second.next() == [bytes("2!")])
        }
    }

    @Test("REQ and REP take turns", arguments: Transport.allCases)
    func requestReply(transport: Transport) async throws {
        try await onStage { context in
            let (server, client) = try connected(.rep, .req, by: transport, in: context)
            try client.post([bytes("a"), bytes("b")])
            #expect(throws: ZeroMQError.self) { try client.send(bytes("too early")) }
            #expect(try server.next() == [bytes("a"), bytes("b")])
            try server.post([bytes("c")])
            #expect(try client.next() == [bytes("c")])
        }
    }

    @Test("PUSH fills PULL in order", arguments: Transport.allCases)
    func pushPull(transport: Transport) async throws {
        try await onStage { context in
            let (pull, push) = try connected(.pull, .push, by: transport, in: context)
            for number in UInt8(0)..<100 { try push.post([[number]]) }
            for number in UInt8(0)..<100 { #expect(try pull.next() == [[number]]) }
        }
    }

    @Test("An empty socket gives nil, at once")
    func empty() async throws {
        try await onStage { context in
            let socket = try Socket(.dealer, in: context)
            #expect(try socket.receiveMultipart() == nil)
            #expect(try socket.receive() == nil)
            #expect(try socket.wait(for: .readable, within: .milliseconds(1)) == [])
        }
    }

    @Test("Sizes around the limits of libzmq's own layouts", arguments: Transport.allCases)
    func sizes(transport: Transport) async throws {
        try await onStage { context in
            let (server, client) = try connected(.pair, .pair, by: transport, in: context)
            for size in [0, 1, 32, 33, 34, 255, 256, 8191, 8192, 8193, 1 << 20] {
                let sent = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
                try client.post([sent])
                #expect(try server.next() == [sent])
            }
        }
    }
}
