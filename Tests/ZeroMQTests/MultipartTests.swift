import SocketHarness
import Testing
import ZeroMQ

@Suite("Receiving messages of several frames")
struct MultipartTests {
    @Test("Drops frames beyond the limit, and the next message is whole")
    func limits() async throws {
        try await onStage { context in
            let (server, client) = try connected(.pair, .pair, by: .inproc, in: context)
            try client.post([[1], [2], [3]])
            try client.post([[4]])
            try client.post([[5, 5, 5], [6, 6]])
            let cut = try server.receiveMultipart(limit: .init(frames: 2, bytes: 100))
            #expect(cut?.frames == [[1], [2]])
            #expect(cut?.isTruncated == true)
            #expect(try server.receiveMultipart()?.frames == [[4]])
            let small = try server.receiveMultipart(limit: .init(frames: 9, bytes: 4))
            #expect(small?.frames == [[5, 5, 5]])
            #expect(small?.isTruncated == true)
            #expect(try server.receiveMultipart() == nil)
        }
    }

    @Test("A message of very many frames is dropped in steps")
    func bounded() async throws {
        try await onStage { context in
            let (router, dealer) = try connected(.router, .dealer, by: .inproc, in: context)
            try dealer.post([[UInt8]](repeating: [1], count: 2500))
            try dealer.post([[2]])
            let first = try router.nextRouted()
            #expect(first.hadMoreFrames == true)
            #expect(first.payload.copyBytes() == [1])
            // 2499 frames are left to drop: a thousand a call.
            #expect(try router.receiveRouted().isNone)
            #expect(try router.readyEvents().contains(.readable))
            let second = try router.nextRouted()
            #expect(second.payload.copyBytes() == [2])
            #expect(second.hadMoreFrames == false)
        }
    }

    @Test("Frames have a flag for more to follow")
    func more() async throws {
        try await onStage { context in
            let (server, client) = try connected(.pair, .pair, by: .tcp, in: context)
            #expect(try client.send(Message([1]), more: true) == .sent)
            #expect(try client.send(Message([2])) == .sent)
            var frame = try server.nextFrame()
            #expect(frame.more == true)
            #expect(try server.receive(into: &frame))
            #expect(frame.more == false)
            #expect(frame.copyBytes() == [2])
            #expect(try !server.receive(into: &frame))
            #expect(frame.count == 0)
        }
    }
}
