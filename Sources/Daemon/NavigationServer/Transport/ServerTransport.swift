package import NavigationTransport
package import Reactor
package import NavigationWire
package import ZeroMQ

/// The daemon's two sockets on a reactor: control (ROUTER) and feed (XPUB).
///
/// Belongs to the reactor's thread: made, used and closed there. Never blocks: a peer that does not
/// read loses replies, a subscriber publications, and both notice.
///
/// Over tcp all peers use CURVE, and `Event.authorize(_:)` looks up the owner of a key. Over ipc
/// the kernel authenticates the uid; every user with access to the sockets may connect. Either way
/// each frame is delivered with its principal.
package final class ServerTransport {
    /// A pair of endpoints to bind. The scheme decides how peers authenticate.
    package struct Listener: Hashable, Sendable, CustomStringConvertible {
        /// The endpoint of control.
        package let control: String
        /// The endpoint of the feed.
        package let feed: String
        /// A descriptor that listens at ``control`` already, for use instead of binding.
        let controlDescriptor: Int32?
        /// The same for the feed.
        let feedDescriptor: Int32?

        /// Joins the parts. With descriptors, the endpoints only name the addresses of these.
        package init(
            control: String, feed: String,
            adopting descriptors: (control: Int32, feed: Int32)? = nil
        ) {
            self.control = control
            self.feed = feed
            controlDescriptor = descriptors?.control
            feedDescriptor = descriptors?.feed
        }

        /// The endpoint for clients.
        package var description: String { control }
    }

    /// A handshake that waits for `reply(to:with:)`, at most a second and a half.
    package struct HandshakeRequest: Hashable, Sendable {
        /// The key that the client has proved to own.
        package let key: PublicKey
        /// The channel to connect to.
        package let service: Channel
        /// The origin of the client, as in ``ConnectionName/origin``.
        package let origin: String
        fileprivate let id: ZAPHandler.RequestID
    }

    /// The decision on a handshake.
    package enum AuthorizationDecision: Hashable, Sendable {
        /// The client may connect, as this principal.
        case admitted(Principal)
        /// The key is unknown, or may not use this channel.
        case refused
        /// The key can't be looked up now; the client tries again.
        case unavailable
    }

    /// The events.
    package enum Event: Sendable {
        /// Frames have arrived on control: `receiveRequests(_:)` takes them.
        case requests
        /// A connection on control, which had sent something, has ended.
        case left(ConnectionID, by: Principal)
        /// A subscription on the feed, with the principal.
        case subscription([UInt8], by: Principal)
        /// The end of the last subscription to a topic on the feed.
        case unsubscription([UInt8])
        /// A client with a key requests a connection.
        case authorize(HandshakeRequest)
        /// A connection was refused or disconnected; the channel is `nil` if it is unknown.
        case refused(ConnectionRefusal, on: Channel?, RefusedPeer)
        /// The sockets have failed.
        case failed(any Error)
    }

    /// A frame on control.
    package struct ControlFrame {
        /// The content.
        package let bytes: [UInt8]
        /// The connection that brought it.
        package let connection: ConnectionID
        /// The principal behind that.
        package let principal: Principal
        /// The origin of that, as in ``ConnectionName/origin``.
        package let origin: String
    }

    /// The result of sending a reply.
    package enum Delivery {
        /// The reply is queued.
        case sent
        /// The reply was dropped: the peer does not read.
        case slowConsumer
        /// The reply was dropped: the peer has left.
        case unreachable
    }

    private let control: MonitoredSocket
    private let feed: MonitoredSocket
    private let connectionCounter: ConnectionCounter
    private let limits: ServerLimits
    private let keys: CurveKeyPair?
    private let context: Context
    private let reactor: Reactor
    private let handler: (Event) -> Void
    private var zapHandler: ZAPHandler?
    /// The running self-test: refusals during it are not reported.
    private var selfTest: CurveSelfTest?
    private var isClosed = false
    private var subscribers = SubscriberCount()
    private var sweepTimer: TimerID?
    /// The number of publications so far.
    package private(set) var publications: UInt64 = 0
    /// The number of bytes of their payloads.
    package private(set) var publishedBytes: UInt64 = 0
    /// The number of publications at which a subscriber with a full queue began to miss some.
    package private(set) var feedDrops: UInt64 = 0

    /// Binds all listeners; from now on clients connect, and `handler` receives events on the
    /// reactor's thread. Nothing that they send is read before ``open()``.
    ///
    /// - Throws: `TransportError` if an endpoint can't be bound, or is a tcp one without `keys`.
    package init(
        listeners: [Listener], keys: CurveKeyPair?, limits: ServerLimits = ServerLimits(),
        context: Context, reactor: Reactor, handler: @escaping (Event) -> Void
    ) throws(TransportError) {
        self.keys = keys
        self.context = context
        self.reactor = reactor
        self.handler = handler
        self.limits = limits
        connectionCounter = ConnectionCounter(limits)
        // Before the first connection is accepted.
        TrafficGuard.start()
        let forwarder = EventForwarder()
        do {
            // First of all: a socket without one would refuse everybody.
            zapHandler = try ZAPHandler(in: context, on: reactor) { forwarder.zapEvent($0) }
            control = try MonitoredSocket(
                .control, connectionCounter: connectionCounter, limits: limits, context: context,
                reactor: reactor,
                onRefusal: { forwarder.refusal($0, $1, $2) }, onEnd: { forwarder.end($0, $1) })
            feed = try MonitoredSocket(
                .feed, connectionCounter: connectionCounter, limits: limits, context: context,
                reactor: reactor,
                onRefusal: { forwarder.refusal($0, $1, $2) })
        } catch {
            zapHandler?.close()
            throw TransportError("\(error)")
        }
        forwarder.zapEvent = { [unowned self] in take($0) }
        forwarder.refusal = { [unowned self] in report($0, on: $1, $2) }
        forwarder.end = { [unowned self] in self.handler(.left($0, by: $1)) }
        do {
            for listener in listeners {
                try bind(control, to: listener.control, adopting: listener.controlDescriptor)
                try bind(feed, to: listener.feed, adopting: listener.feedDescriptor)
            }
        } catch {
            close()
            throw error
        }
    }

    /// Probes the daemon's own tcp listeners before any request is read: with a fresh key and with
    /// none, on both channels. None of the probes may be accepted.
    ///
    /// The fresh keys cause `Event.authorize(_:)`, as all others do. A listener at an address of
    /// the machine is represented by another one on loopback, which is opened in the same way and
    /// closed at the end: a service may well be restricted to connections to loopback.
    ///
    /// - Throws: `TransportError` if a probe is accepted, or has no result by `deadline`.
    package nonisolated(nonsending) func runSelfTest(
        within deadline: Duration = .seconds(5)
    ) async throws(TransportError) {
        guard let keys else { return }
        let check = CurveSelfTest(key: keys.publicKey, context: context, reactor: reactor)
        selfTest = check
        var loopbackProbes: [(socket: MonitoredSocket, endpoint: Endpoint)] = []
        defer {
            for target in loopbackProbes { target.socket.closeLoopbackProbe(target.endpoint) }
            selfTest = nil
        }
        var targets: [CurveSelfTest.Target] = []
        for socket in [control, feed] {
            let near = socket.remoteEndpoints.filter(CurveSelfTest.isOnLoopback)
            targets += near.map { (socket.service, $0) }
            guard near.count < socket.remoteEndpoints.count else { continue }
            let endpoint = try socket.bindLoopbackProbe(key: keys.secretKey)
            loopbackProbes.append((socket, endpoint))
            targets.append((socket.service, endpoint))
        }
        try await check.run(targets, within: deadline)
    }

    /// Begins to read messages.
    package func open() {
        reactor.register(control.socket, for: .readable) { [unowned self] _ in handler(.requests) }
        reactor.register(feed.socket, for: .readable) { [unowned self] _ in receiveSubscriptions() }
        sweepLater()
    }

    /// Looks periodically for connections that stall while data is buffered for them.
    private func sweepLater() {
        sweepTimer = reactor.schedule(after: limits.standstill / ServerLimits.sweeps) {
            [unowned self] in
            for stalled in TrafficGuard.sweep(after: ServerLimits.sweeps) {
                let (descriptor, reason) = (stalled.descriptor, stalled.reason)
                if control.disconnect(descriptor: descriptor, because: reason) { continue }
                _ = feed.disconnect(descriptor: descriptor, because: reason)
            }
            // The handler of a refusal may have closed the transport.
            if !isClosed { sweepLater() }
        }
    }

    /// The number of established connections, on both channels, identified or not.
    package var connectionCount: Int { connectionCounter.count }

    /// The endpoints of its tcp listeners, with the ports that the system chose: control, then
    /// feed.
    package var remoteEndpoints: [Endpoint] { control.remoteEndpoints + feed.remoteEndpoints }

    /// Replies to a handshake. Idempotent; too late, it has been refused.
    package func reply(to handshake: HandshakeRequest, with decision: AuthorizationDecision) {
        switch decision {
        case .admitted(let principal):
            admit(principal, handshake.id, to: handshake.service, from: handshake.origin)
        case .refused:
            zapHandler?.reply(to: handshake.id, with: .denied)
            report(.unknownKey, on: handshake.service, RefusedPeer(origin: handshake.origin))
        case .unavailable:
            zapHandler?.reply(to: handshake.id, with: .failed)
            report(
                .authorizationUnavailable, on: handshake.service,
                RefusedPeer(origin: handshake.origin))
        }
    }

    /// Disconnects all connections of `principal`, on both channels, and nobody else's; returns
    /// their number. A connection without a message yet belongs to nobody: the daemon has to refuse
    /// its later messages, and to disconnect again.
    @discardableResult
    package func disconnectAll(_ principal: Principal) -> Int {
        control.disconnectAll(principal) + feed.disconnectAll(principal)
    }

    /// Disconnects a connection on control, and reports `reason`; returns a Boolean value indicating
    /// whether it existed.
    @discardableResult
    package func disconnect(_ id: ConnectionID, because reason: ConnectionRefusal) -> Bool {
        control.follow()
        guard let connection = control.addressee(id), !connection.isDisconnected else {
            return false
        }
        control.disconnect(connection, because: reason)
        return true
    }

    /// Closes the sockets, and the ZAP handler last. Idempotent.
    package func close() {
        isClosed = true
        if let sweepTimer { reactor.cancel(sweepTimer) }
        sweepTimer = nil
        control.close()
        feed.close()
        zapHandler?.close()
        zapHandler = nil
    }

    private func bind(
        _ socket: MonitoredSocket, to text: String, adopting descriptor: Int32?
    ) throws(TransportError) {
        let endpoint: Endpoint
        do {
            endpoint = try Endpoint(text)
        } catch {
            throw TransportError("can't listen on '\(text)': \(error)")
        }
        try socket.bind(endpoint, adopting: descriptor, key: keys?.secretKey)
    }
}

