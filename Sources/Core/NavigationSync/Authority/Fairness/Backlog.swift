internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// Changes beyond their senders' fair share of the open batch: each sender's in order, the senders
/// round-robin.
struct Backlog: Sendable {
    private var queues = InboundQueues<FairnessKey>()
    /// The senders in round-robin order, the next one first.
    private var turns: Deque<FairnessKey> = []

    /// The number of senders in the backlog.
    var senders: Int { queues.rows }

    /// The number of changes in the backlog.
    var count: Int { queues.count }

    /// Their total length in bytes.
    var length: Int { queues.length }

    /// Returns the number of a sender's changes in the backlog.
    func count(of share: FairnessKey) -> Int { queues.count(at: share) }

    /// Returns a Boolean value indicating whether there is room for one more change of its sender.
    func hasRoom(for inbound: InboundRequest) -> Bool {
        queues.hasRoom(for: inbound, at: inbound.sender)
    }

    mutating func add(_ inbound: InboundRequest) {
        let share = inbound.sender
        if queues.count(at: share) == 0 { turns.append(share) }
        queues.append(inbound, at: share)
    }

    /// The senders in round-robin order.
    var order: [FairnessKey] { Array(turns) }

    /// Removes and returns the next change of a sender, which then moves to the end of the order.
    mutating func take(_ share: FairnessKey) -> InboundRequest? {
        let next = queues.popFirst(at: share)
        turns.removeAll { $0 == share }
        if queues.count(at: share) > 0 { turns.append(share) }
        return next
    }
}

/// The unit of fair queueing: a key, with all its connections, or a local connection.
struct FairnessKey: Hashable, Sendable {
    private let principal: Principal
    private let connection: ConnectionID?

    init(_ peer: Peer) {
        principal = peer.principal
        if case .local = peer.principal { connection = peer.connection } else { connection = nil }
    }

    /// Creates the key for rate limits: all connections of a local user are one, too, except an
    /// administrator's, who may act for many.
    init(asking peer: Peer, owner: UInt32) {
        principal = peer.principal
        if case .local(let uid) = peer.principal, uid == 0 || uid == owner {
            connection = peer.connection
        } else {
            connection = nil
        }
    }

    /// Feeds the connection alone, or else the principal.
    func hash(into hasher: inout Hasher) {
        if let connection { hasher.combine(connection) } else { hasher.combine(principal) }
    }
}

/// A submitted change with its session and principal.
struct Submission: Sendable {
    let inbound: InboundRequest
    let submit: SubmitRequest
    let session: Session
    /// The device in the registry; `nil` before its first change.
    let device: Access.SessionDevice?
    /// The scene.
    let key: SceneKey
    /// The place of the scene in memory.
    let slot: SceneCache.Slot

    var peer: Peer { inbound.peer }
    var share: FairnessKey { inbound.sender }
    /// The device's name: the registry's takes precedence over hello's.
    var author: DeviceName { device?.name ?? session.name }

    /// Returns the age of the change, in microseconds: the device's own figure, and the time that
    /// it was queued here. `nil` if the device does not know.
    func age(at now: ClockReading) -> Int64? {
        guard let stated = submit.age, stated >= 0 else { return nil }
        let waited = max(.zero, now.uptime - inbound.received).microseconds
        let (age, isTooLong) = stated.addingReportingOverflow(waited)
        return isTooLong ? .max : age
    }
}

/// The recently active writers, which share a batch.
struct ActiveWriters: Sendable {
    private var seen: [FairnessKey: Duration] = [:]
    private var swept = Duration.zero

    /// The time for which a writer counts after its last change.
    private static let memory = Duration.seconds(1)
    /// The interval of dropping inactive writers.
    private static let interval = Duration.milliseconds(100)
    /// The most writers counted: beyond it the share is at its minimum anyway.
    private static let limit = 1_024

    /// The number of active writers.
    var count: Int { seen.count }

    /// Records a change of a writer.
    mutating func note(_ share: FairnessKey, at now: Duration) {
        if now - swept >= Self.interval {
            seen = seen.filter { now - $0.value < Self.memory }
            swept = now
        }
        guard seen.count < Self.limit || seen[share] != nil else { return }
        seen[share] = now
    }
}
