import SocketHarness
import Testing
import ZeroMQ

@Suite("Publishing and subscribing")
struct FeedTests {
    @Test(
        "A verbose XPUB receives every subscription, repeated ones too",
        arguments: Transport.allCases)
    func verbose(transport: Transport) async throws {
        try await onStage { context in
            let feed = try Socket(.xpub, in: context)
            try feed.set(.xpubVerbose, to: true)
            let endpoint = try feed.bind(transport.endpoint())
            for _ in 0..<2 {
                let reader = try Socket(.sub, in: context)
                try reader.subscribe(bytes("topic"))
                try reader.connect(endpoint)
                #expect(try feed.next() == [[1] + bytes("topic")])
                try feed.post([bytes("topic"), bytes("head")])
                #expect(try reader.next() == [bytes("topic"), bytes("head")])
                try feed.post([bytes("other"), bytes("head")])
                #expect(try reader.receive() == nil)
                try reader.unsubscribe(bytes("topic"))
                #expect(try feed.next() == [[0] + bytes("topic")])
            }
        }
    }

    @Test("PUB and XSUB understand each other")
    func plain() async throws {
        try await onStage { context in
            let (reader, feed) = try connected(.xsub, .pub, by: .ipc, in: context)
            try reader.post([[1]])
            var message: Multipart?
            let end = ContinuousClock.now.advanced(by: timeout)
            while message == nil, ContinuousClock.now < end {
                _ = try feed.send(bytes("tick"))
                if try reader.wait(for: .readable, within: .milliseconds(1)) != [] {
                    message = try reader.receiveMultipart()
                }
            }
            #expect(message?.frames == [bytes("tick")])
        }
    }

    @Test("A topic that libzmq would never pass on is refused")
    func longTopic() async throws {
        try await onStage { context in
            let feed = try Socket(.xpub, in: context)
            let reader = try Socket(.sub, in: context)
            try reader.connect(try feed.bind(Transport.tcp.endpoint()))
            let longest = [UInt8](repeating: 1, count: Socket.maximumTopicLength)
            try reader.subscribe(longest)
            #expect(try feed.next() == [[1] + longest])
            let error = #expect(throws: ZeroMQError.self) { try reader.subscribe(longest + [1]) }
            #expect(error?.code == .invalid)
        }
    }
}
