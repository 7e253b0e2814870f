internal import Reactor
internal import DequeModule
internal import Glibc
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// A socket of the daemon, with its connections as the monitor reports them.
///
/// Its peers have passed the ZAP handler. The monitor and the messages are read separately, so the
/// monitor is read to its end before anything is concluded from a descriptor: libzmq reports the
/// end of a connection before the number is free.
final class MonitoredSocket {
    /// The channel that the socket serves.
    let service: Channel
    /// The socket.
    let socket: Socket
    /// The endpoints of its tcp listeners, with the ports that the system chose.
    private(set) var remoteEndpoints: [Endpoint] = []

    private let monitor: Monitor
    private let connectionCounter: ConnectionCounter
    private let limits: ServerLimits
    private let reactor: Reactor
    private let onRefusal: (ConnectionRefusal, Channel, RefusedPeer) -> Void
    private let onEnd: (ConnectionID, Principal) -> Void
    private var connections = Connections()
    /// The connections with a routing id for replies.
    private var addressees: [ConnectionID: Connection] = [:]
    /// The connections beyond the limit.
    private var surplus: [Connection] = []
    /// The connections without a message when they were last examined, in the order of acceptance.
    private var idle: Deque<Connection> = []
    /// The timer of the next examination.
    private var idleTimer: TimerID?
    /// The handshakes that broke off, whose ends are yet to be reported.
    private var failedHandshakes = 0

    /// Opens the socket, bound to nothing, and follows its connections; refusals go to `onRefusal`,
    /// and connections that were answered and have ended to `onEnd`.
    init(
        _ service: Channel, connectionCounter: ConnectionCounter, limits: ServerLimits,
        context: Context,
        reactor: Reactor, onRefusal: @escaping (ConnectionRefusal, Channel, RefusedPeer) -> Void,
        onEnd: @escaping (ConnectionID, Principal) -> Void = { _, _ in }
    ) throws(ZeroMQError) {
        self.service = service
        self.connectionCounter = connectionCounter
        self.limits = limits
        self.reactor = reactor
        self.onRefusal = onRefusal
        self.onEnd = onEnd
        socket = try Socket(service == .control ? .router : .xpub, in: context)
        monitor = try Monitor(socket)
        try configure()
        reactor.register(monitor.socket, for: .readable) { [unowned self] _ in follow() }
    }

    private func configure() throws(ZeroMQError) {
        switch service {
        case .control:
            try socket.set(.routerMandatory, to: true)
        case .feed:
            try socket.set(.xpubVerboser, to: true)
            try socket.set(.xpubNoDrop, to: true)
        }
        try socket.set(.handshakeInterval, to: limits.handshake)
        try socket.set(.backlog, to: ServerLimits.backlog)
        try socket.set(.linger, to: .zero)
        try socket.set(.sendHighWaterMark, to: ServerLimits.outgoingMessages)
        try socket.set(.receiveHighWaterMark, to: ServerLimits.incomingMessages)
        // Without both of these libzmq would accept everybody.
        try socket.set(.zapDomain, to: service.domainName)
        try socket.set(.zapEnforceDomain, to: true)
    }

    /// Listens at `endpoint`: over tcp with CURVE and this key, over ipc without. A `descriptor`
    /// listens there already.
    ///
    /// libzmq copies the options when it binds, so each endpoint has its own.
    func bind(
        _ endpoint: Endpoint, adopting descriptor: Int32?, key: CurveSecretKey?
    ) throws(TransportError) {
        do {
            guard case .tcp(let host, _) = endpoint else {
                return try bindLocally(endpoint, adopting: descriptor)
            }
            guard let key else { throw TransportError("tcp requires a server key") }
            remoteEndpoints.append(
                try bindRemotely(endpoint, of: host, adopting: descriptor, key: key))
        } catch {
            throw TransportError("can't listen on '\(endpoint)': \(error)")
        }
    }

    /// Listens on loopback as well, at a port of the system's choice and as everywhere over tcp,
    /// until ``closeLoopbackProbe(_:)``.
    func bindLoopbackProbe(key: CurveSecretKey) throws(TransportError) -> Endpoint {
        let host = "127.0.0.1"
        do {
            return try bindRemotely(
                .tcp(host: host, port: 0), of: host, adopting: nil, key: key)
        } catch {
            throw TransportError("can't listen on loopback: \(error)")
        }
    }

