internal import NavigationWire
internal import ZeroMQ

/// An established connection, from when it is accepted until libzmq has closed it.
final class Connection {
    /// The number by which the core knows it.
    let id: ConnectionID
    /// The time when it was accepted.
    let accepted: ContinuousClock.Instant
    /// The descriptor, as the system identifies it; `nil` if the connection was closed before it
    /// could be examined.
    let descriptor: ConnectionDescriptor?
    /// The name of the connection, from the first message on it.
    private(set) var name: ConnectionName?
    /// The routing id for control's replies, from the first message on.
    var peer: RoutingID?
    /// A Boolean value indicating whether the monitor has reported its acceptance.
    var isReported = false
    /// A Boolean value indicating whether libzmq has closed it.
    var hasEnded = false
    /// The topics of its subscriptions on the feed.
    private(set) var topics: Set<[UInt8]> = []
    /// The budget of the large replies that are queued for it.
    let outgoing = SendBudget(limit: ServerLimits.outgoingBytes)
    /// The number of consecutive replies that were dropped because it does not read.
    private var droppedReplies = 0
    private var subscriptionPace = IntervalLimiter(
        interval: ServerLimits.subscriptionInterval, burst: ServerLimits.subscriptionBurst)
    /// A Boolean value indicating whether the daemon has disconnected it: what still arrives is
    /// ignored.
    private(set) var isDisconnected = false

    /// The text of ``name`` as C has it, to recognise it without parsing.
    private var nameText: [CChar] = []
    /// The last handshake of another connection, which had the same descriptor before.
    private var lastForeignHandshake: UInt64

    /// Creates a connection that was accepted now; handshakes up to this one were made by others.
    init(_ id: ConnectionID, descriptor: Int32, after handshakes: UInt64) {
        self.id = id
        accepted = .now
        self.descriptor = ConnectionDescriptor(fileDescriptor: descriptor)
        lastForeignHandshake = handshakes
    }

    /// The origin of a message, as far as libzmq's metadata tell.
    enum Origin: Hashable {
        /// This connection, with its principal.
        case this(Principal)
        /// A connection that had the same descriptor before, or this one after the daemon
        /// disconnected it.
        case former
        /// Unknown: the message has no valid `User-Id`.
        case unknown
    }

    /// Returns the principal of a message if this connection has brought it, and one before.
    func knownPrincipal(of message: borrowing Message) -> Principal? {
        guard !isDisconnected, message.isFrom(userID: nameText) else { return nil }
        return name?.principal
    }

    /// Returns the origin of a message with this `User-Id`.
    func origin(_ userID: String?) -> Origin {
        if isDisconnected { return .former }
        guard let userID else { return .unknown }
        if let name, userID == name.text { return .this(name.principal) }
        guard let read = ConnectionName(userID) else { return .unknown }
        guard read.handshake > lastForeignHandshake else { return .former }
        lastForeignHandshake = read.handshake
        name = read
        nameText = Array(userID.utf8CString)
        return .this(read.principal)
    }

    /// Records a subscription; returns `false` if it is known.
    func subscribe(to topic: [UInt8]) -> Bool { topics.insert(topic).inserted }

    /// Returns a Boolean value indicating whether a subscription that was just recorded is neither one
    /// too many, nor exceeds the rate limit.
    func maySubscribe() -> Bool {
        topics.count <= ServerLimits.subscriptions && subscriptionPace.take()
    }

    /// Records the end of a subscription; returns `false` if there was none.
    func unsubscribe(from topic: [UInt8]) -> Bool { topics.remove(topic) != nil }

    /// Records that a reply was sent or dropped; returns `false` if too many were dropped.
    func note(isSent: Bool) -> Bool {
        droppedReplies = isSent ? 0 : droppedReplies + 1
        return droppedReplies < ServerLimits.droppedReplies
    }

    /// Disconnects it; the monitor reports when libzmq has closed it.
    func disconnect() {
        isDisconnected = true
        descriptor?.disconnect()
    }
}

/// The connections of a socket by their descriptors, in whatever order the monitor reports them.
///
/// libzmq reports the end of a connection before its number is free. Its acceptance is reported by
/// another thread of libzmq than the one that serves it, at any time: a connection may bring a
/// message, or may have ended, before it is reported.
struct Connections {
    private var established: [Int32: Connection] = [:]
    /// The last handshake, at each descriptor, of connections that have ended.
    private var past: [Int32: UInt64] = [:]
    /// The connections that have ended before their acceptance was reported.
    private var endedEarly: Set<Int32> = []
    /// The number of connections so far.
    private var begun: UInt64 = 0

    /// The number of established connections.
    var count: Int { established.count }
    /// The established connections, in no order.
    var values: some Collection<Connection> { established.values }

    /// The established connection at a descriptor, as far as reported.
    subscript(descriptor: Int32) -> Connection? { established[descriptor] }

    /// Handles a reported acceptance; returns the connection if it is new.
    mutating func accept(_ descriptor: Int32) -> Connection? {
        guard endedEarly.remove(descriptor) == nil else { return nil }
        if let connection = established[descriptor], !connection.isReported {
            connection.isReported = true
            return nil
        }
        let connection = begin(descriptor)
        connection.isReported = true
        return connection
    }

    /// Handles a message, with this name, on a connection that was not reported yet; returns the
    /// connection unless it has ended.
    mutating func discover(_ descriptor: Int32, by name: ConnectionName) -> Connection? {
        guard name.handshake > past[descriptor, default: 0] else { return nil }
        return begin(descriptor)
    }

    /// Handles a reported end, after so many handshakes; returns the connection if it was known.
    mutating func end(_ descriptor: Int32, after handshakes: UInt64) -> Connection? {
        past[descriptor] = handshakes
        let connection = established.removeValue(forKey: descriptor)
        connection?.hasEnded = true
        if !(connection?.isReported ?? false) { endedEarly.insert(descriptor) }
        return connection
    }

    private mutating func begin(_ descriptor: Int32) -> Connection {
        begun += 1
        let connection = Connection(
            ConnectionID(rawValue: begun), descriptor: descriptor,
            after: past[descriptor, default: 0])
        established[descriptor] = connection
        return connection
    }
}
