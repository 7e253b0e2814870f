internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The connection to a daemon that may be found in several ways: they are tried in turn, until one
/// answers, again and again.
///
/// Belongs to the reactor's thread, as the transport does. On a way that answers it stays until that
/// no longer does.
final class DaemonConnection {
    /// The events.
    enum Event {
        /// A connection on control is up: a new one each time.
        case connected
        /// The connection on control is gone; another is being tried.
        case disconnected
        /// No way leads to the daemon, for this reason; they are tried again.
        case absent(UnavailableReason)
        /// A frame on control.
        case control([UInt8])
        /// A payload of the feed.
        case feed([UInt8])
    }

    /// Why there is no connection.
    enum UnavailableReason: Hashable {
        /// Nobody answers.
        case unreachable(String)
        /// Somebody answers, and does not let this client in.
        case refused(HandshakeFailure)

        /// The one that tells most: what a daemon says, before what only the network does.
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
    /// The ways that were tried since all were tried before, or one answered.
    private var tried = 0
    /// The number of rounds in which all were tried in vain.
    private var rounds = 0
    private var gravest: UnavailableReason?
    private var timer: TimerID?

    /// The time that one of several ways may take to answer, at first; in the end the longest.
    private static let timeout = Duration.milliseconds(1_500)
    private static let maxTimeout = Duration.seconds(12)

    /// Starts to connect, and hands what happens to `handler`, on the reactor's thread.
    ///
    /// - Parameter ways: at least one.
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

    /// The way that is tried, or has answered.
    var way: EndpointCandidate { ways[index] }

    /// The daemon's key that the connection was made with; `nil` without tcp.
    var serverKey: PublicKey? { transport?.serverKey.flatMap(PublicKey.init) }

    /// Sends a frame on control; `false` if it is not connected or too much waits already.
    func send(_ frame: [UInt8]) -> Bool { transport?.send(frame) ?? false }

    /// Subscribes to `topic` and to nothing else.
    func follow(_ address: FeedAddress, topic: Topic) throws(TransportError) {
        try transport?.follow(address, topic: topic)
    }

    /// Gives up the connection on control, and makes another after a while.
    func reconnect() {
        isConnected = false
        transport?.reconnect()
        limit()
    }

    /// Closes everything, for good. Idempotent.
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
            // Without a feed it is followed by asking; and the daemon says on control who may.
            break
        case .control(let frame): handler(.control(frame))
        case .feed(let payload): handler(.feed(payload))
        }
    }

    /// Notes that the present way does not lead there, and goes on with the next; tells when all have
    /// been tried.
    private func miss(_ absence: UnavailableReason) {
        guard !isConnected else { return }
        if absence.weight >= (gravest?.weight ?? 0) { gravest = absence }
        tried += 1
        let isLast = tried >= ways.count
        let reason = gravest ?? absence
        if isLast { (tried, rounds, gravest) = (0, rounds + 1, nil) }
        // A single way is tried again by the transport itself.
        if ways.count > 1 { turn(after: isLast ? backoff : .zero) }
        if isLast { handler(.absent(reason)) }
    }

    /// Goes on to the next way, but not in the midst of what the present one has to say.
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

    /// Between two rounds: short at first, for people watch.
    private var backoff: Duration {
        min(.milliseconds(250) * Double(1 << min(rounds, 8)), .seconds(10))
    }

    /// Gives a way that says nothing at all a limit, if there are others.
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
