internal import Reactor
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The connection to a daemon at one of several endpoints, which are tried round-robin until one
/// answers, again and again.
///
/// Belongs to the reactor's thread, as the transport does. It stays at an endpoint that answers
/// until the connection is lost.
final class DaemonConnection {
    /// The events.
    enum Event {
        /// A control connection is up: a new one each time.
        case connected
        /// The control connection is lost; another is being tried.
        case disconnected
        /// No endpoint can be reached, for this reason; they are tried again.
        case absent(UnavailableReason)
        /// A frame on control.
        case control([UInt8])
        /// A payload of the feed.
        case feed([UInt8])
    }

    /// The reason why there is no connection.
    enum UnavailableReason: Hashable {
        /// Nothing answers at the endpoint.
        case unreachable(String)
        /// The listener answers, and refuses this client.
        case refused(HandshakeFailure)

        /// The precedence among reasons: a daemon's reply before a failure of the network.
        fileprivate var weight: Int {
            switch self {
            case .unreachable: 0
            case .refused(.foreignProtocol): 1
            case .refused(.undecided): 2
            case .refused(.brokenHandshake): 3
            case .refused(.unknownKey): 4
            case .refused(.foreignUser): 5
            }
        }
    }

    private let ways: [EndpointCandidate]
    private let context: Context
    private let reactor: Reactor
    private let handler: (Event) -> Void
    private var transport: ClientTransport?
    private var index = 0
    private var isConnected = false
    /// The number of endpoints tried since all were tried before, or one answered.
    private var tried = 0
    /// The number of rounds in which all endpoints failed.
    private var rounds = 0
    private var gravest: UnavailableReason?
    private var timer: TimerID?

    /// The first timeout for one of several endpoints; it doubles each round, up to the maximum.
    private static let timeout = Duration.milliseconds(1_500)
    private static let maxTimeout = Duration.seconds(12)

    /// Starts to connect, and delivers events to `handler` on the reactor's thread.
    ///
    /// - Parameter ways: The endpoints to try, at least one.
    init(
        _ ways: [EndpointCandidate], context: Context, reactor: Reactor,
        handler: @escaping (Event) -> Void
    ) throws(TransportError) {
        self.ways = ways
        self.context = context
        self.reactor = reactor
        self.handler = handler
        try dial()
    }

    /// The endpoint that is being tried, or has answered.
    var way: EndpointCandidate { ways[index] }

    /// The daemon's key that authenticated the connection; `nil` except over tcp.
    var serverKey: PublicKey? { transport?.serverKey.flatMap(PublicKey.init) }

    /// Sends a frame on control; returns `false` if it is not connected or its queue is full.
    func send(_ frame: [UInt8]) -> Bool { transport?.send(frame) ?? false }

    /// Subscribes to `topic` and to nothing else.
    func follow(_ address: FeedAddress, topic: Topic) throws(TransportError) {
        try transport?.follow(address, topic: topic)
    }

    /// Closes the control connection, and opens another after a backoff.
    func reconnect() {
        isConnected = false
        transport?.reconnect()
        limit()
    }

    /// Closes all connections for good. Idempotent.
    func close() {
        stopTimer()
        transport?.close()
        transport = nil
    }

    private func dial() throws(TransportError) {
        transport = try ClientTransport(
            endpoint: way.endpoint, credentials: way.credentials, context: context,
            reactor: reactor
        ) { [weak self] in
            self?.take($0)
        }
        limit()
    }

    private func take(_ event: ClientTransport.Event) {
        switch event {
        case .connected:
            stopTimer()
            isConnected = true
            (tried, rounds, gravest) = (0, 0, nil)
            handler(.connected)
        case .disconnected:
            isConnected = false
            limit()
            handler(.disconnected)
        case .unreachable(let reason): miss(.unreachable(reason))
        case .refused(let refusal, on: .control): miss(.refused(refusal))
        case .refused(_, on: .feed):
            // Without a feed the mirror polls; and the reply on control says who is authorized.
            break
        case .control(let frame): handler(.control(frame))
        case .feed(let payload): handler(.feed(payload))
        }
    }

    /// Records that the present endpoint failed, and moves on to the next; reports when all have
    /// been tried.
    private func miss(_ absence: UnavailableReason) {
        guard !isConnected else { return }
        if absence.weight >= (gravest?.weight ?? 0) { gravest = absence }
        tried += 1
        let isLast = tried >= ways.count
        let reason = gravest ?? absence
        if isLast { (tried, rounds, gravest) = (0, rounds + 1, nil) }
        // The transport itself retries a single endpoint.
        if ways.count > 1 { turn(after: isLast ? backoff : .zero) }
        if isLast { handler(.absent(reason)) }
    }

    /// Moves on to the next endpoint, but not while the present one's events are being handled.
    private func turn(after wait: Duration) {
        stopTimer()
        timer = reactor.schedule(after: wait) { [weak self] in
            guard let self, !isConnected, transport != nil else { return }
            timer = nil
            transport?.close()
            index = (index + 1) % ways.count
            do {
                try dial()
            } catch {
                miss(.unreachable("\(error)"))
            }
        }
    }

    /// The backoff between two rounds: short at first, as people wait for it.
    private var backoff: Duration {
        min(.milliseconds(250) * Double(1 << min(rounds, 8)), .seconds(10))
    }

    /// Sets a timeout for an endpoint that does not answer at all, if there are others.
    private func limit() {
        guard ways.count > 1 else { return }
        stopTimer()
        let time = min(Self.timeout * Double(1 << min(rounds, 8)), Self.maxTimeout)
        timer = reactor.schedule(after: time) { [weak self] in
            guard let self else { return }
            timer = nil
            miss(.unreachable("nobody answers at '\(way.endpoint)'"))
        }
    }

    private func stopTimer() {
        if let timer { reactor.cancel(timer) }
        timer = nil
    }
}