// MARK: - Handshakes

extension ServerTransport {
    private func take(_ event: ZAPHandler.Event) {
        switch event {
        case .request(let request, let id):
            // The connection has to be known before its name is made.
            control.follow()
            feed.follow()
            // One beyond the limit of all is cut by now: its handshake counts for nobody, and its
            // client is to see no other reason than the end of the connection.
            guard connectionCounter.count <= limits.connections else {
                zapHandler?.reply(to: id, with: .closing)
                return
            }
            judge(request, id)
        case .refused(let why, let domain):
            let reason: ConnectionRefusal =
                switch why {
                case .malformed: .malformed
                case .mechanism: .wrongMechanism
                case .overloaded, .late: .authorizationUnavailable
                }
            report(reason, on: domain.flatMap(Channel.init))
        }
    }

    private func judge(_ request: ZAPRequest, _ id: ZAPHandler.RequestID) {
        guard let service = Channel(request.domain) else {
            zapHandler?.reply(to: id, with: .denied)
            report(.malformed, on: nil)
            return
        }
        switch request.mechanism {
        case .curve(let key):
            guard let key = PublicKey(bytes: key.bytes) else {
                zapHandler?.reply(to: id, with: .denied)
                return
            }
            handler(
                .authorize(
                    HandshakeRequest(
                        key: key, service: service, origin: request.address, id: id)))
        case .null:
            guard let process = request.localProcess else {
                zapHandler?.reply(to: id, with: .denied)
                report(.wrongMechanism, on: service, RefusedPeer(origin: request.address))
                return
            }
            admit(.local(uid: process.uid), id, to: service, from: "pid:\(process.pid)")
        }
    }

