internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// The reads for clients that cost what a scene or its log holds: one at a time, those who ask in
/// turn. So a flood of these takes one processor at most, and one of the store's readers, and waits
/// for itself.
struct LongReads: Sendable {
    /// A read that somebody has asked for.
    struct Asked: Sendable {
        let what: Subject
        let arrival: Arrival

        var peer: Peer { arrival.peer }
    }

    /// The subject of the read; of a scene, as it is when its turn comes.
    enum Subject: Hashable, Sendable {
        case log(Fetch)
        case status(SceneKey)
        case snapshot(SceneKey)
        case audit(SceneKey)
    }

    private var queues: [Share: Deque<Asked>] = [:]
    /// Whose turn it is, first.
    private var turns: Deque<Share> = []
    /// The one that is under way.
    private(set) var ticket: Ticket?
    /// The scene in memory that it is about.
    private var sampled: SceneKey?

    /// The number of reads that wait. Costs a look at each client that has one, of which there are
    /// at most ``DaemonLimits/reads``.
    var count: Int { queues.values.reduce(0) { $0 + $1.count } }

    /// Has somebody wait for a turn; `false` if too many do.
    mutating func add(_ asked: Asked) -> Bool {
        let share = Share(asked.peer)
        let waiting = queues[share]?.count ?? 0
        guard count < DaemonLimits.reads, waiting < DaemonLimits.longReads else { return false }
        if waiting == 0 { turns.append(share) }
        queues[share, default: []].append(asked)
        return true
    }

    /// Returns the read that is next; `nil` if nobody waits, or another is under way.
    mutating func next() -> Asked? {
        guard ticket == nil, let share = turns.popFirst(),
            let asked = queues[share]?.popFirst()
        else { return nil }
        if queues[share]?.isEmpty ?? true { queues[share] = nil } else { turns.append(share) }
        return asked
    }

    /// Notes what is under way.
    mutating func begin(_ ticket: Ticket, sampling key: SceneKey?) {
        self.ticket = ticket
        sampled = key
    }

    /// Ends what is under way, if it is this.
    mutating func end(_ ticket: Ticket) {
        guard self.ticket == ticket else { return }
        self.ticket = nil
        sampled = nil
    }

    /// Returns a Boolean value indicating whether what is under way is about this scene as it was
    /// in memory.
    func isSampling(_ key: SceneKey) -> Bool { sampled == key }

    /// Lets go of what a connection that is gone has asked for.
    mutating func forget(_ peer: Peer) {
        let share = Share(peer)
        guard let queue = queues[share] else { return }
        let rest = queue.filter { $0.peer != peer }
        queues[share] = rest.isEmpty ? nil : Deque(rest)
        if rest.isEmpty { turns.removeAll { $0 == share } }
    }
}