    /// Closes the listener that ``bindLoopbackProbe(key:)`` opened.
    func closeLoopbackProbe(_ endpoint: Endpoint) {
        // It fails for a socket that is closed, and has no listeners any more.
        try? socket.unbind(endpoint)
    }

    private func bindRemotely(
        _ endpoint: Endpoint, of host: String, adopting descriptor: Int32?, key: CurveSecretKey
    ) throws(ZeroMQError) -> Endpoint {
        try socket.set(.curveServer, to: true)
        try socket.set(.curveSecretKey, to: key)
        try socket.set(.ipv6, to: host.contains(":"))
        try socket.set(.maximumMessageSize, to: frameLength + ServerLimits.curveOverhead)
        // Over tcp nothing else detects a broken connection. Heartbeats of libzmq would: but it
        // scans the timers of all connections for each that it ends, and with heartbeats each has
        // two.
        try socket.set(.tcpKeepAlive, to: true)
        try socket.set(.tcpKeepAliveIdle, to: ServerLimits.probe.interval)
        try socket.set(.tcpKeepAliveInterval, to: ServerLimits.probe.interval)
        try socket.set(.tcpMaximumRetransmission, to: ServerLimits.probe.timeout)
        try setBuffers(to: ServerLimits.systemBuffer)
        return try listen(at: endpoint, adopting: descriptor)
    }

    /// The largest frame of a client, in bytes.
    private var frameLength: Int {
        switch service {
        case .control: WireLimits.controlFrame
        case .feed: ServerLimits.subscriptionLength
        }
    }

    private func bindLocally(
        _ endpoint: Endpoint, adopting descriptor: Int32?
    ) throws(ZeroMQError) {
        try socket.set(.curveServer, to: false)
        try socket.set(.maximumMessageSize, to: frameLength)
        try setBuffers(to: -1)
        _ = try listen(at: endpoint, adopting: descriptor)
    }

    private func listen(
        at endpoint: Endpoint, adopting descriptor: Int32?
    ) throws(ZeroMQError) -> Endpoint {
        guard let descriptor else { return try socket.bind(endpoint) }
        return try socket.bind(endpoint, adopting: descriptor)
    }

    private func setBuffers(to length: Int) throws(ZeroMQError) {
        try socket.set(.sendBuffer, to: length)
        try socket.set(.receiveBuffer, to: length)
    }

    /// Closes the socket and its monitor. Idempotent.
    func close() {
        if let idleTimer { reactor.cancel(idleTimer) }
        idleTimer = nil
        monitor.close()
        socket.close()
        connectionCounter.count -= connections.count
        connections = Connections()
        addressees = [:]
    }
}

// MARK: - Connections

extension MonitoredSocket {
    /// Reads the monitor's events.
    func follow() {
        while !monitor.socket.isClosed, let event = try? monitor.receive() { take(event.kind) }
        // Only now, as those that have ended meanwhile need no disconnection.
        for connection in surplus where !connection.hasEnded {
            connection.disconnect()
            onRefusal(.shed, service, RefusedPeer(connection.name))
        }
        surplus = []
    }

    private func take(_ event: MonitorEvent.Kind) {
        switch event {
        case .accepted(let descriptor):
            connections.accept(descriptor).map { begin($0) }
        case .disconnected(let descriptor):
            end(descriptor)
        case .handshakeFailedProtocol(.cryptographic):
            onRefusal(.wrongServerKey, service, RefusedPeer())
        case .handshakeFailedProtocol(.mechanismMismatch):
            onRefusal(.wrongMechanism, service, RefusedPeer())
        case .handshakeFailedProtocol:
            onRefusal(.malformed, service, RefusedPeer())
        case .handshakeFailedNoDetail:
            failedHandshakes += 1
        case .handshakeFailedAuthentication:
            // The handler that refused it has reported why.
            break
        case .acceptFailed(ECONNABORTED):
            // It was closed at once, for want of descriptors, or had ended by itself.
            onRefusal(.shed, service, RefusedPeer())
        case .handshakeSucceeded, .connected, .connectDelayed, .connectRetried, .listening,
            .bindFailed, .acceptFailed, .closed, .closeFailed, .monitorStopped, .unknown:
            break
        }
    }

    private func begin(_ connection: Connection) {
        connectionCounter.count += 1
        if connectionCounter.count > limits.connections { surplus.append(connection) }
        idle.append(connection)
        closeIdle()
    }

