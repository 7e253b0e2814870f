internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// One loaded scene: its state as of the last executed change, which may be ahead of the disk.
struct SceneAuthority: Sendable {
    let key: SceneKey
    let epoch: Epoch
    private(set) var state: SceneState
    private(set) var revision: Revision
    /// The durable head, beyond which nothing may be shown to others.
    private(set) var durableHead: Head
    /// The newest commits, gapless up to `revision`.
    private var tail: Deque<EncodedCommit> = []
    /// Bytes of these commits' encodings.
    private(set) var tailLength = 0
    /// Bytes that these commits take in memory.
    private(set) var tailCost = 0
    /// The ages of its revisions, and its stored snapshots.
    var age: RetentionIndex
    /// The receipts and sequence numbers of devices' changes.
    private(set) var settled: SettledChanges
    /// The uptime of its last use.
    var used: Duration = .zero
    /// The last use before it was trimmed.
    private var trimmed: Duration?
    /// The horizon up to which nothing is left to prune.
    private var prunedThrough = Revision.zero
    private var floors = FloorHistory()
    /// Bytes of the state in memory beyond which it is scanned for early pruning.
    private var crowded = 0
    /// The revision that all devices had confirmed at the last scan, if a lagging device prevented
    /// pruning more; and the bytes beyond which it no longer does.
    private var heldBack: (by: Revision, crowded: Int)?

    init(key: SceneKey, stored: StoredScene?, freshEpoch: Epoch) {
        self.key = key
        epoch = stored?.epoch ?? freshEpoch
        state = stored?.state ?? SceneState()
        revision = stored?.revision ?? .zero
        age = RetentionIndex(stored: stored)
        settled = SettledChanges(last: stored?.last ?? [:], skipped: stored?.skipped ?? [])
        durableHead = Head(
            scene: key.scene, epoch: epoch, revision: revision, digest: state.digest)
        guard let recent = stored?.recent, recent.revision == revision else { return }
        for commit in recent.commits { append(commit) }
    }

    /// The head in memory.
    var head: Head {
        Head(scene: key.scene, epoch: epoch, revision: revision, digest: state.digest)
    }

    /// Returns daemon time: the system's clock, unless that is behind the scene's latest time.
    func time(at wall: Timestamp) -> Timestamp { max(wall, state.latest.next) }

    /// Returns the number of a device's last change with a receipt.
    func lastSequence(of device: DeviceID) -> SequenceNumber {
        settled.last(of: device)?.sequence ?? .zero
    }

    /// Drops the receipts of a device that never comes back.
    mutating func remove(_ device: DeviceID) { settled.remove(device) }

    /// An executed change: all that the batch has to write of it.
    struct Admitted {
        /// The revision that it was executed at.
        let expected: Revision
        /// The digest of the state that it has led to.
        let digest: Digest
        let storedReceipt: StoredReceipt
        let commit: EncodedCommit?
        /// The number of registers that the commit writes.
        let effects: Int
        /// A Boolean value indicating whether the change may have made the key of a position
        /// longer.
        let mayLengthenPositions: Bool
        let skipped: SkippedSequences?
    }

    /// Executes a change in memory.
    mutating func admit(
        _ change: Change, hash: Digest, author: DeviceName, age: Int64?, at wall: Timestamp
    ) -> Admitted {
        let expected = revision
        let received = time(at: wall)
        let time = EffectiveTime.of(
            received: received, age: age, seen: min(change.base.latest, state.latest),
            done: settled.last(of: change.device)?.time ?? .zero)
        let admission = state.execute(change, at: time, revision: revision.next)
        var commit: EncodedCommit?
        if !admission.effects.isEmpty {
            revision = revision.next
            commit = remember(
                Commit(
                    revision: revision, stamp: change.stamp(at: time), author: author,
                    animated: change.animated, operations: change.operations,
                    outcomes: admission.outcomes,
                    effects: admission.effects))
        }
        let storedReceipt = StoredReceipt(
            device: change.device, sequence: change.sequence, hash: hash, time: time,
            outcomes: admission.outcomes, revision: commit?.revision)
        let skipped = settled.add(storedReceipt)
        return Admitted(
            expected: expected, digest: state.digest, storedReceipt: storedReceipt, commit: commit,
            effects: admission.effects.count,
            mayLengthenPositions: admission.effects.contains {
                $0.record.kind == .tab && $0.field == TabField.position
            },
            skipped: skipped)
    }

    /// Returns the prune that is due; `nil` if there is nothing to prune. Takes negligible time.
    func pruning(
        aged: Revision, confirmed: () -> Revision, _ retention: RetentionPolicy, at wall: Timestamp
    ) -> Pruning? {
        guard isCrowded || aged > prunedThrough else { return nil }
        return Pruning(
            self, floors, prunedThrough: prunedThrough, aged: aged,
            confirmed: isCrowded ? confirmed() : nil, retention, at: wall)
    }

    /// Applies a prune; returns `false` if the state is no longer the one that was pruned.
    mutating func apply(_ pruned: Pruning.Result, _ retention: RetentionPolicy) -> Bool {
        // Equal heads prove equal states.
        guard pruned.head == head else { return false }
        state = pruned.state
        for (commit, encoded) in pruned.commits {
            revision = commit.revision
            remember(commit, encoded)
        }
        // The rest, if there is more, is pruned with the next changes.
        guard let exhausted = pruned.exhausted else { return true }
        prunedThrough = exhausted
        floors.discard(before: exhausted)
        if let early = pruned.early { settleDown(after: early, retention) }
        return true
    }

