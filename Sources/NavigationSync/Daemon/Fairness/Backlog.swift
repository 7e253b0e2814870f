internal import DequeModule
internal import NavigationWire

/// Changes whose senders have had their share of the batch that gathers: each sender's in their
/// order, the senders in turn.
struct Backlog: Sendable {
    private var queues: [Share: Deque<Arrival>] = [:]
    /// Whose turn it is, first.
    private var turns: Deque<Share> = []

    /// How many senders wait.
    var senders: Int { queues.count }

    /// How many changes of a sender wait.
    func count(of share: Share) -> Int { queues[share]?.count ?? 0 }

    /// How many changes wait in all. Costs a look at each sender.
    var count: Int { queues.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ arrival: Arrival) {
        let share = Share(arrival.peer)
        if queues[share] == nil { turns.append(share) }
        queues[share, default: []].append(arrival)
    }

    /// The senders as they are next in turn.
    var order: [Share] { Array(turns) }

    /// Takes the next change of a sender, whose next turn comes after all others'.
    mutating func take(_ share: Share) -> Arrival? {
        let next = queues[share]?.popFirst()
        if queues[share]?.isEmpty ?? false { queues[share] = nil }
        turns.removeAll { $0 == share }
        if queues[share] != nil { turns.append(share) }
        return next
    }
}
