package import Reactor
internal import DequeModule
package import NavigationWire
package import ZeroMQ

/// A client's two connections on a reactor: control (DEALER) and feed (SUB).
///
/// Belongs to the reactor's thread: made, used and closed there. Both reconnect by themselves, also
/// after a refusal; every new connection on control is reported as `connected`, so that the client
/// says hello again.
package final class ClientTransport {
    /// The events.
    package enum Event: Sendable {
        /// A connection on control is up.
        case connected
        /// The connection on control is lost; another is being tried.
        case disconnected
        /// A connection could not be made, for this reason; another is being tried.
        case unreachable(String)
        /// The daemon refuses the connection; it is retried, after 250 ms at first and every 30 s
        /// in the end.
        case refused(HandshakeFailure, on: Channel)
        /// A frame on control.
        case control([UInt8])
        /// A payload of the feed.
        case feed([UInt8])
    }

    private let endpoint: ControlEndpoint
    private let credentials: ClientCredentials?
    private let context: Context
    private let reactor: Reactor
    private let handler: (Event) -> Void
    private var control: ReconnectingSocket?
    private var feed: ReconnectingSocket?
    private var topic: Topic?
    private var isConnected = false
    private var pace = RetryBackoff()
    /// The timer that opens a connection again after ``reconnect()``.
    private var redial: TimerID?
    private var generator = SystemRandomNumberGenerator()
    /// The frames that could not be sent yet, because the connection is not quite up or its queue
    /// is full.
    private var unsent: Deque<[UInt8]> = []

    /// The maximum of messages taken from one socket in one turn.
    private static let messagesPerTurn = 128
    /// The bytes that CURVE adds to a frame: name, nonce, flags and tag.
    private static let overhead = 33
    /// The maximum of frames queued for sending; beyond it ``send(_:)`` refuses.
    private static let maximumUnsent = 1_024

    /// Starts to connect to control, and delivers events to `handler` on the reactor's thread.
    ///
    /// - Throws: ``TransportError`` if the endpoint is invalid, or is a tcp one and there are no
    ///   `credentials`: tcp is for paired devices.
    package init(
        endpoint: ControlEndpoint, credentials: ClientCredentials? = nil, context: Context,
        reactor: Reactor, handler: @escaping (Event) -> Void
    ) throws(TransportError) {
        guard endpoint.isLocal || credentials != nil else {
            throw TransportError(
                "'\(endpoint)' wants the key of a paired device: pair this one first")
        }
        self.endpoint = endpoint
        self.credentials = endpoint.isLocal ? nil : credentials
        self.context = context
        self.reactor = reactor
        self.handler = handler
        try connect()
    }

    /// The daemon's key that authenticated the connection on control; `nil` except over tcp.
    package var serverKey: CurvePublicKey? { control?.serverKey }

    /// Sends a frame on control, now or as soon as there is room; returns `false` if it is not
    /// connected or the queue is full.
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
                if let socket = feed.socket {
                    if let old = self.topic { try socket.unsubscribe(old.bytes) }
                    try socket.subscribe(topic.bytes)
                }
                self.topic = topic
                return
            }
            feed?.close()
            self.topic = topic
            feed = try ReconnectingSocket(
                .sub, to: target, frameLength: WireLimits.feed + Self.overhead,
                credentials: credentials, context: context, reactor: reactor
            ) { [unowned self] socket throws(ZeroMQError) in
                if let topic = self.topic { try socket.subscribe(topic.bytes) }
            } handler: { [unowned self] in
                takeFeed($0)
            }
        } catch {
            throw TransportError("can't follow the feed: \(error)")
        }
    }

    /// Closes the connection on control, and opens another after a backoff, which grows until a
    /// reply arrives. A daemon that is late because of many requests would be late for ever if all
    /// clients came back at once.
    package func reconnect() {
        closeControl()
        redialLater()
    }

    private func redialLater() {
        redial = reactor.schedule(after: pace.next(using: &generator)) { [unowned self] in
            redial = nil
            // Out of descriptors, as a rule: it may find some later.
            do { try connect() } catch { redialLater() }
        }
    }

    /// Closes both connections.
    package func close() {
        closeControl()
        feed?.close()
        feed = nil
    }

    private func connect() throws(TransportError) {
        do {
            control = try ReconnectingSocket(
                .dealer, to: endpoint.endpoint, frameLength: WireLimits.replyFrame + Self.overhead,
                credentials: credentials, context: context, reactor: reactor
            ) { socket throws(ZeroMQError) in
                // Queue for established connections only: requests of a lost one are sent again.
                try socket.set(.immediate, to: true)
            } handler: { [unowned self] in
                takeControl($0)
            }
        } catch {
            throw TransportError("can't connect to '\(endpoint)': \(error)")
        }
    }

    private func closeControl() {
        if let redial { reactor.cancel(redial) }
        redial = nil
        isConnected = false
        unsent = []
        control?.close()
        control = nil
    }

    private func takeControl(_ event: ReconnectingSocket.Event) {
        switch event {
        case .connected:
            isConnected = true
            handler(.connected)
        case .disconnected:
            isConnected = false
            unsent = []
            handler(.disconnected)
        case .absent:
            handler(.unreachable(endpoint.absence))
        case .refused(let why):
            handler(.refused(why, on: .control))
        case .ready(let events):
            if events.contains(.writable) { flush() }
            if events.contains(.readable) { receiveReplies() }
        }
    }

    private func takeFeed(_ event: ReconnectingSocket.Event) {
        switch event {
        case .refused(let why): handler(.refused(why, on: .feed))
        case .ready: receiveFeed()
        // The heads on the feed show whether it is alive.
        case .connected, .disconnected, .absent: break
        }
    }

    private func flush() {
        guard let socket = control?.socket else { return }
        while let frame = unsent.first {
            guard (try? socket.send(frame)) == .sent else { break }
            unsent.removeFirst()
        }
        reactor.update(socket, for: unsent.isEmpty ? .readable : [.readable, .writable])
    }

    private static let replyLimit = Multipart.Limit(frames: 1, bytes: WireLimits.replyFrame)

    private func receiveReplies() {
        for _ in 0..<Self.messagesPerTurn {
            guard let message = try? control?.socket?.receiveMultipart(limit: Self.replyLimit),
                !message.isTruncated,
                let frame = message.frames.first, message.frames.count == 1
            else { return }
            pace.reset()
            handler(.control(frame))
        }
    }

    private static let feedLimit = Multipart.Limit(
        frames: 2, bytes: Topic.length + WireLimits.feed)

    private func receiveFeed() {
        for _ in 0..<Self.messagesPerTurn {
            guard let message = try? feed?.socket?.receiveMultipart(limit: Self.feedLimit),
                !message.isTruncated,
                message.frames.count == 2, message.frames[0] == topic?.bytes
            else { return }
            handler(.feed(message.frames[1]))
        }
    }
}
