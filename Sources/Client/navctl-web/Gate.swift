internal import FlyingSocks
internal import FoundationEssentials
internal import POSIX
internal import Web

/// The listening socket before the HTTP server, which bounds neither connections nor heads nor time:
/// a request goes on to it once all of it is here, and within the limits. A connection is for one
/// request.
struct Gate: Sendable {
    private let listener: AsyncSocket
    private let pool: any AsyncSocketPool
    /// The path of the HTTP server's own socket, in a directory for this user alone.
    private let server: String
    private let connections = ConnectionCount()

    /// The port that is listened on.
    let port: UInt16

    /// Binds the address.
    init(
        _ address: WebAddress, before server: String, _ pool: any AsyncSocketPool
    ) throws {
        self.server = server
        self.pool = pool
        let socket: Socket
        if address.isIPv6 {
            let host = String(address.host.dropFirst().dropLast())
            socket = try Self.bind(.inet6(ip6: host, port: address.port))
        } else {
            socket = try Self.bind(.inet(ip4: address.host, port: address.port))
        }
        switch try socket.sockname() {
        case .ip4(_, let port), .ip6(_, let port): self.port = port
        case .unix: port = address.port
        }
        listener = try AsyncSocket(socket: socket, pool: pool)
    }

    private static func bind(_ address: some SocketAddress) throws -> Socket {
        let socket = try Socket(domain: Int32(type(of: address).family), type: .stream)
        do {
            try socket.setValue(true, for: .localAddressReuse)
            try socket.bind(to: address)
            try socket.listen()
        } catch {
            try? socket.close()
            throw error
        }
        return socket
    }

    /// Serves connections until the task is cancelled.
    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let socket: AsyncSocket
                do { socket = try await listener.accept() } catch let error as SocketError {
                    // Descriptors or memory may be short for a while, and a peer may have left.
                    guard case .failed = error else { throw error }
                    try await Task.sleep(for: Self.pause)
                    continue
                }
                group.addTask { await serve(socket) }
            }
        }
    }

    /// The backoff after a connection that could not be accepted.
    private static let pause = Duration.milliseconds(100)

    private func serve(_ socket: AsyncSocket) async {
        defer { try? socket.close() }
        guard connections.enter() else { return await refuse(socket, 503) }
        defer { connections.leave() }
        do {
            let request = try await within(WebLimits.requestTimeout) {
                try await Self.request(from: socket)
            }
            let upstream = try await AsyncSocket.connected(to: .unix(path: server), pool: pool)
            defer { try? upstream.close() }
            try await upstream.write(Data(request.bytes))
            try await relay(upstream, to: socket, isStream: request.isStream)
        } catch let refusal as RequestHead.Refusal {
            await refuse(socket, refusal.status)
        } catch is TimeoutError {
            await refuse(socket, 408)
        } catch {
            // The peer has left, or the server stops.
        }
    }

    /// Receives a request with its body.
    private static func request(
        from socket: AsyncSocket
    ) async throws -> (bytes: [UInt8], isStream: Bool) {
        var bytes: [UInt8] = []
        while true {
            let known = max(0, bytes.count - 3)
            bytes += try await socket.read(atMost: 4096)
            if let end = RequestHead.end(in: Array(bytes[known...])).map({ $0 + known }) {
                let head = try RequestHead(bytes[..<end])
                var body = Array(bytes[end...])
                while body.count < head.bodyLength {
                    body += try await socket.read(atMost: head.bodyLength - body.count)
                }
                let isStream = head.bytes.starts(with: Array("GET \(WebServer.streamPath)".utf8))
                return (head.bytes + body.prefix(head.bodyLength), isStream)
            }
            guard bytes.count < RequestHead.sizeLimit else { throw RequestHead.Refusal.malformed }
        }
    }

    /// Copies the response, until it ends or the peer leaves.
    private func relay(
        _ server: AsyncSocket, to socket: AsyncSocket, isStream: Bool
    ) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask {
                while true { try await socket.write(Data(server.read(atMost: 4096))) }
            }
            group.addTask { while true { _ = try await socket.read(atMost: 4096) } }
            if !isStream { group.addTask { try await Task.sleep(for: WebLimits.responseTimeout) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func refuse(_ socket: AsyncSocket, _ status: Int) async {
        let text = "HTTP/1.1 \(status) Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        _ = try? await within(.seconds(1)) { try await socket.write(Data(text.utf8)) }
    }

    private func within<Result: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw TimeoutError()
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw TimeoutError() }
            return result
        }
    }

    private struct TimeoutError: Error {}
}

/// The number of connections, up to the limit.
private final class ConnectionCount: Sendable {
    private let count = Locked(0)

    /// Returns `false` at the limit.
    func enter() -> Bool {
        count.withLock { count in
            guard count < WebLimits.connections else { return false }
            count += 1
            return true
        }
    }

    func leave() {
        count.withLock { $0 -= 1 }
    }
}