    /// Accepts a principal, unless it has reached its limit of connections.
    private func admit(
        _ principal: Principal, _ id: ZAPHandler.RequestID, to service: Channel,
        from origin: String
    ) {
        control.follow()
        feed.follow()
        guard let name = connectionCounter.admit(principal, from: origin, at: .now) else {
            zapHandler?.reply(to: id, with: .failed)
            return report(
                .perPrincipalLimit, on: service, RefusedPeer(principal: principal, origin: origin))
        }
        zapHandler?.reply(to: id, with: .accepted(userID: name.text))
    }

    private func report(
        _ refusal: ConnectionRefusal, on service: Channel?, _ peer: RefusedPeer = RefusedPeer()
    ) {
        guard let selfTest else { return handler(.refused(refusal, on: service, peer)) }
        if refusal == .wrongMechanism, let service { selfTest.recordMismatch(on: service) }
    }
}

// MARK: - Messages

extension ServerTransport {
    /// Sends a reply without blocking.
    package func send(_ frame: [UInt8], to id: ConnectionID) -> Delivery {
        guard let connection = control.addressee(id), !connection.isDisconnected,
            let peer = connection.peer
        else { return .unreachable }
        do {
            let result = try send(frame, to: peer, counting: connection.outgoing)
            guard connection.note(isSent: result == .sent) else {
                control.disconnect(connection, because: .slowConsumer)
                return .unreachable
            }
            switch result {
            case .sent: return .sent
            case .wouldBlock: return .slowConsumer
            case .unreachable: return .unreachable
            }
        } catch {
            handler(.failed(error))
            return .unreachable
        }
    }

