internal import NavigationWire
internal import ZeroMQ

/// A connection that stands, from when it is accepted until libzmq has closed it.
final class Connection {
    /// When it was accepted.
    let accepted: ContinuousClock.Instant
    /// Names it to the system; `nil` if it was gone before one could look.
    let descriptor: ConnectionDescriptor?
    /// Whose it is, by the first thing that came by it.
    private(set) var name: ConnectionName?
    /// How control answers it.
    var peer: RoutingID?
    /// Whether the monitor has told that it was accepted.
    var isTold = false
    /// Whether libzmq has closed it.
    var hasEnded = false
    /// What it has subscribed to on the feed.
    private(set) var topics: Set<[UInt8]> = []
    /// The large replies that wait for it.
    let outgoing = SendBudget(limit: ServerLimits.outgoingBytes)
    /// Replies that it did not read in time, since one was last on its way.
    private var droppedReplies = 0
    private var subscriptionPace = IntervalLimiter(
        interval: ServerLimits.subscriptionInterval, burst: ServerLimits.subscriptionBurst)
    /// Whether it was cut: what still comes by it does not count.
    private(set) var isCut = false

    /// The text of ``name``, to know it again without reading it.
    private var nameText = ""
    /// A handshake up to here is another connection's, which had the same descriptor and is gone.
    private var lastForeignHandshake: UInt64

    /// A connection that was accepted now; handshakes up to this one were made by others.
    init(descriptor: Int32, after handshakes: UInt64) {
        accepted = .now
        self.descriptor = ConnectionDescriptor(fileDescriptor: descriptor)
        lastForeignHandshake = handshakes
    }

    /// What is known of something by what libzmq says with it.
    enum Origin: Hashable {
        /// It came by this connection.
        case this(Principal)
        /// It came by one that had the same descriptor before, or this one was cut.
        case gone
        /// It can't be told.
        case unknown
    }

    /// Whether something with this `User-Id` came by this connection.
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

    /// Notes a subscription; `false` if it is one too many, or comes too soon after many others.
    func subscribe(to topic: [UInt8]) -> Bool {
        topics.insert(topic)
        return topics.count <= ServerLimits.subscriptions && subscriptionPace.take()
    }

    /// Notes the end of a subscription, if there was one.
    func unsubscribe(from topic: [UInt8]) {
        topics.remove(topic)
    }

    /// Notes that a reply is on its way, or was dropped; `false` if too many were.
    func note(isSent: Bool) -> Bool {
        droppedReplies = isSent ? 0 : droppedReplies + 1
        return droppedReplies < ServerLimits.droppedReplies
    }

    /// Ends it; the monitor tells when libzmq has closed it.
    func cut() {
        isCut = true
        descriptor?.cut()
    }
}
