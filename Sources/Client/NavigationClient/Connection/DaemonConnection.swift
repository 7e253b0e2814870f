internal import DequeModule
package import NavigationTransport
package import NavigationWire
package import Reactor
package import ZeroMQ

/// The connection to a daemon, of a mirror and of administration alike: control (DEALER) at one of
/// several endpoints, one topic of the feed (SUB), and the callers' requests with their deadlines.
///
/// An actor on the reactor's thread, where its sockets are. It connects until it is closed: to the
/// endpoints in turn (``EndpointRotation``), again after a lost connection, and also after a
/// refusal. Each new control connection is an event, so that its owner says hello again; the
/// requests without a reply are sent again after that.
package actor DaemonConnection {
    /// The events, which are delivered on the reactor's thread.
    package enum Event: Sendable {
        /// A control connection is up: a new one each time.
        case connected
        /// The control connection is lost; another is being tried.
        case disconnected
        /// No endpoint can be reached, for this reason; they are tried again. New, if the
        /// connection's error was none before.
        case unavailable(UnavailableReason, isNew: Bool)
        /// The daemon refuses the connection to the feed; it is retried.
        case feedRefused(HandshakeFailure)
        /// A frame on control that answers none of the callers' requests.
        case control([UInt8])
        /// A payload of the feed.
        case feed([UInt8])
    }

    /// The first of the endpoints, which messages name.
    nonisolated let endpoint: ControlEndpoint
    private nonisolated let context: Context
    private nonisolated let reactor: Reactor
    private var handler: @Sendable (Event) -> Void = { _ in }
    private var rotation: EndpointRotation
    private var control: ReconnectingSocket?
    private var feed: FeedSubscription?
    /// The frames that could not be sent yet, because the connection is not quite up or its queue
    /// is full.
    private var unsent: Deque<[UInt8]> = []
    private var requests = PendingRequests()
    /// The callers that wait for a connection.
    private var waiters = Waiters<Channel, Result<Void, NavigationClientError>>()
    /// A Boolean value indicating whether the control connection is up.
    private(set) var isConnected = false
    /// The reason why there is no connection, after all endpoints have failed.
    private(set) var error: NavigationClientError?
    private var isClosed = false
    private var backoff = RetryBackoff()
    /// A Boolean value indicating whether the connection is about to be replaced by one to the node
    /// that was named.
    private var isMoving = false
    /// The timer that opens a control connection again after ``reconnect()``.
    private var redial: TimerID?
    /// The timer that moves on to the next endpoint.
    private var rotationTimer: TimerID?
    private var generator = SystemRandomNumberGenerator()

    /// The maximum of messages taken from one socket in one turn.
    static let messagesPerTurn = 128
    /// The bytes that CURVE adds to a frame: name, nonce, flags and tag.
    static let curveOverhead = 33
    /// The length that no frame with a refusal exceeds, in bytes.
    private static let refusalLimit = 16_384
    /// The maximum of frames queued for sending; beyond it ``send(_:)`` refuses.
    private static let maximumUnsent = 1_024
    private static let replyLimit = Multipart.Limit(frames: 1, bytes: WireLimits.replyFrame)

    /// The thread of the reactor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Creates a connection that is not open yet.
    ///
    /// - Parameter candidates: The endpoints to try, at least one.
    package init(_ candidates: [EndpointCandidate], context: Context, reactor: Reactor) {
        endpoint = candidates[0].endpoint
        rotation = EndpointRotation(candidates)
        self.context = context
        self.reactor = reactor
    }

    /// Creates a connection on a client's thread.
    init(_ candidates: [EndpointCandidate], on thread: ReactorThread) {
        self.init(candidates, context: thread.context, reactor: thread.reactor)
    }

    /// Starts to connect. To be called once.
    ///
    /// - Parameter handler: The closure that receives the events, on the reactor's thread.
    /// - Throws: `TransportError` if the endpoint is invalid, or is a tcp one without credentials:
    ///   tcp is for paired devices.
    package func start(
        handler: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws(TransportError) {
        self.handler = handler
        try dial()
    }

    /// Starts to connect, for requests alone.
    func open() throws(NavigationClientError) {
        do { try start() } catch { throw .transport(error) }
    }

    /// Starts anew with other endpoints. The callers' requests stay.
    func restart(with candidates: [EndpointCandidate]) throws(TransportError) {
        guard !isClosed else { return }
        isMoving = false
        cancelTimers()
        closeSockets()
        rotation = EndpointRotation(candidates)
        try dial()
    }

    /// Tries other nodes of the fleet, too, when the present one fails.
    func learn(_ addresses: [String]) {
        guard let credentials = candidate.credentials else { return }
        rotation.add(EndpointCandidate.nodes(addresses, credentials))
    }

    /// The endpoint that is being tried, or has answered.
    var candidate: EndpointCandidate { rotation.current }

    /// The daemon's key that authenticates the connection; `nil` without one, and except over tcp.
    var serverKey: PublicKey? {
        isConnected ? control?.serverKey.flatMap(PublicKey.init) : nil
    }

    // MARK: Frames

    /// Sends a frame on control, now or as soon as there is room; returns `false` if it is not
    /// connected or the queue is full.
    @discardableResult
    package func send(_ frame: [UInt8]) -> Bool {
        guard isConnected, unsent.count < Self.maximumUnsent else { return false }
        unsent.append(frame)
        flush()
        return true
    }

    /// Subscribes to `topic` and to nothing else; the same topic again is subscribed anew, which
    /// the daemon answers.
    package func follow(_ address: FeedAddress, topic: Topic) throws(TransportError) {
        guard !isClosed else { return }
        let feed =
            feed ?? FeedSubscription(context: context, reactor: reactor, handler: handler)
        self.feed = feed
        try feed.follow(address, of: candidate, topic: topic)
    }

    /// Closes the control connection, and opens another after a backoff, which grows until a reply
    /// arrives. A daemon that is late because of many requests would be late for ever if all
    /// clients came back at once.
    ///
    /// - Parameter avoidsPresent: A Boolean value indicating whether another endpoint goes first, if
    ///   there is one: the present one is silent, or can't be trusted.
    package func reconnect(avoidsPresent: Bool = false) {
        guard !isClosed, !isMoving else { return }
        let former = candidate.endpoint
        if avoidsPresent { rotation.abandon() }
        if candidate.endpoint == former { closeControl() } else { closeSockets() }
        redialLater()
        limitAttempt()
    }

    /// Closes all connections for good, and ends all requests. Idempotent.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        cancelTimers()
        closeSockets()
        waiters.expireAll()
        requests.expireAll()
    }

    // MARK: Requests

    /// Waits for a connection; throws the reason why there is none as soon as it is known, and at
    /// `deadline` at the latest.
    func connect(until deadline: ContinuousClock.Instant) async throws(NavigationClientError) {
        guard !isConnected else { return }
        guard !isClosed else { throw .closed }
        if let error { throw error }
        let token = waiters.makeToken()
        let result = await withCheckedContinuation { continuation in
            waiters.add(continuation, for: .control, token)
            reactor.schedule(at: deadline) { [weak self] in
                self?.assumeIsolated { $0.waiters.expire(.control, token) }
            }
        }
        guard let result else { throw isClosed ? .closed : .timedOut("answer", at: endpoint) }
        try result.get()
    }

    /// Sends a request and waits for the reply; throws the daemon's refusal, or a timeout at
    /// `deadline`: then the daemon may have executed the request.
    func request(
        _ call: Request.Call, until deadline: ContinuousClock.Instant
    ) async throws(NavigationClientError) -> Reply.Result {
        try await connect(until: deadline)
        let request = Request(id: requests.makeID(), call: call)
        let result = await withCheckedContinuation { continuation in
            requests.add(request, continuation)
            send(request.encoded)
            reactor.schedule(at: deadline) { [weak self] in
                self?.assumeIsolated { $0.requests.expire(request.id) }
            }
        }
        guard let result else {
            throw error ?? (isClosed ? .closed : .timedOut("answer", at: endpoint))
        }
        if case .failure(let failure) = result { throw .refused(by: failure, to: call) }
        return result
    }

    // MARK: Events of control

    private func take(_ event: ReconnectingSocket.Event) {
        guard !isMoving else {
            // Replies to what is sent again.
            if case .ready = event { discardReplies() }
            return
        }
        switch event {
        case .connected:
            cancel(&rotationTimer)
            rotation.succeed()
            isConnected = true
            error = nil
            // The owner's hello goes first.
            handler(.connected)
            for request in requests.pending { send(request.encoded) }
            waiters.resume(.control, with: .success(()))
        case .disconnected:
            isConnected = false
            unsent = []
            limitAttempt()
            handler(.disconnected)
        case .absent: fail(.unreachable(candidate.endpoint.unreachableMessage))
        case .refused(let failure): fail(.refused(failure))
        case .ready(let events):
            if events.contains(.writable) { flush() }
            if events.contains(.readable) { receive() }
        }
    }

    private func receive() {
        for _ in 0..<Self.messagesPerTurn {
            guard let message = try? control?.socket?.receiveMultipart(limit: Self.replyLimit),
                !message.isTruncated, let frame = message.frames.first, message.frames.count == 1
            else { return }
            if follow(frame) { return }
            backoff.reset()
            rotation.settle()
            if !requests.take(frame) { handler(.control(frame)) }
        }
    }

    private func discardReplies() {
        for _ in 0..<Self.messagesPerTurn {
            guard (try? control?.socket?.receiveMultipart(limit: Self.replyLimit)) != nil else {
                return
            }
        }
    }

    /// Goes to the node that serves the user, if a frame is the refusal of another one: at once the
    /// first time, with a backoff after that, since owners may be changing. The callers' requests are
    /// sent there again, and the owner says hello anew; on the present connection where the node has
    /// failed that is named. Returns `false` for any other frame, and where there is no way: from a
    /// local socket, which other machines don't have.
    private func follow(_ frame: [UInt8]) -> Bool {
        guard frame.count <= Self.refusalLimit, let credentials = candidate.credentials,
            let reply = try? Reply(encoded: frame), case .failure(let failure) = reply.result,
            failure.code == .moved
        else { return false }
        let targets = EndpointCandidate.nodes(failure.addresses, credentials)
        (isMoving, isConnected, unsent) = (true, false, [])
        cancelTimers()
        let present = candidate.endpoint
        let wait = rotation.redirect(to: targets)
        let stays = candidate.endpoint == present
        // Not while the present connection's events are being handled.
        rotationTimer = reactor.schedule(after: wait) { [weak self] in
            self?.assumeIsolated { $0.dialPreferred(staying: stays) }
        }
        handler(.disconnected)
        return true
    }

    private func dialPreferred(staying: Bool) {
        rotationTimer = nil
        guard !isClosed else { return }
        if staying, control?.isConnected == true {
            discardReplies()
            feed?.close()
            (feed, isMoving) = (nil, false)
            return take(.connected)
        }
        isMoving = false
        closeSockets()
        do { try dial() } catch { fail(.unreachable("\(error)")) }
    }

    private func flush() {
        guard let socket = control?.socket else { return }
        while let frame = unsent.first {
            guard (try? socket.send(frame)) == .sent else { break }
            unsent.removeFirst()
        }
        reactor.update(socket, for: unsent.isEmpty ? .readable : [.readable, .writable])
    }

    // MARK: Endpoints

    /// Records that the present endpoint failed, and moves on to the next; reports when all have
    /// been tried.
    private func fail(_ reason: UnavailableReason) {
        guard !isConnected else { return }
        let step = rotation.fail(reason)
        if let wait = step.wait { moveOn(after: wait) }
        if let reason = step.report { report(reason) }
    }

    private func report(_ reason: UnavailableReason) {
        let isNew = error == nil
        let error = NavigationClientError.unavailable(reason, at: endpoint)
        self.error = error
        handler(.unavailable(reason, isNew: isNew))
        waiters.resume(.control, with: .failure(error))
        // A daemon that does not know the key refuses every request: nothing to wait for.
        if case .refused(.unknownKey) = reason { requests.expireAll() }
    }

    /// Moves on to the next endpoint, but not while the present one's events are being handled.
    private func moveOn(after wait: Duration) {
        cancel(&rotationTimer)
        rotationTimer = reactor.schedule(after: wait) { [weak self] in
            self?.assumeIsolated { $0.dialNext() }
        }
    }

    private func dialNext() {
        rotationTimer = nil
        guard !isConnected, !isClosed else { return }
        cancel(&redial)
        closeSockets()
        rotation.advance()
        do { try dial() } catch { fail(.unreachable("\(error)")) }
    }

    private func dial() throws(TransportError) {
        backoff.reset()
        try openControl()
        limitAttempt()
    }

    /// Sets a timeout for an endpoint that does not answer at all, if there are others.
    private func limitAttempt() {
        guard let timeout = rotation.timeout else { return }
        cancel(&rotationTimer)
        rotationTimer = reactor.schedule(after: timeout) { [weak self] in
            self?.assumeIsolated { connection in
                connection.rotationTimer = nil
                connection.fail(
                    .unreachable("no reply at '\(connection.candidate.endpoint)'"))
            }
        }
    }

    private func redialLater() {
        redial = reactor.schedule(after: backoff.next(using: &generator)) { [weak self] in
            self?.assumeIsolated { connection in
                connection.redial = nil
                // Out of descriptors, as a rule: it may find some later.
                do { try connection.openControl() } catch { connection.redialLater() }
            }
        }
    }

    private func openControl() throws(TransportError) {
        let (endpoint, credentials) = (candidate.endpoint, candidate.credentials)
        guard endpoint.isLocal || credentials != nil else {
            throw TransportError(
                "'\(endpoint)' requires a paired device: pair this one first")
        }
        do {
            control = try ReconnectingSocket(
                .dealer, to: endpoint.endpoint,
                frameLength: WireLimits.replyFrame + Self.curveOverhead,
                credentials: credentials, context: context, reactor: reactor
            ) { socket throws(ZeroMQError) in
                // Queue for established connections only: requests of a lost one are sent again.
                try socket.set(.immediate, to: true)
            } handler: { [weak self] event in
                self?.assumeIsolated { $0.take(event) }
            }
        } catch {
            throw TransportError("can't connect to '\(endpoint)': \(error)")
        }
    }

    private func closeSockets() {
        closeControl()
        feed?.close()
        feed = nil
    }

    private func closeControl() {
        cancel(&redial)
        isConnected = false
        unsent = []
        control?.close()
        control = nil
    }

    private func cancelTimers() {
        cancel(&redial)
        cancel(&rotationTimer)
    }

    private func cancel(_ timer: inout TimerID?) {
        if let timer { reactor.cancel(timer) }
        timer = nil
    }
}
