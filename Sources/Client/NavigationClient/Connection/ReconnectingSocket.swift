internal import Reactor
internal import ZeroMQ

/// A client's socket to one endpoint, opened again whenever the daemon refuses it.
///
/// libzmq reconnects by itself when a connection breaks, but a connection that was refused ends for
/// good: so the socket is closed, and another one opened after a backoff (``RetryBackoff``).
/// Belongs to the reactor's thread.
final class ReconnectingSocket {
    /// The events.
    enum Event {
        /// A connection is up.
        case connected
        /// The connection is lost; another is being tried.
        case disconnected
        /// Nothing listens at the endpoint; it is retried.
        case absent
        /// The daemon refuses the connection; it is retried.
        case refused(HandshakeFailure)
        /// The socket is ready for these.
        case ready(PollEvents)
    }

    /// The endpoint that it connects to.
    let endpoint: Endpoint
    /// The socket; `nil` during a backoff.
    private(set) var socket: Socket?

    private let type: SocketType
    /// The largest frame that the daemon may send, in bytes; libzmq disconnects for a larger one.
    private let frameLength: Int
    private let credentials: ClientCredentials?
    private let context: Context
    private let reactor: Reactor
    private let prepare: (Socket) throws(ZeroMQError) -> Void
    private let handler: (Event) -> Void
    private var monitor: Monitor?
    /// A Boolean value indicating whether the daemon has accepted the connection, and it lasts.
    private(set) var isConnected = false
    /// A Boolean value indicating whether the listener is known and trusted: see
    /// ``PeerCredentials/isTrusted(at:)``.
    private var isTrusted = false
    /// A Boolean value indicating whether the last attempt was accepted: if it breaks off, a daemon
    /// has ended, and only the next attempt shows whether there is another.
    private var wasTaken = false
    /// The number of handshakes that broke off since one succeeded.
    private var brokenHandshakes = 0
    private var pace = RetryBackoff()
    private var retry: TimerID?
    /// The index of the daemon's key that is tried now.
    private var keyIndex = 0
    private var generator = SystemRandomNumberGenerator()

    /// The backoff before the first reconnection, which doubles each time. Over tcp it is up to
    /// three times as long, at random: clients that lost a daemon at the same time don't come back
    /// at the same time.
    private static let reconnectInterval = Duration.milliseconds(50)
    private static let reconnectSpread = 1.0...3.0
    private static let maximumReconnectInterval = Duration.seconds(10)
    /// The timeout of one attempt, which is shorter than the system's own, increasingly late
    /// retransmissions.
    private static let connectTimeout = Duration.seconds(2)
    /// On the same machine attempts are cheap, and people wait.
    private static let maximumLocalReconnectInterval = Duration.seconds(1)
    /// The handshake timeout: longer than the daemon's own and its queueing time together, where
    /// many connect at once. A client that gives up sooner takes a place in that queue in vain.
    static let handshakeInterval = Duration.seconds(15)
    /// The number of handshakes on this machine that may break off in a row before that is reported:
    /// libzmq retries them within about 1.6 s, in which a burst of connections has passed.
    private static let toleratedBrokenHandshakes = 5
    /// The interval at which a silent daemon is probed over tcp, and the time after which the
    /// connection is given up.
    private static let heartbeat = (interval: Duration.seconds(10), timeout: Duration.seconds(20))

    /// Starts to connect. Each new socket is first given to `prepare`; events are delivered to
    /// `handler`, on the reactor's thread.
    init(
        _ type: SocketType, to endpoint: Endpoint, frameLength: Int,
        credentials: ClientCredentials?, context: Context, reactor: Reactor,
        prepare: @escaping (Socket) throws(ZeroMQError) -> Void,
        handler: @escaping (Event) -> Void
    ) throws(ZeroMQError) {
        self.type = type
        self.endpoint = endpoint
        self.frameLength = frameLength
        self.credentials = credentials
        self.context = context
        self.reactor = reactor
        self.prepare = prepare
        self.handler = handler
        try dial()
    }

    /// The daemon's key that authenticates the present connection; `nil` where none is needed.
    var serverKey: CurvePublicKey? {
        guard case .tcp = endpoint else { return nil }
        return credentials?.serverKeys[keyIndex]
    }

    /// Closes the socket for good. Idempotent.
    func close() {
        if let retry { reactor.cancel(retry) }
        retry = nil
        hangUp()
    }

    private func dial() throws(ZeroMQError) {
        do {
            let socket = try Socket(type, in: context)
            try configure(socket)
            try prepare(socket)
            let monitor = try Monitor(socket)
            (self.socket, self.monitor) = (socket, monitor)
            reactor.register(monitor.socket, for: .readable) { [unowned self] _ in follow() }
            reactor.register(socket, for: .readable) { [unowned self] in take($0) }
            try socket.connect(endpoint)
        } catch {
            hangUp()
            throw error
        }
    }

    private func take(_ events: PollEvents) {
        // First the monitor's events: they identify the sender.
        if !isTrusted { follow() }
        if isTrusted { handler(.ready(events)) }
    }