    /// Examines the connection that has been idle for the longest time, when its time is up.
    private func closeIdle() {
        guard idleTimer == nil, let first = idle.first else { return }
        idleTimer = reactor.schedule(at: first.accepted + limits.idleTimeout) { [unowned self] in
            idleTimer = nil
            disconnectIdle(at: .now)
            closeIdle()
        }
    }

    private func disconnectIdle(at now: ContinuousClock.Instant) {
        follow()
        while let first = idle.first, first.accepted + limits.idleTimeout <= now {
            idle.removeFirst()
            if first.name == nil, !first.hasEnded { disconnect(first, because: .idle) }
        }
    }

    private func end(_ descriptor: Int32) {
        let connection = connections.end(descriptor, after: connectionCounter.handshakes)
        if let peer = TrafficGuard.takeDisconnected(descriptor) {
            // The key of a device is known from earlier messages.
            let name = connection?.name
            onRefusal(
                .unfinished, service, peer.principal == nil && name != nil ? .init(name) : peer)
        }
        if let connection {
            connectionCounter.count -= 1
            if let ended = connection.descriptor { TrafficGuard.ended(ended) }
            if let name = connection.name { connectionCounter.recordEnd(name) }
            if addressees.removeValue(forKey: connection.id) != nil, let name = connection.name {
                onEnd(connection.id, name.principal)
            }
        }
        guard failedHandshakes > 0, connection?.name == nil else { return }
        failedHandshakes -= 1
        guard !(connection?.isDisconnected ?? false) else { return }
        // libzmq does not say which. Its timer starts when the connection is accepted, which the
        // monitor reports a little later.
        let time = connection.map { .now - $0.accepted } ?? .zero
        let isLate = time >= limits.handshake * 0.9
        onRefusal(isLate ? .handshakeTimeout : .handshakeAbandoned, service, RefusedPeer())
    }

    /// Returns the connection of `message` and its principal; `nil` if the connection has ended.
    /// One that can't be identified is disconnected.
    func sender(of message: borrowing Message) -> (connection: Connection, by: Principal)? {
        guard let descriptor = message.sourceFileDescriptor else { return nil }
        if let connection = connections[descriptor],
            let principal = connection.knownPrincipal(of: message)
        {
            TrafficGuard.delivered(by: descriptor)
            return (connection, principal)
        }
        let userID = message.userID
        guard let connection = connection(at: descriptor, bringing: userID) else { return nil }
        let isNew = connection.name == nil
        switch connection.origin(userID) {
        case .this(let principal):
            if isNew, let name = connection.name { connectionCounter.recordMessage(name) }
            TrafficGuard.delivered(by: descriptor)
            return (connection, principal)
        case .former: return nil
        case .unknown:
            disconnect(connection, because: .missingUserID)
            return nil
        }
    }

    /// Returns the connection at a descriptor; one that is yet to be reported is identified by its
    /// message.
    private func connection(at descriptor: Int32, bringing userID: String?) -> Connection? {
        if let connection = connections[descriptor] { return connection }
        follow()
        if let connection = connections[descriptor] { return connection }
        guard let name = userID.flatMap(ConnectionName.init),
            let connection = connections.discover(descriptor, by: name)
        else { return nil }
        begin(connection)
        return connection
    }

    /// Records the routing id for replies to `connection`.
    func address(_ connection: Connection, by peer: RoutingID) {
        guard connection.peer == nil else { return }
        connection.peer = peer
        addressees[connection.id] = connection
    }

    /// Returns a connection with a routing id for replies; `nil` if it has ended.
    func addressee(_ id: ConnectionID) -> Connection? { addressees[id] }

    /// Disconnects a client that violated a rule.
    func disconnect(_ connection: Connection, because reason: ConnectionRefusal) {
        follow()
        guard !connection.isDisconnected else { return }
        connection.disconnect()
        onRefusal(reason, service, RefusedPeer(connection.name))
    }

    /// Disconnects the connection at a descriptor, if there is one; returns a Boolean value
    /// indicating that.
    func disconnect(descriptor: Int32, because reason: ConnectionRefusal) -> Bool {
        follow()
        guard let connection = connections[descriptor] else { return false }
        disconnect(connection, because: reason)
        return true
    }

    /// Disconnects all connections of `principal`; returns their number.
    func disconnectAll(_ principal: Principal) -> Int {
        follow()
        let theirs = connections.values.filter {
            $0.name?.principal == principal && !$0.isDisconnected
        }
        for connection in theirs { connection.disconnect() }
        return theirs.count
    }
}
