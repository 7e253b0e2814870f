import Glibc
import SocketHarness
import Testing
import ZeroMQ

@Suite("Cutting one connection", .timeLimit(.minutes(5)))
struct ConnectionDescriptorTests {
    @Test("Its peer is disconnected, and no other", arguments: [Transport.tcp, .ipc])
    func cut(transport: Transport) async throws {
        try await onStage { context in
            let server = try Socket(.router, in: context)
            let endpoint = try server.bind(transport.endpoint())
            let clients = try (0..<2).map { _ in try Socket(.dealer, in: context) }
            for client in clients { try client.connect(endpoint) }
            let monitors = try clients.map { try Monitor($0) }
            try clients[0].post([bytes("cut me")])
            let source = try server.nextRouted().payload.sourceFileDescriptor
            let descriptor = try #require(source)
            let connection = try #require(ConnectionDescriptor(fileDescriptor: descriptor))
            #expect(connection.disconnect())
            _ = try monitors[0].next { if case .disconnected = $0 { true } else { false } }
            try clients[1].post([bytes("still here")])
            #expect(try server.next().last == bytes("still here"))
            while let event = try monitors[1].receive() {
                if case .disconnected = event.kind { Issue.record("the wrong one was cut") }
            }
        }
    }

    @Test("A number that another socket has by now is left alone")
    func reused() throws {
        var pair: [Int32] = [0, 0]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let connection = try #require(ConnectionDescriptor(fileDescriptor: pair[0]))
        var other: [Int32] = [0, 0]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &other) == 0)
        #expect(dup2(other[0], pair[0]) == pair[0])
        #expect(!connection.disconnect())
        #expect(unsafe write(other[0], "x", 1) == 1)
        for descriptor in pair + other { close(descriptor) }
        #expect(!connection.disconnect())
        #expect(ConnectionDescriptor(fileDescriptor: -1) == nil)
        let file = unsafe open("/dev/null", O_RDONLY)
        #expect(ConnectionDescriptor(fileDescriptor: file) == nil)
        close(file)
    }
}