    /// A Boolean value indicating whether the state has grown enough since the last scan to be
    /// scanned for early pruning.
    var isCrowded: Bool { stateCost >= heldBack?.crowded ?? crowded }

    /// A Boolean value indicating whether a lagging device prevents early pruning.
    var isHeldBack: Bool { heldBack != nil }

    /// Records that early pruning is done: the state is scanned again when it has grown.
    private mutating func settleDown(
        after early: Pruning.EarlyHorizon, _ retention: RetentionPolicy
    ) {
        let growth = Int(Double(stateCost) * DaemonLimits.growth)
        crowded = stateCost + max(retention.recentLength / 2, growth)
        heldBack = early.heldBackBy.map { ($0, max(crowded, stateCost + early.room)) }
    }

    /// Records a lower bound of all future bases: a lagging device may no longer prevent pruning.
    mutating func confirm(_ revision: Revision) {
        if let heldBack, revision > heldBack.by { self.heldBack = nil }
    }

    /// Shortens positions that have grown long, as a commit of the daemon's own.
    mutating func rekey(at wall: Timestamp) -> EncodedCommit? {
        guard state.needsRekeying else { return nil }
        let made = state.rekey(
            at: time(at: wall), as: revision.next, by: Maintenance.author)
        return made.map { append($0) }
    }

    /// Makes a commit of the daemon's own that announces revoked devices; `nil` for none.
    mutating func revoke(
        _ devices: [(id: DeviceID, name: DeviceName)], at wall: Timestamp
    ) -> EncodedCommit? {
        guard !devices.isEmpty else { return nil }
        return append(
            state.revoke(
                devices, at: time(at: wall), as: revision.next, by: Maintenance.author))
    }

    /// Makes a commit of the daemon's own that announces a paired device.
    mutating func pair(
        _ device: (id: DeviceID, name: DeviceName), at wall: Timestamp
    ) -> EncodedCommit {
        append(
            state.pair(device, at: time(at: wall), as: revision.next, by: Maintenance.author))
    }

    private mutating func append(_ commit: Commit) -> EncodedCommit {
        revision = commit.revision
        return remember(commit)
    }

    /// Encodes a commit, once, and adds it to the tail.
    private mutating func remember(_ commit: Commit) -> EncodedCommit {
        let encoded = EncodedCommit(commit)
        remember(commit, encoded)
        return encoded
    }

    private mutating func remember(_ commit: Commit, _ encoded: EncodedCommit) {
        floors.note(commit)
        append(encoded)
        age.add(length: encoded.bytes.count)
        while tail.count > DaemonLimits.tail || tailLength > DaemonLimits.tailLength {
            removeOldest()
        }
    }

    private mutating func removeOldest() {
        guard let oldest = tail.popFirst() else { return }
        tailLength -= oldest.bytes.count
        tailCost -= Self.cost(of: oldest)
    }

    /// Drops what the store has besides, except the newest commits and receipts, of a scene whose
    /// writes are all durable.
    mutating func trim() {
        trimmed = used
        while tail.count > DaemonLimits.trimmedTail { removeOldest() }
        settled.trim(to: DaemonLimits.trimmedTail)
    }

    /// A Boolean value indicating whether it was trimmed, and not used since.
    var isTrimmed: Bool { trimmed == used }

    private mutating func append(_ commit: EncodedCommit) {
        tail.append(commit)
        tailLength += commit.bytes.count
        tailCost += Self.cost(of: commit)
    }

    /// Returns the commits after `base`, as many as fit a reply; `nil` if they are no longer in
    /// memory.
    func commits(after base: Revision, epoch: Epoch) -> [EncodedCommit]? {
        guard hasTail(after: base, epoch: epoch) else { return nil }
        guard base < revision, let first = tail.first?.revision else { return [] }
        let start = tail.startIndex + Int(base.rawValue + 1 - first.rawValue)
        var length = 0
        return Array(
            tail[start...].prefix { commit in
                defer { length += commit.bytes.count }
                return length == 0 || length + commit.bytes.count <= WireLimits.chunk
            })
    }

    /// Returns a Boolean value indicating whether memory has the commits that a mirror at `base` is
    /// missing.
    func hasTail(after base: Revision, epoch: Epoch) -> Bool {
        guard epoch == self.epoch, base <= revision else { return false }
        guard base < revision else { return true }
        return tail.first.map { $0.revision <= base.next } ?? false
    }

    /// Returns a Boolean value indicating whether the commits after `base` are few enough to be
    /// encoded at once.
    func isTailShort(after base: Revision) -> Bool {
        let count = Int(clamping: revision.rawValue - min(base.rawValue, revision.rawValue))
        guard count <= DaemonLimits.shortPage else { return false }
        return tail.suffix(count).reduce(0) { $0 + $1.bytes.count } <= DaemonLimits.shortPageLength
    }

    /// Returns a Boolean value indicating whether a mirror at `base` is served from the log: it has
    /// the missing commits, and they fit a reply or are not longer than a snapshot, by estimate.
    func isLogShorter(after base: Revision, epoch: Epoch) -> Bool {
        guard epoch == self.epoch, base < revision, base >= age.oldestRevision else { return false }
        let length = age.length(after: base, upTo: revision)
        return length <= UInt64(max(WireLimits.chunk, snapshotLength))
    }

    /// Returns the first commit after `base`, if it is in memory.
    func commit(after base: Revision) -> EncodedCommit? {
        guard base < revision, let first = tail.first?.revision, first <= base.next
        else { return nil }
        return tail[tail.startIndex + Int(base.rawValue + 1 - first.rawValue)]
    }

    mutating func becomeDurable(_ head: Head) {
        durableHead = head
    }
}
