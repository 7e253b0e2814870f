internal import DequeModule
internal import NavigationWire

/// Changes whose senders have had their share of the batch that gathers: each sender's in their
/// order, the senders in turn.
struct Backlog: Sendable {
    private var queues = InboundQueues<FairnessKey>()
    /// Whose turn it is, first.
    private var turns: Deque<FairnessKey> = []

    /// Senders that wait.
    var senders: Int { queues.rows }

    /// Changes that wait in all.
    var count: Int { queues.count }

    /// Bytes of all of them.
    var length: Int { queues.length }

    /// Changes of a sender that wait.
    func count(of share: FairnessKey) -> Int { queues.count(at: share) }

    /// A Boolean value indicating whether there is room for one more of its sender.
    func hasRoom(for inbound: InboundRequest) -> Bool {
        queues.hasRoom(for: inbound, at: FairnessKey(inbound.peer))
    }

    mutating func add(_ inbound: InboundRequest) {
        let share = FairnessKey(inbound.peer)
        if queues.count(at: share) == 0 { turns.append(share) }
        queues.append(inbound, at: share)
    }

    /// The senders as they are next in turn.
    var order: [FairnessKey] { Array(turns) }

    /// Takes the next change of a sender, whose next turn comes after all others'.
    mutating func take(_ share: FairnessKey) -> InboundRequest? {
        let next = queues.popFirst(at: share)
        turns.removeAll { $0 == share }
        if queues.count(at: share) > 0 { turns.append(share) }
        return next
    }
}
