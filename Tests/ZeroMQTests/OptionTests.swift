import Glibc
import SocketHarness
import Testing
import ZeroMQ

@Suite("Options of sockets")
struct OptionTests {
    @Test("An option that is set is read back")
    func roundTrip() async throws {
        try await onStage { context in
            let socket = try Socket(.dealer, in: context)
            for option in [
                SocketOption.sendHighWaterMark, .receiveHighWaterMark, .maximumMessageSize,
                .backlog, .tcpKeepAliveCount,
            ] {
                try socket.set(option, to: 77)
                #expect(try socket.get(option) == 77, "\(option.name)")
            }
            for option in [
                SocketOption.linger, .handshakeInterval, .reconnectInterval, .heartbeatInterval,
                .maximumReconnectInterval, .heartbeatTimeout, .heartbeatTTL, .connectTimeout,
                .tcpKeepAliveIdle, .tcpKeepAliveInterval,
            ] {
                try socket.set(option, to: .seconds(3))
                #expect(try socket.get(option) == .seconds(3), "\(option.name)")
            }
            for option in [SocketOption.immediate, .tcpKeepAlive, .ipv6, .zapEnforceDomain] {
                try socket.set(option, to: true)
                #expect(try socket.get(option), "\(option.name)")
                try socket.set(option, to: false)
                #expect(try !socket.get(option), "\(option.name)")
            }
            try socket.set(.zapDomain, to: "navsync")
            #expect(try socket.get(.zapDomain) == "navsync")
        }
    }

    @Test("A fresh socket: no linger, no routing id, no endpoint", arguments: SocketType.allCases)
    func fresh(type: SocketType) async throws {
        try await onStage { context in
            let socket = try Socket(type, in: context)
            #expect(socket.type == type)
            #expect(try socket.get(.linger) == .zero)
            #expect(try socket.get(.routingID).isEmpty)
            #expect(try socket.get(.lastEndpoint) == "")
            #expect(try socket.get(.mechanism) == 0)
            #expect(try (0...11).contains(socket.get(.typeNumber)))
        }
    }

    @Test("Durations are rounded up; what does not fit is refused")
    func durations() async throws {
        try await onStage { context in
            let socket = try Socket(.dealer, in: context)
            try socket.set(.reconnectInterval, to: .microseconds(1))
            #expect(try socket.get(.reconnectInterval) == .milliseconds(1))
            for bad in [Duration.seconds(-1), .seconds(1 << 40)] {
                let error = #expect(throws: ZeroMQError.self) {
                    try socket.set(.reconnectInterval, to: bad)
                }
                #expect(error?.code == .invalid)
            }
            #expect(throws: ZeroMQError.self) { try socket.set(.backlog, to: 1 << 40) }
        }
    }

    @Test("An option of another socket type is refused")
    func wrongType() async throws {
        try await onStage { context in
            let socket = try Socket(.dealer, in: context)
            let error = #expect(throws: ZeroMQError.self) {
                try socket.set(.routerMandatory, to: true)
            }
            #expect(error?.code == .invalid)
            #expect(error?.operation == "set ROUTER_MANDATORY on a dealer socket")
        }
    }

    @Test("An inherited descriptor is adopted by one bind, and not by the next")
    func adoption() async throws {
        try await onStage { context in
            let path = "/tmp/zeromq-test-adopted-\(getpid()).sock"
            let listener = try listen(at: path)
            defer { unsafe unlink(path) }
            let server = try Socket(.router, in: context)
            try server.bind(.ipc(path: path), adopting: listener)
            let second = try server.bind(Transport.tcp.endpoint())
            for endpoint in [Endpoint.ipc(path: path), second] {
                let client = try Socket(.dealer, in: context)
                try client.connect(endpoint)
                try client.post([bytes("hello")])
                #expect(try server.next().last == bytes("hello"))
            }
        }
    }

    /// A listening socket, as socket activation hands it over.
    private func listen(at path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { target in
            for (index, byte) in path.utf8.enumerated() { unsafe target[index] = byte }
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(descriptor, $0, size)
            }
        }
        try #require(result == 0)
        try #require(Glibc.listen(descriptor, 8) == 0)
        return descriptor
    }
}
