import NavigationServer
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@Suite("Short connections", .timeLimit(.minutes(5)))
struct ShortConnectionTests {
    @Test("Each of a thousand short connections gets its reply, and none is counted afterwards")
    func visits() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        let endpoint = try Endpoint(bench.control)
        for visit in 0..<1_000 {
            let bytes = [UInt8(visit % 256), UInt8(visit / 256)]
            let visitor = try await bench.withSockets { context in
                let visitor = Visitor(socket: try Socket(.dealer, in: context))
                try visitor.socket.connect(endpoint)
                #expect(try visitor.socket.send(bytes) == .sent)
                return visitor
            }
            let reported = await bench.next { $0.isRequest }
            guard case .request(bytes, let peer, _) = reported else {
                Issue.record("visit \(visit): \(reported)")
                break
            }
            #expect(await bench.reply(bytes, to: peer) == .sent)
            try await bench.withSockets { _ in
                _ = try visitor.socket.wait(for: .readable, within: .seconds(60))
                let frames = try visitor.socket.receiveMultipart()?.frames
                #expect(frames == [bytes])
                visitor.socket.close()
            }
        }
        // The end of the last ones may not have been told yet.
        #expect(await bench.connectionCount <= 3)
        await bench.close()
    }
}

/// A connection. One thread at a time uses it.
private struct Visitor: @unchecked Sendable {
    // Sendable: handed from one thread to the next.
    let socket: Socket
}
