internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// The expensive reads for clients, whose cost grows with the scene or its log: one at a time,
/// clients round-robin. So a flood of these takes one processor at most, and one of the store's
/// readers, and delays only itself. A page of the log is read once for all that request it
/// meanwhile.
struct SerialReads: Sendable {
    /// A queued read of a client.
    struct QueuedRead: Sendable {
        let what: Target
        let inbound: InboundRequest

        var peer: Peer { inbound.peer }
    }

    /// The subject of the read; of a scene, as it is when the read starts.
    enum Target: Hashable, Sendable {
        case log(StoreRead)
        /// Commits in memory.
        case tail(SceneKey, after: MirrorPosition)
        case status(SceneKey)
        case snapshot(SceneKey)
        case audit(SceneKey)

        /// A Boolean value indicating whether the result is the same for all clients.
        var isShared: Bool {
            switch self {
            case .log(.commits), .tail: true
            case .log, .status, .snapshot, .audit: false
            }
        }

        /// A Boolean value indicating whether the read is short: then it does not queue behind
        /// longer ones.
        var isShort: Bool { if case .tail = self { true } else { false } }
    }

    private var queues: [FairnessKey: Deque<QueuedRead>] = [:]
    /// The clients in round-robin order, the next one first.
    private var turns: Deque<FairnessKey> = []
    /// The requests that share another's read, of all pages queued or under way.
    private var sharers: [Target: [InboundRequest]] = [:]
    /// The number of queued requests of each client.
    private var counts: [FairnessKey: Int] = [:]
    /// The read under way.
    private(set) var readID: ReadID?
    /// The page being read, if it is one.
    private var page: Target?
    /// The scene in memory that the read captured.
    private var captured: SceneKey?

    /// The number of queued requests.
    private(set) var count = 0

    /// Queues a read, or shares another's; returns `false` if too many are queued.
    mutating func add(_ queued: QueuedRead) -> Bool {
        let share = queued.inbound.sender
        guard count < DaemonLimits.waitingReads, counts[share, default: 0] < UserLimits.reads
        else { return false }
        note(share, 1)
        guard !queued.what.isShared || sharers[queued.what] == nil else {
            sharers[queued.what]?.append(queued.inbound)
            return true
        }
        if queued.what.isShared { sharers[queued.what] = [] }
        queue(queued)
        return true
    }

    private mutating func queue(_ queued: QueuedRead) {
        let share = queued.inbound.sender
        if queues[share] == nil { turns.append(share) }
        queues[share, default: []].append(queued)
    }

    private mutating func note(_ share: FairnessKey, _ change: Int) {
        count += change
        let waiting = counts[share, default: 0] + change
        counts[share] = waiting > 0 ? waiting : nil
    }

    /// Returns the next read; `nil` if none is queued, or one is under way.
    mutating func next() -> QueuedRead? {
        guard readID == nil, let share = turns.popFirst(),
            let queued = queues[share]?.popFirst()
        else { return nil }
        if queues[share]?.isEmpty ?? true { queues[share] = nil } else { turns.append(share) }
        note(share, -1)
        return queued
    }

    /// Removes and returns the sharers of a read that can't be done.
    mutating func removeSharers(_ what: Target) -> [InboundRequest] {
        let others = sharers.removeValue(forKey: what) ?? []
        for other in others { note(other.sender, -1) }
        return others
    }

    /// Records the read that starts.
    mutating func begin(_ readID: ReadID, _ what: Target, capturing key: SceneKey?) {
        self.readID = readID
        page = what.isShared ? what : nil
        captured = key
    }

    /// Ends the read under way, if it has this id; returns the requests that share it.
    mutating func end(_ readID: ReadID) -> [InboundRequest] {
        guard self.readID == readID else { return [] }
        self.readID = nil
        captured = nil
        let others = page.map { removeSharers($0) } ?? []
        page = nil
        return others
    }

    /// Returns a Boolean value indicating whether the read under way captured this scene in memory.
    func isCapturing(_ key: SceneKey) -> Bool { captured == key }

    /// Removes and returns the sharers of the read under way, if it captured this scene in memory:
    /// they are not answered with it.
    mutating func takeSharers(of key: SceneKey) -> [InboundRequest] {
        guard isCapturing(key), let page else { return [] }
        self.page = nil
        return removeSharers(page)
    }

    /// Drops the reads of a connection that has ended. Scans all queued pages, if it has any.
    mutating func remove(_ peer: Peer) {
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
        for queued in former where queued.peer == peer && queued.what.isShared {
            promoteSharer(queued.what)
        }
    }

    /// Queues a sharer of a page in place of the request that has ended.
    private mutating func promoteSharer(_ what: Target) {
        guard let next = sharers[what]?.first else {
            sharers[what] = nil
            return
        }
        sharers[what]?.removeFirst()
        queue(QueuedRead(what: what, inbound: next))
    }
}
