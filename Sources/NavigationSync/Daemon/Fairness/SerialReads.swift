internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// The reads for clients that cost what a scene or its log holds: one at a time, those who ask in
/// turn. So a flood of these takes one processor at most, and one of the store's readers, and waits
/// for itself. A page of the log is read once for all who ask for it until it has been read.
struct SerialReads: Sendable {
    /// A read that somebody has asked for.
    struct QueuedRead: Sendable {
        let what: Target
        let inbound: InboundRequest

        var peer: Peer { inbound.peer }
    }

    /// The subject of the read; of a scene, as it is when its turn comes.
    enum Target: Hashable, Sendable {
        case log(StoreRead)
        /// Commits that memory has.
        case tail(SceneKey, after: MirrorPosition)
        case status(SceneKey)
        case snapshot(SceneKey)
        case audit(SceneKey)

        /// A Boolean value indicating whether what is read is the same for all who ask.
        var isShared: Bool {
            switch self {
            case .log(.commits), .tail: true
            case .log, .status, .snapshot, .audit: false
            }
        }

        /// A Boolean value indicating whether it is soon done: then it does not wait for what is not.
        var isShort: Bool { if case .tail = self { true } else { false } }
    }

    private var queues: [FairnessKey: Deque<QueuedRead>] = [:]
    /// Whose turn it is, first.
    private var turns: Deque<FairnessKey> = []
    /// Those who wait for what another has asked for, of all pages that wait or are under way.
    private var sharers: [Target: [InboundRequest]] = [:]
    /// The requests of each that wait.
    private var counts: [FairnessKey: Int] = [:]
    /// The one that is under way.
    private(set) var ticket: ReadID?
    /// The page that it is, if it is one.
    private var page: Target?
    /// The scene in memory that it is about.
    private var sampled: SceneKey?

    /// The number of requests that wait.
    private(set) var count = 0

    /// Has somebody wait for a turn, or for what another waits for; `false` if too many do.
    mutating func add(_ asked: QueuedRead) -> Bool {
        let share = FairnessKey(asked.peer)
        guard count < DaemonLimits.waitingReads, counts[share, default: 0] < UserLimits.reads
        else { return false }
        note(share, 1)
        guard !asked.what.isShared || sharers[asked.what] == nil else {
            sharers[asked.what]?.append(asked.inbound)
            return true
        }
        if asked.what.isShared { sharers[asked.what] = [] }
        queue(asked)
        return true
    }

    private mutating func queue(_ asked: QueuedRead) {
        let share = FairnessKey(asked.peer)
        if queues[share] == nil { turns.append(share) }
        queues[share, default: []].append(asked)
    }

    private mutating func note(_ share: FairnessKey, _ change: Int) {
        count += change
        let waiting = counts[share, default: 0] + change
        counts[share] = waiting > 0 ? waiting : nil
    }

    /// Returns the read that is next; `nil` if nobody waits, or another is under way.
    mutating func next() -> QueuedRead? {
        guard ticket == nil, let share = turns.popFirst(),
            let asked = queues[share]?.popFirst()
        else { return nil }
        if queues[share]?.isEmpty ?? true { queues[share] = nil } else { turns.append(share) }
        note(share, -1)
        return asked
    }

    /// Takes those who share what can't be read.
    mutating func giveUp(_ what: Target) -> [InboundRequest] {
        let others = sharers.removeValue(forKey: what) ?? []
        for other in others { note(FairnessKey(other.peer), -1) }
        return others
    }

    /// Notes what is under way.
    mutating func begin(_ ticket: ReadID, _ what: Target, sampling key: SceneKey?) {
        self.ticket = ticket
        page = what.isShared ? what : nil
        sampled = key
    }

    /// Ends what is under way, if it is this; returns who else has asked for it.
    mutating func end(_ ticket: ReadID) -> [InboundRequest] {
        guard self.ticket == ticket else { return [] }
        self.ticket = nil
        sampled = nil
        let others = page.map { giveUp($0) } ?? []
        page = nil
        return others
    }

    /// Returns a Boolean value indicating whether what is under way is about this scene as it was
    /// in memory.
    func isSampling(_ key: SceneKey) -> Bool { sampled == key }

    /// Takes those who share what is under way, if it is about this scene as it was in memory: they are
    /// not answered with it.
    mutating func takeSharers(of key: SceneKey) -> [InboundRequest] {
        guard isSampling(key), let page else { return [] }
        self.page = nil
        return giveUp(page)
    }

    /// Lets go of what a connection that is gone has asked for. Costs a look at all pages that wait, if
    /// it has asked for anything.
    mutating func forget(_ peer: Peer) {
        let share = FairnessKey(peer)
        guard counts[share] != nil else { return }
        for what in sharers.keys {
            let former = sharers[what]?.count ?? 0
            sharers[what]?.removeAll { $0.peer == peer }
            note(share, (sharers[what]?.count ?? 0) - former)
        }
        guard let former = queues[share] else { return }
        let rest = former.filter { $0.peer != peer }
        queues[share] = rest.isEmpty ? nil : Deque(rest)
        if rest.isEmpty { turns.removeAll { $0 == share } }
        note(share, rest.count - former.count)
        for asked in former where asked.peer == peer && asked.what.isShared {
            handOver(asked.what)
        }
    }

    /// Has another who waits for a page wait for its turn, since the one who did has gone.
    private mutating func handOver(_ what: Target) {
        guard let next = sharers[what]?.first else {
            sharers[what] = nil
            return
        }
        sharers[what]?.removeFirst()
        queue(QueuedRead(what: what, inbound: next))
    }
}
