internal import DequeModule
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
        queues.hasRoom(for: inbound, at: FairnessKey(inbound.peer))
    }

    mutating func add(_ inbound: InboundRequest) {
        let share = FairnessKey(inbound.peer)
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
