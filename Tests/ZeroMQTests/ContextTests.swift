import Synchronization
import SocketHarness
import Testing
import ZeroMQ

@Suite("Contexts")
struct ContextTests {
    @Test("It ends at once when its sockets are closed, and a second time too")
    func ends() async throws {
        let context = try Context()
        try scoped {
            let (server, client) = try connected(.router, .dealer, by: .tcp, in: context)
            _ = try client.send([1])
            server.close()
            client.close()
        }
        try await context.terminate(within: timeout)
        try await context.terminate(within: .zero)
        context.shutdown()
        let error = #expect(throws: ZeroMQError.self) { try Socket(.pair, in: context) }
        #expect(error?.code == .terminated)
    }

    @Test("An open socket blocks termination, which is reported at the deadline")
    func openSocket() async throws {
        let context = try Context()
        let socket = try Socket(.router, in: context)
        do {
            try await context.terminate(within: .milliseconds(10))
            Issue.record("ended with an open socket")
        } catch {
            #expect(error.code == .timedOut)
        }
        // The end of the context has begun for this socket too.
        let error = #expect(throws: ZeroMQError.self) { _ = try socket.receive() }
        #expect(error?.code == .terminated)
        socket.close()
    }

    @Test("Shutdown ends all its sockets' work, and they can still be closed")
    func shutdown() async throws {
        try await onStage { context in
            let socket = try Socket(.router, in: context)
            context.shutdown()
            context.shutdown()
            let error = #expect(throws: ZeroMQError.self) { _ = try socket.receive() }
            #expect(error?.code == .terminated)
            socket.close()
        }
    }

    @Test("Dropped without a word, it ends in the background")
    func dropped() throws {
        for _ in 0..<10 {
            let context = try Context()
            let (_, client) = try connected(.router, .dealer, by: .inproc, in: context)
            _ = try client.send([1])
        }
    }

    @Test("Sizes are taken, and what is no size is refused")
    func configuration() throws {
        var configuration = Context.Configuration()
        configuration.maximumSockets = 2
        configuration.ioThreads = 2
        configuration.ipv6 = true
        let context = try Context(configuration)
        let first = try Socket(.pair, in: context)
        let second = try Socket(.pair, in: context)
        let error = #expect(throws: ZeroMQError.self) { try Socket(.pair, in: context) }
        #expect(error?.code == .tooManyOpen)
        #expect(try first.get(.ipv6) && second.get(.ipv6))
        configuration.maximumSockets = -1
        #expect(throws: ZeroMQError.self) { try Context(configuration) }
        configuration.maximumSockets = 1 << 40
        #expect(throws: ZeroMQError.self) { try Context(configuration) }
    }

    @Test("IPv6 carries messages where it is switched on")
    func ipv6() async throws {
        try await onStage { context in
            let server = try Socket(.router, in: context)
            let client = try Socket(.dealer, in: context)
            try server.set(.ipv6, to: true)
            try client.set(.ipv6, to: true)
            guard let endpoint = try? server.bind(.tcp(host: "::1", port: 0)) else { return }
            try client.connect(endpoint)
            try client.post([bytes("six")])
            #expect(try server.next().last == bytes("six"))
        }
    }

    /// A scope of its own: its sockets are gone afterwards.
    private func scoped(_ body: () throws -> Void) rethrows {
        try body()
    }
}
