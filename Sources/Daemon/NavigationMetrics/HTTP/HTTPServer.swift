internal import Glibc
internal import ZeroMQ

/// An HTTP server for `GET` and `HEAD`, one request per connection, for few clients at a time;
/// everything is bounded by ``HTTPLimits``, because every local process may connect.
///
/// An actor on a thread of its own: a response may depend on other parts of the process, and the
/// server can still report that they are slow or stuck.
package actor HTTPServer {
    private let reactor: Reactor
    private let respond: @Sendable (HTTPRequest) async -> HTTPResponse
    private let limits: HTTPLimits
    private var listener: Int32?
    private var isAccepting = false
    private var exchanges: [UInt64: HTTPConnection] = [:]
    private var lastNumber: UInt64 = 0

    /// The actor's executor: the reactor's own thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Creates a server that does not listen yet.
    ///
    /// - Parameter respond: Makes the response; after ``HTTPLimits/answering`` the client gets
    ///   another.
    package init(
        name: String, limits: HTTPLimits = HTTPLimits(),
        respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) throws(HTTPError) {
        do {
            reactor = try Reactor(name: name)
        } catch {
            throw HTTPError("no thread for it: \(error)")
        }
        self.limits = limits
        self.respond = respond
    }

    /// Listens at an address, and stops listening at the one before, even if it fails.
    ///
    /// - Returns: The port, which the system chooses for 0.
    @discardableResult
    package func listen(host: String, port: UInt16) throws(HTTPError) -> UInt16 {
        stopListening()
        let (descriptor, port) = try NonBlockingSocket.listening(host: host, port: port)
        listener = descriptor
        resumeAccepting()
        return port
    }

    /// Stops listening. Established connections still get their responses. Idempotent.
    package func stopListening() {
        guard let listener else { return }
        pauseAccepting()
        Glibc.close(listener)
        self.listener = nil
    }

    /// Closes all connections and ends the thread. Idempotent.
    package func close() {
        stopListening()
        for exchange in exchanges.values { end(exchange) }
        reactor.shutdown()
    }

    // MARK: Accepting

    private func resumeAccepting() {
        guard let listener, !isAccepting, hasRoom else { return }
        isAccepting = true
        reactor.register(fileDescriptor: listener, for: .readable) { [unowned self] _ in
            self.assumeIsolated { $0.accept() }
        }
    }

    /// A Boolean value indicating whether one more connection can be accepted, by eviction if need
    /// be.
    private var hasRoom: Bool {
        exchanges.count < HTTPLimits.connections || exchanges.values.contains(where: \.givesWay)
    }

    /// Evicts the oldest connection that waits for its client, if there is no room for another one.
    private func evict() {
        guard exchanges.count >= HTTPLimits.connections else { return }
        let oldest = exchanges.values.filter(\.givesWay).min { $0.number < $1.number }
        if let oldest { end(oldest) }
    }

    private func pauseAccepting() {
        guard let listener, isAccepting else { return }
        isAccepting = false
        reactor.unregister(fileDescriptor: listener)
    }

    private func accept() {
        while let listener, hasRoom {
            switch NonBlockingSocket.accept(at: listener) {
            case .done(let descriptor):
                evict()
                begin(Int32(descriptor))
            case .wouldBlock: return
            case .ended:
                // Without a free descriptor the same connection would be reported again and again.
                pauseAccepting()
                reactor.schedule(after: HTTPLimits.pause) { [weak self] in
                    self?.assumeIsolated { $0.resumeAccepting() }
                }
                return
            }
        }
        pauseAccepting()
    }

    // MARK: One connection

    private func begin(_ descriptor: Int32) {
        lastNumber += 1
        let exchange = HTTPConnection(lastNumber, descriptor: descriptor)
        exchanges[exchange.number] = exchange
        poll(exchange, for: .readable)
        limit(exchange, to: limits.asking)
        // Before the next one is accepted, which could evict it: most have sent their request by
        // now.
        go(on: exchange.number)
    }

    private func poll(_ exchange: HTTPConnection, for events: PollEvents) {
        let number = exchange.number
        reactor.register(fileDescriptor: exchange.descriptor, for: events) { [unowned self] _ in
            self.assumeIsolated { $0.go(on: number) }
        }
    }

    /// Sets the timeout of the present phase.
    private func limit(_ exchange: HTTPConnection, to time: Duration) {
        if let deadline = exchange.deadline { reactor.cancel(deadline) }
        let number = exchange.number
        exchange.deadline = reactor.schedule(after: time) { [unowned self] in
            self.assumeIsolated { $0.expire(number) }
        }
    }

    private func expire(_ number: UInt64) {
        guard let exchange = exchanges[number] else { return }
        switch exchange.phase {
        case .asking, .sending, .finishing: end(exchange)
        case .answering: answer(exchange, HTTPResponse(.unavailable, "no answer in time\n"))
        }
    }

    private func go(on number: UInt64) {
        guard let exchange = exchanges[number] else { return }
        switch exchange.phase {
        case .asking: read(exchange)
        case .answering: break
        case .sending: send(exchange)
        case .finishing: drain(exchange)
        }
    }

    private func read(_ exchange: HTTPConnection) {
        let room = HTTPLimits.head + 1 - exchange.head.count
        switch NonBlockingSocket.read(exchange.descriptor, into: &exchange.head, atMost: room) {
        case .wouldBlock: return
        case .ended: return end(exchange)
        case .done: break
        }
        if HTTPRequest.isWhole(exchange.head.prefix(HTTPLimits.head)) {
            guard let request = HTTPRequest(head: exchange.head) else {
                return answer(exchange, HTTPResponse(.badRequest, "this is not HTTP/1\n"))
            }
            take(request, of: exchange)
        } else if exchange.head.count > HTTPLimits.head {
            answer(exchange, HTTPResponse(.headTooLarge, "ask with less\n"))
        }
    }

    private func take(_ request: HTTPRequest, of exchange: HTTPConnection) {
        guard ["GET", "HEAD"].contains(request.method) else {
            return answer(exchange, HTTPResponse(.methodNotAllowed, "only GET and HEAD\n"))
        }
        exchange.phase = .answering(request)
        // Further bytes are ignored until the response is made.
        reactor.unregister(fileDescriptor: exchange.descriptor)
        limit(exchange, to: limits.answering)
        let number = exchange.number
        Task { [respond] in
            let response = await respond(request)
            // The timeout may have been the response meanwhile.
            guard let exchange = exchanges[number], case .answering = exchange.phase else { return }
            answer(exchange, response)
        }
    }

    private func answer(_ exchange: HTTPConnection, _ response: HTTPResponse) {
        var hasBody = true
        if case .answering(let request) = exchange.phase { hasBody = request.method != "HEAD" }
        exchange.phase = .sending
        exchange.rest = response.encoded(hasBody: hasBody)[...]
        limit(exchange, to: limits.reading)
        poll(exchange, for: .writable)
        send(exchange)
        resumeAccepting()
    }

    private func send(_ exchange: HTTPConnection) {
        while !exchange.rest.isEmpty {
            switch NonBlockingSocket.write(exchange.descriptor, exchange.rest) {
            case .done(let count): exchange.rest = exchange.rest.dropFirst(count)
            case .wouldBlock: return
            case .ended: return end(exchange)
            }
        }
        // Closing at once would discard sent bytes if any of the client's are unread.
        NonBlockingSocket.finish(exchange.descriptor)
        exchange.phase = .finishing
        exchange.head = []
        reactor.update(fileDescriptor: exchange.descriptor, for: .readable)
    }

    /// Waits for the client to close; what it still sends is discarded.
    private func drain(_ exchange: HTTPConnection) {
        var scrap: [UInt8] = []
        switch NonBlockingSocket.read(exchange.descriptor, into: &scrap, atMost: HTTPLimits.head) {
        case .done, .wouldBlock: break
        case .ended: end(exchange)
        }
    }

    private func end(_ exchange: HTTPConnection) {
        guard exchanges.removeValue(forKey: exchange.number) != nil else { return }
        if let deadline = exchange.deadline { reactor.cancel(deadline) }
        reactor.unregister(fileDescriptor: exchange.descriptor)
        Glibc.close(exchange.descriptor)
        resumeAccepting()
    }
}
