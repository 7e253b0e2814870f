internal import NavigationTransport
internal import NavigationWire
internal import Reactor
internal import ZeroMQ

/// The subscription to one topic of a daemon's feed, on a socket of its own (SUB).
///
/// Belongs to the reactor's thread. The heads on the feed show whether it is alive, so it reports
/// no connections.
final class FeedSubscription {
    private let context: Context
    private let reactor: Reactor
    private let handler: (DaemonConnection.Event) -> Void
    private var socket: ReconnectingSocket?
    private var topic: Topic?

    private static let limit = Multipart.Limit(frames: 2, bytes: Topic.length + WireLimits.feed)

    /// Creates a subscription to nothing; events are delivered to `handler`, on the reactor's
    /// thread.
    init(
        context: Context, reactor: Reactor, handler: @escaping (DaemonConnection.Event) -> Void
    ) {
        self.context = context
        self.reactor = reactor
        self.handler = handler
    }

    /// Subscribes to `topic` and to nothing else; the same topic again is subscribed anew, which
    /// the daemon answers.
    func follow(
        _ address: FeedAddress, of candidate: EndpointCandidate, topic: Topic
    ) throws(TransportError) {
        guard let target = candidate.endpoint.feed(address) else {
            throw TransportError(
                "the daemon has no feed for '\(candidate.endpoint)'")
        }
        do {
            if let socket, socket.endpoint == target {
                if let socket = socket.socket {
                    if let old = self.topic { try socket.unsubscribe(old.bytes) }
                    try socket.subscribe(topic.bytes)
                }
                self.topic = topic
                return
            }
            socket?.close()
            self.topic = topic
            socket = try ReconnectingSocket(
                .sub, to: target, frameLength: WireLimits.feed + DaemonConnection.curveOverhead,
                credentials: candidate.credentials, context: context, reactor: reactor
            ) { [unowned self] socket throws(ZeroMQError) in
                if let topic = self.topic { try socket.subscribe(topic.bytes) }
            } handler: { [unowned self] in
                take($0)
            }
        } catch {
            throw TransportError("can't subscribe to the feed: \(error)")
        }
    }

    /// Ends the subscription. Idempotent.
    func close() {
        socket?.close()
        socket = nil
    }

    private func take(_ event: ReconnectingSocket.Event) {
        switch event {
        case .refused(let failure): handler(.feedRefused(failure))
        case .ready: receive()
        case .connected, .disconnected, .absent: break
        }
    }

    private func receive() {
        for _ in 0..<DaemonConnection.messagesPerTurn {
            guard let message = try? socket?.socket?.receiveMultipart(limit: Self.limit),
                !message.isTruncated, message.frames.count == 2,
                message.frames[0] == topic?.bytes
            else { return }
            handler(.feed(message.frames[1]))
        }
    }
}

extension ControlEndpoint {
    /// Returns the feed's endpoint, by the address in the welcome; `nil` if the daemon has none
    /// that goes with this endpoint.
    func feed(_ address: FeedAddress) -> Endpoint? {
        switch endpoint {
        case .ipc(let path):
            guard let name = address.socket, let slash = path.lastIndex(of: "/") else { return nil }
            return .ipc(path: "\(path[..<slash])/\(name)")
        case .tcp(let host, _):
            return address.port.map { .tcp(host: host, port: $0) }
        case .inproc:
            return nil
        }
    }
}
