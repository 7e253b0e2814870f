internal import NavigationTransport
internal import NavigationWire
internal import Reactor
internal import ZeroMQ

/// A control connection for requests about users and devices, which belong to no scene.
actor ControlConnection {
    private nonisolated let host: ReactorThread
    private nonisolated let endpoint: ControlEndpoint
    private let ways: [EndpointCandidate]
    private var link: DaemonConnection?
    private var asks = PendingRequests()
    private var contacts = Waiters<Readiness, ContactResult>()
    private var connectionError: NavigationClientError?
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe host.reactor.asUnownedSerialExecutor()
    }

    /// Creates a connection that is not open yet.
    ///
    /// - Parameter ways: The endpoints to try, at least one.
    init(_ ways: [EndpointCandidate], on host: ReactorThread) {
        self.host = host
        self.ways = ways
        endpoint = ways[0].endpoint
    }

    /// Starts to connect. To be called once.
    func start() throws(NavigationClientError) {
        do {
            link = try DaemonConnection(ways, context: host.context, reactor: host.reactor) {
                [weak self] event in
                self?.assumeIsolated { $0.take(event) }
            }
        } catch {
            throw .transport(error)
        }
    }

    /// Waits for a connection; throws the reason why there is none as soon as it is known, and at
    /// `deadline` at the latest.
    func connect(until deadline: ContinuousClock.Instant) async throws(NavigationClientError) {
        guard !asks.isConnected else { return }
        guard !isClosed else { throw .closed }
        if let connectionError { throw connectionError }
        let token = contacts.makeToken()
        let result = await withCheckedContinuation { continuation in
            contacts.add(continuation, for: .connection, token)
            host.reactor.schedule(at: deadline) { [weak self] in
                self?.assumeIsolated { $0.contacts.expire(.connection, token) }
            }
        }
        switch result {
        case .reached: return
        case .failed(let error): throw error
        case nil: throw isClosed ? .closed : .timedOut("answer", at: endpoint)
        }
    }

    /// Sends a request and waits for the reply; throws the daemon's refusal, or a timeout at
    /// `deadline`: then the daemon may have executed the request.
    func ask(
        _ call: Request.Call, until deadline: ContinuousClock.Instant
    ) async throws(NavigationClientError) -> Reply.Result {
        try await connect(until: deadline)
        let request = Request(id: asks.makeID(), call: call)
        let result = await withCheckedContinuation { continuation in
            asks.add(request, continuation) { send($0) }
            host.reactor.schedule(at: deadline) { [weak self] in
                self?.assumeIsolated { $0.asks.expire(request.id) }
            }
        }
        guard let result else {
            throw connectionError ?? (isClosed ? .closed : .timedOut("answer", at: endpoint))
        }
        if case .failure(let failure) = result { throw .refused(by: failure, to: call) }
        return result
    }

    /// The endpoint of the connection, or the one being tried.
    var way: EndpointCandidate? { link?.way }

    /// The daemon's key that authenticated the connection; `nil` except over tcp.
    var serverKey: PublicKey? { link?.serverKey }

    /// Closes the connection. Idempotent.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        link?.close()
        link = nil
        contacts.expireAll()
        asks.close()
    }

    private func send(_ request: Request) {
        _ = link?.send(request.encoded)
    }

    private func take(_ event: DaemonConnection.Event) {
        switch event {
        case .connected:
            connectionError = nil
            asks.connect { send($0) }
            contacts.resume(.connection, with: .reached)
        case .disconnected:
            asks.disconnect()
        case .absent(let reason):
            let error = NavigationClientError.absent(reason, at: endpoint)
            connectionError = error
            contacts.resume(.connection, with: .failed(error))
            // A daemon that does not know the key refuses every request: nothing to wait for.
            if case .refused(.unknownKey) = reason { asks.close() }
        case .control(let frame):
            _ = asks.take(frame)
        case .feed:
            break
        }
    }
}
