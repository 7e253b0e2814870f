package import NavigationWire
package import ZeroMQ

/// The daemon's two sockets on a reactor: control (ROUTER) and feed (XPUB).
///
/// Belongs to the reactor's thread: made, used and closed there. Never blocks: a peer that does not
/// read loses replies, a subscriber publications, and both notice.
///
/// Over tcp all speak CURVE, and who a key belongs to is asked by ``Event/asked(_:)``. Over ipc the
/// kernel tells the uid; every one that it lets at the sockets may connect. Either way each frame
/// is handed over with whose it is.
package final class ServerTransport {
    /// A pair of endpoints to bind. What the scheme is decides how peers prove who they are.
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

    /// A connection that waits for ``answer(_:_:)``, at most a second and a half.
    package struct HandshakeRequest: Hashable, Sendable {
        /// The key that it has proved to own.
        package let key: PublicKey
        /// The service that it wants to connect to.
        package let service: Channel
        /// Its origin, as in ``ConnectionName/origin``.
        package let origin: String
        fileprivate let ticket: ZAPHandler.Ticket
    }

    /// The decision on a caller that wants to connect.
    package enum AuthorizationDecision: Hashable, Sendable {
        /// It may, and this is who it is.
        case admitted(Principal)
        /// Its key is nobody's, or may not use this service.
        case refused
        /// It can't be told now; the caller tries again.
        case undecided
    }

    /// The events.
    package enum Event: Sendable {
        /// A frame on control, the name of the connection it came by, whose that is, and its origin.
        case control([UInt8], from: [UInt8], by: Principal, at: String)
        /// The connection on control of this name, by which something came, has ended.
        case left([UInt8], by: Principal)
        /// A subscription on the feed, and whose it is.
        case subscription([UInt8], by: Principal)
        /// Somebody wants to connect with a key.
        case authorize(HandshakeRequest)
        /// A connection was not let be, or was cut; `nil` if what it wanted can't be told.
        case refused(ConnectionRefusal, on: Channel?, RefusedPeer)
        /// The sockets don't work any more.
        case failed(any Error)
    }

    /// The fate of a reply.
    package enum Delivery {
        /// On its way.
        case sent
        /// Dropped: the peer does not read.
        case slowConsumer
        /// Dropped: the peer has left.
        case gone
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
    /// The daemon knocks at its own doors: what is refused then is no news.
    private var selfTest: CurveSelfTest?
    private var isClosed = false
    private var sweepTimer: TimerID?
    /// Publications so far.
    package private(set) var publications: UInt64 = 0
    /// Bytes of their payloads.
    package private(set) var publishedBytes: UInt64 = 0
    /// Publications with which a subscriber whose queue was full began to miss some.
    package private(set) var feedDrops: UInt64 = 0

    /// Binds all listeners; from now on connections are made, and `handler` is told on the
    /// reactor's thread. Nothing that comes by them is read before ``open()``.
    ///
    /// - Throws: ``TransportError`` if an endpoint can't be bound, or is a tcp one without `keys`.
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
        let relay = EventForwarder()
        do {
            // First of all: a socket without one would let nobody in.
            zapHandler = try ZAPHandler(in: context, on: reactor) { relay.asked($0) }
            control = try MonitoredSocket(
                .control, connectionCounter: connectionCounter, limits: limits, context: context,
                reactor: reactor,
                tell: { relay.refused($0, $1, $2) }, left: { relay.left($0, $1) })
            feed = try MonitoredSocket(
                .feed, connectionCounter: connectionCounter, limits: limits, context: context,
                reactor: reactor,
                tell: { relay.refused($0, $1, $2) })
        } catch {
            zapHandler?.close()
            throw TransportError("\(error)")
        }
        relay.asked = { [unowned self] in take($0) }
        relay.refused = { [unowned self] in tell($0, on: $1, $2) }
        relay.left = { [unowned self] in self.handler(.left($0.bytes, by: $1)) }
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

    /// Lets peers knock at the daemon's own tcp doors before anybody is heard: with a fresh key and
    /// with none, on both services. None of them may be let in.
    ///
    /// The questions about the fresh keys come as ``Event/asked(_:)``, as all others do. A door at an
    /// address of the machine's is tried by another one on loopback, which is made as it is and ends
    /// with this: a service may well be kept from calling anybody but its own machine by loopback.
    ///
    /// - Throws: ``TransportError`` if one is let in, or it can't be told by `deadline`.
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

    /// Begins to read what comes by the connections.
    package func open() {
        reactor.register(control.socket, for: .readable) { [unowned self] _ in receiveRequests() }
        reactor.register(feed.socket, for: .readable) { [unowned self] _ in receiveSubscriptions() }
        sweepLater()
    }

    /// Looks every so often for connections that stand still while something is kept for them.
    private func sweepLater() {
        sweepTimer = reactor.schedule(after: limits.standstill / ServerLimits.sweeps) {
            [unowned self] in
            for finding in TrafficGuard.sweep(after: ServerLimits.sweeps) {
                let (descriptor, reason) = (finding.descriptor, finding.reason)
                if control.cut(descriptor: descriptor, because: reason) { continue }
                _ = feed.cut(descriptor: descriptor, because: reason)
            }
            // Who is told of a cut may have closed all.
            if !isClosed { sweepLater() }
        }
    }

    /// Connections that stand, on both services, introduced or not.
    package var connectionCount: Int { connectionCounter.count }

    /// The addresses where it listens over tcp, with the ports that the system chose: control, then
    /// feed.
    package var remoteEndpoints: [Endpoint] { control.remoteEndpoints + feed.remoteEndpoints }

    /// Lets a caller in, or not. Idempotent; too late, it has been refused.
    package func answer(_ caller: HandshakeRequest, _ admission: AuthorizationDecision) {
        switch admission {
        case .admitted(let principal):
            admit(principal, caller.ticket, to: caller.service, from: caller.origin)
        case .refused:
            zapHandler?.answer(caller.ticket, with: .denied)
            tell(.unknownKey, on: caller.service, RefusedPeer(origin: caller.origin))
        case .undecided:
            zapHandler?.answer(caller.ticket, with: .failed)
            tell(.authorizationUnavailable, on: caller.service, RefusedPeer(origin: caller.origin))
        }
    }

    /// Cuts all connections of `principal`, on both services, and nobody else's; returns their
    /// number. A connection by which nothing has come yet is nobody's: what comes by it later is
    /// for the daemon to refuse, and to cut again.
    @discardableResult
    package func cut(_ principal: Principal) -> Int {
        control.cut(principal) + feed.cut(principal)
    }

    /// Cuts the connection on control that a frame came by, and tells `reason`; whether it stood.
    @discardableResult
    package func cut(peer: [UInt8], because reason: ConnectionRefusal) -> Bool {
        control.follow()
        guard let connection = control.connection(of: RoutingID(peer)), !connection.isCut else {
            return false
        }
        control.cut(connection, because: reason)
        return true
    }

    /// Closes all; the ZAP handler goes last. Idempotent.
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

// MARK: - Who connects

extension ServerTransport {
    private func take(_ event: ZAPHandler.Event) {
        switch event {
        case .asked(let request, let ticket):
            // The connection has to be known before its name is made.
            control.follow()
            feed.follow()
            judge(request, ticket)
        case .refused(let why, let domain):
            let reason: ConnectionRefusal =
                switch why {
                case .malformed: .malformed
                case .mechanism: .wrongMechanism
                case .overloaded, .late: .authorizationUnavailable
                }
            tell(reason, on: domain.flatMap(Channel.init))
        }
    }

    private func judge(_ request: ZAPRequest, _ ticket: ZAPHandler.Ticket) {
        guard let service = Channel(request.domain) else {
            zapHandler?.answer(ticket, with: .denied)
            tell(.malformed, on: nil)
            return
        }
        switch request.mechanism {
        case .curve(let key):
            guard let key = PublicKey(bytes: key.bytes) else {
                zapHandler?.answer(ticket, with: .denied)
                return
            }
            handler(
                .authorize(
                    HandshakeRequest(
                        key: key, service: service, origin: request.address, ticket: ticket)))
        case .null:
            guard let process = request.localProcess else {
                zapHandler?.answer(ticket, with: .denied)
                tell(.wrongMechanism, on: service, RefusedPeer(origin: request.address))
                return
            }
            admit(.local(uid: process.uid), ticket, to: service, from: "pid:\(process.pid)")
        }
    }

    /// Lets somebody known in, unless too many connections are theirs already.
    private func admit(
        _ principal: Principal, _ ticket: ZAPHandler.Ticket, to service: Channel,
        from origin: String
    ) {
        control.follow()
        feed.follow()
        guard let name = connectionCounter.admit(principal, from: origin, at: .now) else {
            zapHandler?.answer(ticket, with: .failed)
            return tell(
                .perPrincipalLimit, on: service, RefusedPeer(principal: principal, origin: origin))
        }
        zapHandler?.answer(ticket, with: .accepted(userID: name.text))
    }

    private func tell(
        _ refusal: ConnectionRefusal, on service: Channel?, _ peer: RefusedPeer = RefusedPeer()
    ) {
        guard let selfTest else { return handler(.refused(refusal, on: service, peer)) }
        if refusal == .wrongMechanism, let service { selfTest.breakOff(on: service) }
    }
}

// MARK: - What comes and goes

extension ServerTransport {
    /// Sends a reply without waiting.
    package func send(_ frame: [UInt8], to peer: [UInt8]) -> Delivery {
        let peer = RoutingID(peer)
        guard let connection = control.connection(of: peer), !connection.isCut else {
            return .gone
        }
        do {
            let result = try send(frame, to: peer, counting: connection.outgoing)
            guard connection.note(isSent: result == .sent) else {
                control.cut(connection, because: .slowConsumer)
                return .gone
            }
            switch result {
            case .sent: return .sent
            case .wouldBlock: return .slowConsumer
            case .unreachable: return .gone
            }
        } catch {
            handler(.failed(error))
            return .gone
        }
    }

    private func send(
        _ frame: [UInt8], to peer: RoutingID, counting outgoing: SendBudget
    ) throws(ZeroMQError) -> SendResult {
        let length = frame.count
        guard length > ServerLimits.largeReply else {
            return try control.socket.send(frame, to: peer)
        }
        guard outgoing.take(length) else { return .wouldBlock }
        let message = Message(owning: frame) { outgoing.give(back: length) }
        return try control.socket.send(message, to: peer)
    }

    /// Publishes without waiting; subscribers whose queue is full miss it.
    package func publish(_ payload: [UInt8], on topic: [UInt8]) {
        publications += 1
        publishedBytes += UInt64(payload.count)
        do {
            let frames = [topic, payload]
            // libzmq says that a queue is full only where it may not drop. It may, the second time,
            // and leaves that subscriber out until it reads again.
            guard try feed.socket.sendMultipart(frames) != .sent else { return }
            feedDrops += 1
            try feed.socket.set(.xpubNoDrop, to: false)
            _ = try feed.socket.sendMultipart(frames)
            try feed.socket.set(.xpubNoDrop, to: true)
        } catch {
            handler(.failed(error))
        }
    }

    private func receiveRequests() {
        do {
            let end = ContinuousClock.now + limits.turn
            for _ in 0..<limits.messagesPerTurn where ContinuousClock.now < end {
                // Who is told of a frame may close all.
                guard !isClosed, let message = try control.socket.receiveRouted() else { return }
                guard let (connection, principal) = control.sender(of: message.payload) else {
                    continue
                }
                guard !message.hadMoreFrames else {
                    // The protocol has one frame a message.
                    control.cut(connection, because: .malformed)
                    continue
                }
                control.address(connection, by: message.sender)
                let sender = message.sender.bytes
                handler(
                    .control(
                        message.payload.copyBytes(), from: sender, by: principal,
                        at: connection.name?.origin ?? ""))
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
                // The ends of subscriptions whose connection has ended come by none.
                guard let (connection, principal) = feed.sender(of: message) else { continue }
                take(message.copyBytes(), more: message.more, from: connection, by: principal)
            }
        } catch {
            handler(.failed(error))
        }
    }

    /// Takes what came on the feed: one byte says whether it begins a subscription or ends one, the
    /// rest is the topic.
    private func take(
        _ bytes: [UInt8], more: Bool, from connection: Connection, by principal: Principal
    ) {
        let topic = Array(bytes.dropFirst())
        guard let kind = bytes.first, kind <= 1, !more, topic.count <= ServerLimits.topicLength
        else { return feed.cut(connection, because: .malformed) }
        guard kind == 1 else { return connection.unsubscribe(from: topic) }
        guard connection.subscribe(to: topic) else {
            return feed.cut(connection, because: .tooManySubscriptions)
        }
        handler(.subscription(topic, by: principal))
    }
}

/// Leads what happens while the transport is being made to it, once it is.
private final class EventForwarder {
    var asked: (ZAPHandler.Event) -> Void = { _ in }
    var refused: (ConnectionRefusal, Channel, RefusedPeer) -> Void = { _, _, _ in }
    var left: (RoutingID, Principal) -> Void = { _, _ in }
}

extension RoutingID {
    fileprivate var bytes: [UInt8] {
        withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) } }
    }
}
