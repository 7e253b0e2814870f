internal import NavigationWire
internal import ZeroMQ

/// An established connection, from when it is accepted until libzmq has closed it.
final class Connection {
    /// The time when it was accepted.
    let accepted: ContinuousClock.Instant
    /// The descriptor, as the system identifies it; `nil` if the connection was closed before it
    /// could be examined.
    let descriptor: ConnectionDescriptor?
    /// The name of the connection, from the first message on it.
    private(set) var name: ConnectionName?
    /// The routing id for control's replies.
    var peer: RoutingID?
    /// A Boolean value indicating whether the monitor has reported its acceptance.
    var isTold = false
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
    private(set) var isCut = false

    /// The text of ``name``, to recognise it without parsing.
    private var nameText = ""
    /// The last handshake of another connection, which had the same descriptor before.
    private var lastForeignHandshake: UInt64

    /// Creates a connection that was accepted now; handshakes up to this one were made by others.
    init(descriptor: Int32, after handshakes: UInt64) {
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
        case gone
        /// Unknown: the message has no valid `User-Id`.
        case unknown
    }

    /// Returns the origin of a message with this `User-Id`.
    func origin(_ userID: String?) -> Origin {
        if isCut { return .gone }
        guard let userID else { return .unknown }
        if let name, userID == nameText { return .this(name.principal) }
        guard let read = ConnectionName(userID) else { return .unknown }
        guard read.handshake > lastForeignHandshake else { return .gone }
        lastForeignHandshake = read.handshake
        name = read
        nameText = userID
        return .this(read.principal)
    }

    /// Records a subscription; returns `false` if it is one too many, or exceeds the rate limit.
    func subscribe(to topic: [UInt8]) -> Bool {
        topics.insert(topic)
        return topics.count <= ServerLimits.subscriptions && subscriptionPace.take()
    }

    /// Records the end of a subscription, if there was one.
    func unsubscribe(from topic: [UInt8]) {
        topics.remove(topic)
    }

    /// Records that a reply was sent or dropped; returns `false` if too many were dropped.
    func note(isSent: Bool) -> Bool {
        droppedReplies = isSent ? 0 : droppedReplies + 1
        return droppedReplies < ServerLimits.droppedReplies
    }

    /// Disconnects it; the monitor reports when libzmq has closed it.
    func cut() {
        isCut = true
        descriptor?.cut()
    }
}