    private func send(
        _ frame: [UInt8], to peer: RoutingID, counting outgoing: SendBudget
    ) throws(ZeroMQError) -> SendResult {
        let length = frame.count
        guard length > ServerLimits.largeReply else {
            return try control.socket.send(frame, to: peer)
        }
        guard outgoing.reserve(length) else { return .wouldBlock }
        let message = Message(owning: frame) { outgoing.release(length) }
        return try control.socket.send(message, to: peer)
    }

    /// Publishes without blocking; subscribers whose queue is full miss it.
    package func publish(_ payload: [UInt8], on topic: [UInt8]) {
        publications += 1
        publishedBytes += UInt64(payload.count)
        do {
            let frames = [topic, payload]
            // libzmq reports a full queue only where it may not drop. It may, the second time, and
            // skips that subscriber until it reads again.
            guard try feed.socket.sendMultipart(frames) != .sent else { return }
            feedDrops += 1
            try feed.socket.set(.xpubNoDrop, to: false)
            _ = try feed.socket.sendMultipart(frames)
            try feed.socket.set(.xpubNoDrop, to: true)
        } catch {
            handler(.failed(error))
        }
    }

    /// Takes the frames that have arrived on control, as many as a turn may take: `body` handles one
    /// after the other.
    package func receiveRequests(_ body: (ControlFrame) -> Void) {
        do {
            let end = ContinuousClock.now + limits.turn
            for _ in 0..<limits.messagesPerTurn where ContinuousClock.now < end {
                // Handling a frame may close the transport.
                guard !isClosed, let message = try control.socket.receiveRouted() else { return }
                guard let (connection, principal) = control.sender(of: message.payload) else {
                    continue
                }
                guard !message.hadMoreFrames else {
                    // The protocol has one frame per message.
                    control.disconnect(connection, because: .malformed)
                    continue
                }
                control.address(connection, by: message.sender)
                body(
                    ControlFrame(
                        bytes: message.payload.copyBytes(), connection: connection.id,
                        principal: principal, origin: connection.name?.origin ?? ""))
            }
        } catch {
            handler(.failed(error))
        }
    }

    private func receiveSubscriptions() {
        do {
            let end = ContinuousClock.now + limits.turn
            for _ in 0..<limits.messagesPerTurn where ContinuousClock.now < end {
                guard !isClosed, let message = try feed.socket.receive() else { return }
                take(
                    message.copyBytes(), more: message.more, from: feed.sender(of: message),
                    isSent: message.sourceFileDescriptor != nil)
            }
        } catch {
            handler(.failed(error))
        }
    }

    /// Handles a message on the feed: one byte distinguishes the beginning of a subscription from
    /// its end, the rest is the topic.
    ///
    /// - Parameters:
    /// - sender: the connection and its principal; `nil` if it has ended, or can't be identified.
    /// - isSent: whether a connection sent it. The ends of subscriptions of a closed one are libzmq's.
    private func take(
        _ bytes: [UInt8], more: Bool, from sender: (connection: Connection, by: Principal)?,
        isSent: Bool
    ) {
        let topic = Array(bytes.dropFirst())
        let isTopic = topic.count <= ServerLimits.topicLength
        let isBeginning = bytes.first == 1
        if isTopic, isBeginning {
            subscribers.begin(topic, by: sender?.connection)
        } else if isTopic, bytes.first == 0 {
            let isLast = subscribers.end(topic, by: sender?.connection, isSent: isSent)
            if isLast { handler(.unsubscription(topic)) }
        }
        guard let (connection, principal) = sender else { return }
        guard let kind = bytes.first, kind <= 1, !more, isTopic else {
            return feed.disconnect(connection, because: .malformed)
        }
        guard isBeginning else { return }
        guard connection.maySubscribe() else {
            return feed.disconnect(connection, because: .tooManySubscriptions)
        }
        handler(.subscription(topic, by: principal))
    }
}

/// Forwards the events that occur while the transport is being created to it, once it exists.
private final class EventForwarder {
    var zapEvent: (ZAPHandler.Event) -> Void = { _ in }
    var refusal: (ConnectionRefusal, Channel, RefusedPeer) -> Void = { _, _, _ in }
    var end: (ConnectionID, Principal) -> Void = { _, _ in }
}
