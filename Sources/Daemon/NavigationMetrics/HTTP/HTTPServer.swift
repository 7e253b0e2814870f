internal import Reactor
internal import POSIX
internal import ZeroMQ

/// An HTTP server for `GET` and `HEAD`, one request per connection, for few clients at a time;
/// everything is bounded by ``HTTPLimits``, because every local process may connect.
///
/// An actor on a thread of its own: a response may depend on other parts of the process, and the
/// server can still report that they are slow or stuck.
package actor HTTPServer {
    private let reactor: Reactor
    private let handler: @Sendable (HTTPRequest) async -> HTTPResponse
    private let limits: HTTPLimits
    private var listener: FileDescriptor?
    private var isAccepting = false
    private var connections: [UInt64: HTTPConnection] = [:]
    private var lastNumber: UInt64 = 0

    /// The actor's executor: the reactor's own thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Creates a server that does not listen yet.
    ///
    /// - Parameter handler: Makes the response; after ``HTTPLimits/responseTimeout`` the client gets
    ///   another.
    package init(
        name: String, limits: HTTPLimits = HTTPLimits(),
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) throws(HTTPError) {
        do {
            reactor = try Reactor(name: name)
        } catch {
            throw HTTPError("can't start a thread: \(error)")
        }
        self.limits = limits
        self.handler = handler
    }

    /// Listens at an address, and stops listening at the one before, even if it fails.
    ///
    /// - Returns: The port, which the system chooses for 0.
    @discardableResult
    package func listen(host: String, port: UInt16) throws(HTTPError) -> UInt16 {
        stopListening()
        let (socket, port) = try NonBlockingSocket.listening(host: host, port: port)
        listener = socket
        resumeAccepting()
        return port
    }

    /// Stops listening. Established connections still get their responses. Idempotent.
    package func stopListening() {
        pauseAccepting()
        listener = nil
    }

    /// Closes all connections and ends the thread. Idempotent.
    package func close() {
        stopListening()
        for connection in connections.values { end(connection) }
        reactor.shutdown()
    }

    // MARK: Accepting

    private func resumeAccepting() {
        guard let listener, !isAccepting, hasRoom else { return }
        isAccepting = true
        reactor.register(fileDescriptor: listener.number, for: .readable) { [unowned self] _ in
            self.assumeIsolated { $0.accept() }
        }
    }

    /// A Boolean value indicating whether one more connection can be accepted, by eviction if need
    /// be.
    private var hasRoom: Bool {
        connections.count < HTTPLimits.connections
            || connections.values.contains(where: \.isEvictable)
    }

    /// Evicts the oldest connection that waits for its client, if there is no room for another one.
    private func evict() {
        guard connections.count >= HTTPLimits.connections else { return }
        let oldest = connections.values.filter(\.isEvictable).min { $0.number < $1.number }
        if let oldest { end(oldest) }
    }

    private func pauseAccepting() {
        guard let listener, isAccepting else { return }
        isAccepting = false
        reactor.unregister(fileDescriptor: listener.number)
    }

    private func accept() {
        while let listener, hasRoom {
            switch NonBlockingSocket.accept(at: listener) {
            case .done(let socket):
                evict()
                begin(socket)
            case .wouldBlock: return
            case .ended:
                // Without a free descriptor the same connection would be reported again and again.
                pauseAccepting()
                reactor.schedule(after: HTTPLimits.acceptBackoff) { [weak self] in
                    self?.assumeIsolated { $0.resumeAccepting() }
                }
                return
            }
        }
        pauseAccepting()
    }

    // MARK: One connection

    private func begin(_ socket: FileDescriptor) {
        lastNumber += 1
        let connection = HTTPConnection(lastNumber, socket)
        connections[connection.number] = connection
        poll(connection, for: .readable)
        setTimeout(of: connection, to: limits.requestTimeout)
        // Before the next one is accepted, which could evict it: most have sent their request by
        // now.
        proceed(with: connection.number)
    }

    private func poll(_ connection: HTTPConnection, for events: PollEvents) {
        let number = connection.number
        reactor.register(fileDescriptor: connection.socket.number, for: events) {
            [unowned self] _ in
            self.assumeIsolated { $0.proceed(with: number) }
        }
    }

    /// Sets the timeout of the present phase.
    private func setTimeout(of connection: HTTPConnection, to time: Duration) {
        if let deadline = connection.deadline { reactor.cancel(deadline) }
        let number = connection.number
        connection.deadline = reactor.schedule(after: time) { [unowned self] in
            self.assumeIsolated { $0.expire(number) }
        }
    }

    private func expire(_ number: UInt64) {
        guard let connection = connections[number] else { return }
        switch connection.phase {
        case .receiving, .sending, .finishing: end(connection)
        case .responding:
            respond(to: connection, with: HTTPResponse(.unavailable, "response timed out\n"))
        }
    }

    private func proceed(with number: UInt64) {
        guard let connection = connections[number] else { return }
        switch connection.phase {
        case .receiving: read(connection)
        case .responding: break
        case .sending: send(connection)
        case .finishing: drain(connection)
        }
    }

    private func read(_ connection: HTTPConnection) {
        let room = HTTPLimits.head + 1 - connection.head.count
        switch NonBlockingSocket.read(connection.socket, into: &connection.head, atMost: room) {
        case .wouldBlock: return
        case .ended: return end(connection)
        case .done: break
        }
        if HTTPRequest.isWhole(connection.head.prefix(HTTPLimits.head)) {
            guard let request = HTTPRequest(head: connection.head) else {
                return respond(
                    to: connection, with: HTTPResponse(.badRequest, "not an HTTP/1 request\n"))
            }
            handle(request, of: connection)
        } else if connection.head.count > HTTPLimits.head {
            respond(to: connection, with: HTTPResponse(.headTooLarge, "request head too large\n"))
        }
    }

    private func handle(_ request: HTTPRequest, of connection: HTTPConnection) {
        guard ["GET", "HEAD"].contains(request.method) else {
            return respond(
                to: connection,
                with: HTTPResponse(.methodNotAllowed, "method not allowed: use GET or HEAD\n"))
        }
        connection.phase = .responding(request)
        // Further bytes are ignored until the response is made.
        reactor.unregister(fileDescriptor: connection.socket.number)
        setTimeout(of: connection, to: limits.responseTimeout)
        let number = connection.number
        Task { [handler] in
            let response = await handler(request)
            // The timeout may have been the response meanwhile.
            guard let connection = connections[number], case .responding = connection.phase else {
                return
            }
            respond(to: connection, with: response)
        }
    }

    private func respond(to connection: HTTPConnection, with response: HTTPResponse) {
        var hasBody = true
        if case .responding(let request) = connection.phase { hasBody = request.method != "HEAD" }
        connection.phase = .sending
        connection.rest = response.encoded(hasBody: hasBody)[...]
        setTimeout(of: connection, to: limits.deliveryTimeout)
        poll(connection, for: .writable)
        send(connection)
        resumeAccepting()
    }

    private func send(_ connection: HTTPConnection) {
        while !connection.rest.isEmpty {
            switch NonBlockingSocket.write(connection.socket, connection.rest) {
            case .done(let count): connection.rest = connection.rest.dropFirst(count)
            case .wouldBlock: return
            case .ended: return end(connection)
            }
        }
        // Closing at once would discard sent bytes if any of the client's are unread.
        NonBlockingSocket.finish(connection.socket)
        connection.phase = .finishing
        connection.head = []
        reactor.update(fileDescriptor: connection.socket.number, for: .readable)
    }

    /// Waits for the client to close; what it still sends is discarded.
    private func drain(_ connection: HTTPConnection) {
        var scrap: [UInt8] = []
        switch NonBlockingSocket.read(connection.socket, into: &scrap, atMost: HTTPLimits.head)
        {
        case .done, .wouldBlock: break
        case .ended: end(connection)
        }
    }

    private func end(_ connection: HTTPConnection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        if let deadline = connection.deadline { reactor.cancel(deadline) }
        reactor.unregister(fileDescriptor: connection.socket.number)
        resumeAccepting()
    }
}

/// The limits of the work for unauthenticated clients. Every overflow has a defined response.
package struct HTTPLimits: Hashable, Sendable {
    /// The maximum of concurrent connections. A further one evicts the oldest that is not being
    /// answered: so a prompt client gets its response, however many others are slow. If all are
    /// being answered, it is queued in the system.
    package static let connections = 16
    /// The maximum size of a request's head, in bytes; a longer one gets status 431.
    package static let head = 4_096
    /// The timeout for receiving a request; then the connection is closed.
    package var requestTimeout = Duration.seconds(2)
    /// The timeout for making a response; then it is status 503.
    package var responseTimeout = Duration.seconds(5)
    /// The timeout for a client to read its response; then the connection is closed.
    package var deliveryTimeout = Duration.seconds(5)
    /// The maximum of connections to be accepted.
    static let backlog: Int32 = 16
    /// The backoff before accepting again after the system had no descriptor for a connection.
    static let acceptBackoff = Duration.seconds(1)

    /// Creates the default limits.
    package init() {}
}

/// The error of an address that can't be listened on.
package struct HTTPError: Error, Hashable, CustomStringConvertible {
    /// The failure.
    package let description: String

    /// Creates an error with a description.
    package init(_ description: String) {
        self.description = description
    }
}
