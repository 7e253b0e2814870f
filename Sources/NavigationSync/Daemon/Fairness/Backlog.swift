internal import DequeModule
internal import NavigationWire

/// Changes whose senders have had their share of the batch that gathers: each sender's in their
/// order, the senders in turn.
struct Backlog: Sendable {
    private var queues = ArrivalQueues<Share>()
    /// Whose turn it is, first.
    private var turns: Deque<Share> = []

    /// Senders that wait.
    var senders: Int { queues.rows }

    /// Changes that wait in all.
    var count: Int { queues.count }

    /// Bytes of all of them.
    var length: Int { queues.length }

    /// Changes of a sender that wait.
    func count(of share: Share) -> Int { queues.count(at: share) }

    /// A Boolean value indicating whether there is room for one more of its sender.
    func hasRoom(for arrival: Arrival) -> Bool {
        queues.hasRoom(for: arrival, at: Share(arrival.peer))
    }

    mutating func add(_ arrival: Arrival) {
        let share = Share(arrival.peer)
        if queues.count(at: share) == 0 { turns.append(share) }
        queues.append(arrival, at: share)
    }

    /// The senders as they are next in turn.
    var order: [Share] { Array(turns) }

    /// Takes the next change of a sender, whose next turn comes after all others'.
    mutating func take(_ share: Share) -> Arrival? {
        let next = queues.popFirst(at: share)
        turns.removeAll { $0 == share }
        if queues.count(at: share) > 0 { turns.append(share) }
        return next
    }
}
