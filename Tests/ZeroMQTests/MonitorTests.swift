import Glibc
import SocketHarness
import Testing
import ZeroMQ

@Suite("Monitors")
struct MonitorTests {
    @Test("Both sides get events of a connection and of its end", arguments: [Transport.tcp, .ipc])
    func lifeOfConnection(transport: Transport) async throws {
        try await onStage { context in
            let server = try Socket(.router, in: context)
            let serverMonitor = try Monitor(server)
            let endpoint = try server.bind(transport.endpoint())
            let listening = try serverMonitor.next { _ in true }
            guard case .listening = listening.kind else {
                Issue.record("\(listening)")
                return
            }
            #expect(listening.endpoint == endpoint.description)
            let client = try Socket(.dealer, in: context)
            let clientMonitor = try Monitor(client)
            try client.connect(endpoint)
            _ = try clientMonitor.next { if case .connected = $0 { true } else { false } }
            _ = try clientMonitor.next { $0 == .handshakeSucceeded }
            let accepted = try serverMonitor.next { if case .accepted = $0 { true } else { false } }
            _ = try serverMonitor.next { $0 == .handshakeSucceeded }
            client.close()
            _ = try clientMonitor.next { $0 == .monitorStopped }
            let gone = try serverMonitor.next { if case .disconnected = $0 { true } else { false } }
            guard case .accepted(let opened) = accepted.kind,
                case .disconnected(let ended) = gone.kind
            else { return }
            #expect(opened == ended)
        }
    }

    @Test("An absent IPC peer shows as a retry at once")
    func absentPeer() async throws {
        try await onStage { context in
            let client = try Socket(.dealer, in: context)
            let monitor = try Monitor(client)
            try client.set(.reconnectInterval, to: .milliseconds(250))
            try client.connect(.ipc(path: "/tmp/zeromq-test-absent-\(getpid()).sock"))
            let event = try monitor.next { if case .connectRetried = $0 { true } else { false } }
            guard case .connectRetried(let interval) = event.kind else { return }
            #expect(interval >= .milliseconds(250))
        }
    }

    @Test("A listener that can't be opened is reported")
    func bindFailed() async throws {
        try await onStage { context in
            let first = try Socket(.router, in: context)
            let endpoint = try first.bind(Transport.tcp.endpoint())
            let second = try Socket(.router, in: context)
            let monitor = try Monitor(second)
            #expect(throws: ZeroMQError.self) { try second.bind(endpoint) }
            let event = try monitor.next { if case .bindFailed = $0 { true } else { false } }
            #expect(event.kind == .bindFailed(errno: EADDRINUSE))
        }
    }

    @Test("Unread events block nothing")
    func unread() async throws {
        try await onStage { context in
            let socket = try Socket(.router, in: context)
            let monitor = try Monitor(socket)
            // libzmq's queues would be full after two thousand events.
            for _ in 0..<1500 {
                let endpoint = try socket.bind(Transport.tcp.endpoint())
                try socket.unbind(endpoint)
            }
            var listened = 0
            while let event = try monitor.receive() {
                if case .listening = event.kind { listened += 1 }
            }
            #expect(listened == 1500)
        }
    }

    @Test("Monitor and socket close in either order, and twice", arguments: [true, false])
    func closing(monitorFirst: Bool) async throws {
        try await onStage { context in
            for _ in 0..<20 {
                let socket = try Socket(.router, in: context)
                try socket.bind(Transport.tcp.endpoint())
                let monitor = try Monitor(socket)
                if monitorFirst { monitor.close() }
                socket.close()
                monitor.close()
                monitor.close()
                #expect(monitor.socket.isClosed)
            }
            let socket = try Socket(.router, in: context)
            try Monitor(socket).close()
            let second = try Monitor(socket)
            try socket.bind(Transport.tcp.endpoint())
            _ = try second.next { if case .listening = $0 { true } else { false } }
        }
    }
}
