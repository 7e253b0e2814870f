internal import DequeModule
package import NavigationWire
package import ZeroMQ

/// A client's two connections on a reactor: control (DEALER) and feed (SUB).
///
/// Belongs to the reactor's thread: made, used and closed there. libzmq reconnects by itself; every
/// new connection is told as `connected`, so that the client says hello again.
package final class ClientTransport {
    /// What happened.
    package enum Event {
        /// A connection on control is up.
        case connected
        /// The connection on control is gone; another is being tried.
        case disconnected
        /// A connection could not be made, for this reason; another is being tried.
        case unreachable(String)
        /// A frame on control.
        case control([UInt8])
        /// A payload of the feed.
        case feed([UInt8])
    }

    private let endpoint: ControlEndpoint
    private let context: Context
    private let reactor: Reactor
    private let handler: (Event) -> Void
    private var control: (socket: Socket, monitor: Monitor)?
    private var feed: (socket: Socket, endpoint: Endpoint, topic: Topic)?
    private var isConnected = false
    /// What could not be sent yet, because the connection is not quite up or its queue is full.
    private var unsent: Deque<[UInt8]> = []

    /// Messages taken from one socket in one turn.
    private static let messagesPerTurn = 128
    /// Frames that may wait to be sent; beyond it `send` refuses.
    private static let maximumUnsent = 1_024
    private static let reconnectInterval = Duration.milliseconds(50)
    private static let maximumReconnectInterval = Duration.seconds(10)
    /// On the same machine trying costs nothing, and people watch.
    private static let maximumLocalReconnectInterval = Duration.seconds(1)

    /// Starts to connect to control, and hands what happens to `handler`, on the reactor's thread.
    package init(
        endpoint: ControlEndpoint, context: Context, reactor: Reactor,
        handler: @escaping (Event) -> Void
    ) throws(TransportError) {
        self.endpoint = endpoint
        self.context = context
        self.reactor = reactor
        self.handler = handler
        try connect()
    }

    /// Sends a frame on control, now or as soon as there is room; `false` if it is not connected
    /// or too much waits already.
    package func send(_ frame: [UInt8]) -> Bool {
        guard isConnected, unsent.count < Self.maximumUnsent else { return false }
        unsent.append(frame)
        flush()
        return true
    }

    /// Subscribes to `topic` and to nothing else; the same topic again is subscribed anew, which
    /// the daemon answers.
    package func follow(_ address: FeedAddress, topic: Topic) throws(TransportError) {
        guard let target = endpoint.feed(address) else {
            throw TransportError("the daemon offers no feed that goes with '\(endpoint)'")
        }
        do {
            if let feed, feed.endpoint == target {
                try feed.socket.unsubscribe(feed.topic.bytes)
                try feed.socket.subscribe(topic.bytes)
                self.feed = (feed.socket, target, topic)
                return
            }
            feed?.socket.close()
            let socket = try Socket(.sub, in: context)
            try configure(socket)
            try socket.subscribe(topic.bytes)
            try socket.connect(target)
            reactor.register(socket, for: .readable) { [unowned self] _ in receiveFeed() }
            feed = (socket, target, topic)
        } catch {
            throw TransportError("can't follow the feed: \(error)")
        }
    }

    /// Gives up the connection on control and makes another.
    package func reconnect() throws(TransportError) {
        closeControl()
        try connect()
    }

    /// Closes both connections.
    package func close() {
        closeControl()
        feed?.socket.close()
        feed = nil
    }

    private func connect() throws(TransportError) {
        do {
            let socket = try Socket(.dealer, in: context)
            try configure(socket)
            // Queue to connections that stand only: what was meant for a lost one is asked anew.
            try socket.set(.immediate, to: true)
            let monitor = try Monitor(socket)
            reactor.register(monitor.socket, for: .readable) { [unowned self] _ in
                receiveEvents()
            }
            reactor.register(socket, for: .readable) { [unowned self] events in
                if events.contains(.writable) { flush() }
                if events.contains(.readable) { receiveReplies() }
            }
            control = (socket, monitor)
            try socket.connect(endpoint.endpoint)
        } catch {
            closeControl()
            throw TransportError("can't connect to '\(endpoint)': \(error)")
        }
    }

    private func configure(_ socket: Socket) throws(ZeroMQError) {
        try socket.set(.linger, to: .zero)
        try socket.set(.reconnectInterval, to: Self.reconnectInterval)
        try socket.set(
            .maximumReconnectInterval,
            to: endpoint.isLocal
                ? Self.maximumLocalReconnectInterval : Self.maximumReconnectInterval)
    }

    private func closeControl() {
        isConnected = false
        unsent = []
        control?.monitor.close()
        control?.socket.close()
        control = nil
    }

    private func flush() {
        guard let socket = control?.socket else { return }
        while let frame = unsent.first {
            guard (try? socket.send(frame)) == .sent else { break }
            unsent.removeFirst()
        }
        reactor.update(socket, for: unsent.isEmpty ? .readable : [.readable, .writable])
    }

    private func receiveEvents() {
        while let event = try? control?.monitor.receive() {
            switch event.kind {
            case .handshakeSucceeded:
                isConnected = true
                handler(.connected)
            case .disconnected:
                guard isConnected else { continue }
                isConnected = false
                unsent = []
                handler(.disconnected)
            case .connectRetried:
                handler(.unreachable("nobody listens at '\(endpoint)'"))
            case .handshakeFailedNoDetail, .handshakeFailedProtocol,
                .handshakeFailedAuthentication:
                handler(.unreachable("what listens at '\(endpoint)' does not speak as a navsyncd"))
            case .connected, .connectDelayed, .listening, .bindFailed, .accepted, .acceptFailed,
                .closed, .closeFailed, .monitorStopped, .unknown:
                break
            }
        }
    }

    private func receiveReplies() {
        for _ in 0..<Self.messagesPerTurn {
            guard let message = try? control?.socket.receiveMultipart(), !message.isTruncated,
                let frame = message.frames.first, message.frames.count == 1
            else { return }
            handler(.control(frame))
        }
    }

    private func receiveFeed() {
        for _ in 0..<Self.messagesPerTurn {
            guard let message = try? feed?.socket.receiveMultipart(), !message.isTruncated,
                message.frames.count == 2, message.frames[0] == feed?.topic.bytes
            else { return }
            handler(.feed(message.frames[1]))
        }
    }
}