    private func configure(_ socket: Socket) throws(ZeroMQError) {
        try socket.set(.linger, to: .zero)
        try socket.set(.maximumMessageSize, to: frameLength)
        try socket.set(.handshakeInterval, to: Self.handshakeInterval)
        guard case .tcp(let host, _) = endpoint else {
            try socket.set(.reconnectInterval, to: Self.reconnectInterval)
            try socket.set(.maximumReconnectInterval, to: Self.maximumLocalReconnectInterval)
            return
        }
        let spread = Double.random(in: Self.reconnectSpread, using: &generator)
        try socket.set(.reconnectInterval, to: Self.reconnectInterval * spread)
        try socket.set(.connectTimeout, to: Self.connectTimeout)
        try socket.set(.maximumReconnectInterval, to: Self.maximumReconnectInterval)
        try socket.set(.ipv6, to: host.contains(":"))
        try socket.set(.heartbeatInterval, to: Self.heartbeat.interval)
        try socket.set(.heartbeatTimeout, to: Self.heartbeat.timeout)
        guard let credentials else { return }
        try socket.set(.curvePublicKey, to: credentials.keys.publicKey)
        try socket.set(.curveSecretKey, to: credentials.keys.secretKey)
        try socket.set(.curveServerKey, to: credentials.serverKeys[keyIndex])
    }

    private func hangUp() {
        isConnected = false
        isTrusted = false
        monitor?.close()
        socket?.close()
        (monitor, socket) = (nil, nil)
    }

    private func follow() {
        // Each event may end in another socket, with another monitor.
        while let event = try? monitor?.receive() {
            switch event.kind {
            case .connected(let descriptor):
                wasTaken = true
                verifyListener(at: descriptor)
            case .handshakeSucceeded:
                // A connection that ended before it could be examined is made again.
                guard isTrusted else { return redial(after: pace.next(using: &generator)) }
                isConnected = true
                brokenHandshakes = 0
                pace.reset()
                handler(.connected)
            case .disconnected:
                guard isConnected else { continue }
                isConnected = false
                handler(.disconnected)
            case .connectRetried:
                if !wasTaken { handler(.absent) }
                wasTaken = false
            case .handshakeFailedAuthentication(let status):
                refuse(status == 400 ? .unknownKey : .temporarilyRefused)
            case .handshakeFailedProtocol:
                refuse(.foreignProtocol)
            case .handshakeFailedNoDetail:
                brokenHandshakes += 1
                guard case .ipc = endpoint else {
                    refuse(.brokenHandshake)
                    continue
                }
                // Without keys, a daemon breaks off where it ends or is full: both pass.
                if brokenHandshakes > Self.toleratedBrokenHandshakes { refuse(.shed) }
            case .connectDelayed, .listening, .bindFailed, .accepted, .acceptFailed,
                .closed, .closeFailed, .monitorStopped, .unknown:
                break
            }
        }
    }

    /// Examines the listener on a socket of this machine; over tcp the daemon's key authenticates
    /// it.
    private func verifyListener(at descriptor: Int32) {
        guard case .ipc(let path) = endpoint else { return isTrusted = true }
        guard let peer = PeerCredentials(ofSocket: descriptor) else { return isTrusted = false }
        isTrusted = peer.isTrusted(at: path)
        if !isTrusted { refuse(.foreignUser(peer.uid)) }
    }

    private func redial(after wait: Duration) {
        hangUp()
        retry = reactor.schedule(after: wait) { [unowned self] in redial() }
    }

    /// Disconnects, and connects again after a backoff; at once if the daemon may have the other
    /// key.
    private func refuse(_ refusal: HandshakeFailure) {
        hangUp()
        var hasOtherKey = false
        if let credentials, refusal == .brokenHandshake {
            keyIndex = (keyIndex + 1) % credentials.serverKeys.count
            hasOtherKey = keyIndex > 0
        }
        let wait = hasOtherKey ? .zero : pace.next(using: &generator)
        retry = reactor.schedule(after: wait) { [unowned self] in redial() }
        // While there is a key to try, nothing is decided.
        if !hasOtherKey { handler(.refused(refusal)) }
    }

    private func redial() {
        retry = nil
        do {
            try dial()
        } catch {
            // Out of descriptors, as a rule: it may find some later.
            let wait = pace.next(using: &generator)
            retry = reactor.schedule(after: wait) { [unowned self] in redial() }
        }
    }
}

/// The backoff of a client after refusals: each time about twice as long, with jitter, so that many
/// clients don't come at once.
struct RetryBackoff {
    /// The lower bound of the first backoff, and a half of its upper bound.
    static let shortest = Duration.milliseconds(250)
    /// The upper bound of every backoff.
    static let longest = Duration.seconds(30)

    private var step = shortest * 2

    /// Returns the next backoff: between a half of the step and the whole.
    mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { step = min(step * 2, Self.longest) }
        return step * Double.random(in: 0.5...1, using: &generator)
    }

    /// Resets the backoff, after a success.
    mutating func reset() {
        self = RetryBackoff()
    }
}
