package import ZeroMQ

/// The daemon's two sockets on a reactor: control (ROUTER) and feed (XPUB).
///
/// Belongs to the reactor's thread: made, used and closed there. Never blocks: a peer that does not
/// read loses replies, a subscriber publications, and both notice.
package final class ServerTransport {
    /// A pair of endpoints to bind.
    package struct Listener: Hashable, Sendable, CustomStringConvertible {
        /// Of control.
        package let control: String
        /// Of the feed.
        package let feed: String
        /// A descriptor that listens at ``control`` already, to be used instead of binding.
        let controlDescriptor: Int32?
        /// The same for the feed.
        let feedDescriptor: Int32?

        /// Joins the parts. With descriptors, the endpoints say only where these listen.
        package init(
            control: String, feed: String,
            adopting descriptors: (control: Int32, feed: Int32)? = nil
        ) {
            self.control = control
            self.feed = feed
            controlDescriptor = descriptors?.control
            feedDescriptor = descriptors?.feed
        }

        /// The endpoint that clients are given.
        package var description: String { control }
    }

    /// What came in.
    package enum Event {
        /// A frame on control, and the name of the connection it came by.
        case control([UInt8], from: [UInt8])
        /// A subscription on the feed.
        case subscription([UInt8])
        /// The sockets don't work any more.
        case failed(any Error)
    }

    /// What became of a reply.
    package enum Delivery {
        /// On its way.
        case sent
        /// Dropped: the peer does not read.
        case lagging
        /// Dropped: the peer has left.
        case gone
    }

    private let control: Socket
    private let feed: Socket
    private let reactor: Reactor
    private let handler: (Event) -> Void

    /// Messages taken from one socket in one turn, so that neither starves the other.
    private static let messagesPerTurn = 128
    /// Replies and publications queued for one peer.
    private static let highWaterMark = 1_000
    /// The largest frame of a client on the feed: a subscription is small.
    private static let maximumSubscription = 4_096
    /// The largest frame of a client on control.
    private static let maximumRequest = 1_048_576
    /// How long a connection may take to introduce itself.
    private static let handshakeInterval = Duration.seconds(2)
    /// Connections that wait to be accepted.
    private static let backlog = 128
    /// How often silent tcp connections are probed, and how long an answer may take.
    private static let heartbeat = (interval: Duration.seconds(5), timeout: Duration.seconds(15))

    /// Binds all listeners and hands what comes in to `handler`, on the reactor's thread.
    package init(
        listeners: [Listener], context: Context, reactor: Reactor,
        handler: @escaping (Event) -> Void
    ) throws(TransportError) {
        self.reactor = reactor
        self.handler = handler
        do {
            control = try Socket(.router, in: context)
            feed = try Socket(.xpub, in: context)
            try ServerTransport.configure(control, maximumFrame: Self.maximumRequest)
            try control.set(.routerMandatory, to: true)
            try ServerTransport.configure(feed, maximumFrame: Self.maximumSubscription)
            try feed.set(.xpubVerbose, to: true)
        } catch {
            throw TransportError("\(error)")
        }
        for listener in listeners {
            try ServerTransport.bind(
                control, to: listener.control, adopting: listener.controlDescriptor)
            try ServerTransport.bind(feed, to: listener.feed, adopting: listener.feedDescriptor)
        }
        reactor.register(control, for: .readable) { [unowned self] _ in receiveRequests() }
        reactor.register(feed, for: .readable) { [unowned self] _ in receiveSubscriptions() }
    }

    /// Sends a reply without waiting.
    package func send(_ frame: [UInt8], to peer: [UInt8]) -> Delivery {
        do {
            switch try control.send(frame, to: RoutingID(peer)) {
            case .sent: return .sent
            case .wouldBlock: return .lagging
            case .unreachable: return .gone
            }
        } catch {
            handler(.failed(error))
            return .gone
        }
    }

    /// Publishes without waiting; subscribers whose queue is full miss it.
    package func publish(_ payload: [UInt8], on topic: [UInt8]) {
        do {
            _ = try feed.sendMultipart([topic, payload])
        } catch {
            handler(.failed(error))
        }
    }

    /// Closes both sockets.
    package func close() {
        control.close()
        feed.close()
    }

    private func receiveRequests() {
        do {
            for _ in 0..<Self.messagesPerTurn {
                guard let message = try control.receiveRouted() else { return }
                // The protocol has one frame a message; anything else is not ours.
                guard !message.hadMoreFrames else { continue }
                let sender = message.sender.withBytes { bytes in
                    unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
                }
                handler(.control(message.payload.copyBytes(), from: sender))
            }
        } catch {
            handler(.failed(error))
        }
    }

    private func receiveSubscriptions() {
        do {
            for _ in 0..<Self.messagesPerTurn {
                guard let message = try feed.receive() else { return }
                // One byte says whether it is a subscription, the rest is the topic.
                let bytes = message.copyBytes()
                if bytes.first == 1 { handler(.subscription(Array(bytes.dropFirst()))) }
            }
        } catch {
            handler(.failed(error))
        }
    }

    private static func configure(_ socket: Socket, maximumFrame: Int) throws(ZeroMQError) {
        try socket.set(.maximumMessageSize, to: maximumFrame)
        try socket.set(.handshakeInterval, to: handshakeInterval)
        try socket.set(.backlog, to: backlog)
        try socket.set(.linger, to: .zero)
        try socket.set(.sendHighWaterMark, to: highWaterMark)
        try socket.set(.receiveHighWaterMark, to: highWaterMark)
    }

    private static func bind(
        _ socket: Socket, to text: String, adopting descriptor: Int32?
    ) throws(TransportError) {
        do {
            let endpoint = try Endpoint(text)
            // A stopped client on the same machine is not a broken connection; over tcp nothing
            // else tells a broken one.
            let isRemote = if case .tcp = endpoint { true } else { false }
            try socket.set(.heartbeatInterval, to: isRemote ? heartbeat.interval : .zero)
            try socket.set(.heartbeatTimeout, to: isRemote ? heartbeat.timeout : .zero)
            if let descriptor {
                _ = try socket.bind(endpoint, adopting: descriptor)
            } else {
                _ = try socket.bind(endpoint)
            }
        } catch {
            throw TransportError("can't listen on '\(text)': \(error)")
        }
    }
}
