import NavigationModel
import NavigationReference
import NavigationSync
import NavigationWire

/// All that is durable of one scene, kept beside the system: what everybody is compared with.
struct Chronicle {
    let key: SceneKey
    private(set) var epoch = Epoch.none
    /// The revision, the state and the time that it begins with: those of a heal, or of nothing.
    private(set) var start = Revision.zero
    private(set) var beginning = SceneState()
    private var begun = Duration.zero
    private(set) var commits: [Commit] = []
    /// The state after all of them, from the log alone.
    private(set) var state = SceneState()
    /// The same by the text of the design, worked out anew each time.
    private var reference = ReferenceScene()
    private(set) var storedReceipts: [DeviceID: [SequenceNumber: StoredReceipt]] = [:]
    /// The scene's revision when a change was settled.
    private var heads: [Digest: Revision] = [:]
    /// Up to here the log has been compacted away, and what came of changes with it.
    var oldestRevision = Revision.zero
    /// The times when revisions became durable.
    private var times: [Duration] = []
    /// The histories that there ever were.
    private(set) var past = Past()
    /// The prunes: their commits, and the bytes of what was gone before each.
    private(set) var prunes: [(through: Revision, revision: Revision, length: Int)] = []

    init(key: SceneKey) {
        self.key = key
    }

    var revision: Revision { commits.last?.revision ?? start }

    /// The digest that a mirror at this place must have; `nil` if nobody can be there.
    func digest(of epoch: Epoch, at revision: Revision) -> Digest? {
        revision > .zero ? past.digest(of: epoch, at: revision) : .zero
    }

    /// The last revision that was durable at `time`.
    func revision(at time: Duration) -> Revision {
        guard begun <= time else { return .zero }
        return Revision(rawValue: start.rawValue + UInt64(times.count { $0 <= time }))
    }

    /// Returns the time when a revision became durable; `nil` if there is none yet.
    func time(of revision: Revision) -> Duration? {
        index(of: revision).map { times[$0] }
    }

    func commit(at revision: Revision) -> Commit? {
        index(of: revision).map { commits[$0] }
    }

    private func index(of revision: Revision) -> Int? {
        guard revision > start, revision <= self.revision else { return nil }
        return Int(revision.rawValue - start.rawValue) - 1
    }

    func storedReceipt(of sequence: SequenceNumber, by device: DeviceID) -> StoredReceipt? {
        storedReceipts[device]?[sequence]
    }

    /// Returns `true` if the state at a revision has the effects of a device's change.
    func contains(_ change: PendingChange, at revision: Revision, of epoch: Epoch) -> Bool {
        let storedReceipt = storedReceipt(of: change.change.sequence, by: change.change.device)
        guard let storedReceipt, storedReceipt.hash == Digest(hashing: change.bytes),
            let committed = storedReceipt.revision
        else { return false }
        return epoch == self.epoch && committed <= revision
    }

    /// Returns a Boolean value indicating whether the store may have let go of what the change came
    /// to.
    func mayBeForgotten(_ storedReceipt: StoredReceipt) -> Bool {
        let last = storedReceipts[storedReceipt.device]?.keys.max()
        return storedReceipt.sequence != last
            && (heads[storedReceipt.hash] ?? .zero) <= oldestRevision
    }

    /// The same of a number; what was let go of before the scene was healed is not known any more.
    func mayHaveForgotten(_ sequence: SequenceNumber, of device: DeviceID) -> Bool {
        guard let storedReceipt = storedReceipt(of: sequence, by: device) else {
            return storedReceipts[device]?.keys.max().map { sequence < $0 } ?? false
        }
        return mayBeForgotten(storedReceipt)
    }

    /// Returns a Boolean value indicating whether a device shows another tab than it should.
    private func straysFromDesign(_ registers: Registers) -> Bool {
        registers.selections.keys.contains { device in
            state.selectedTab(of: device) != registers.selectedTab(of: device)
        }
    }

    /// Adds what has become durable; returns what is wrong with it.
    mutating func add(_ write: SceneWrite, at now: Duration) -> [(Violation.Oracle, String)] {
        var wrongs: [(Violation.Oracle, String)] = []
        if epoch == .none {
            epoch = write.epoch
            past.begin(epoch, at: .zero, .zero)
        }
        if write.epoch != epoch {
            wrongs.append((.replay, "a write of epoch \(write.epoch) to one of \(epoch)"))
        }
        for commit in write.decodedCommits {
            if commit.revision != revision.next {
                wrongs.append((.gapless, "revision \(commit.revision) after \(revision)"))
            }
            if let prune = commit.operations.first?.payload as? PruneOperation {
                prunes.append((prune.revision, commit.revision, state.pastLength))
            }
            state.apply(commit)
            reference.apply(commit)
            let registers = reference.registers
            if registers.scene != state.scene || straysFromDesign(registers) {
                wrongs.append((.replay, "revision \(commit.revision) is not what the design says"))
            }
            for case let revoked as DeviceRevokedOperation in commit.operations.map(\.payload)
            where state.selection(of: revoked.device) != .shared {
                wrongs.append((.replay, "\(revoked.deviceName) keeps a selection when revoked"))
            }
            commits.append(commit)
            times.append(now)
            past.add(commit, to: epoch, state.digest)
        }
        for storedReceipt in write.storedReceipts {
            let known = storedReceipts[storedReceipt.device]?[storedReceipt.sequence]
            if known != nil {
                wrongs.append(
                    (.exactlyOnce, "change \(storedReceipt.sequence) was settled a second time"))
            }
            storedReceipts[storedReceipt.device, default: [:]][storedReceipt.sequence] =
                storedReceipt
            heads[storedReceipt.hash] = storedReceipt.revision ?? revision
            past.add(storedReceipt, storedReceipt.revision.flatMap(commit))
        }
        if let snapshot = write.snapshot,
            (try? SceneState(snapshot: snapshot.bytes))?.digest
                != digest(of: epoch, at: snapshot.mark.revision)
        {
            wrongs.append((.replay, "the snapshot at \(snapshot.mark.revision) is not the replay"))
        }
        return wrongs
    }

    /// The same history under another epoch, with what is known of all the epochs before it.
    func renewed(as epoch: Epoch, knowing later: Chronicle?) -> Chronicle {
        var renewed = self
        renewed.past = later?.past ?? past
        if epoch != .none { renewed.past.rename(self.epoch, to: epoch) }
        renewed.past.cut(epoch, after: revision)
        renewed.epoch = epoch
        return renewed
    }

    /// The history that begins with nothing, of which as much is known.
    var forgotten: Chronicle {
        var fresh = Chronicle(key: key)
        fresh.past = past
        return fresh
    }

    /// The same, of a scene that was removed: nobody misses what was in it.
    var removed: Chronicle {
        var fresh = forgotten
        fresh.past.forgetAll()
        return fresh
    }

    /// The same history as of an earlier revision, with those outcomes that a store still has.
    func truncated(
        to end: Revision, keeping isKept: (StoredReceipt) -> Bool
    ) -> Chronicle {
        var earlier = self
        earlier.commits = commits.filter { $0.revision <= end }
        earlier.times = Array(times.prefix(earlier.commits.count))
        earlier.restartState()
        for commit in earlier.commits {
            earlier.state.apply(commit)
            earlier.reference.apply(commit)
        }
        earlier.storedReceipts = storedReceipts.mapValues { $0.filter { isKept($0.value) } }
        return earlier
    }

    private mutating func restartState() {
        state = beginning
        reference = ReferenceScene()
        for entry in beginning.entries { reference.join(entry.effect, at: entry.revision) }
    }

    /// Takes the state that the daemon was healed with for the beginning of another history; returns what
    /// is wrong with it.
    ///
    /// - Parameters:
    ///   - isDamaged: whether nobody could read what there was.
    ///   - isKept: returns whether the store still has what a change came to.
    mutating func heal(
        _ healed: HealedScene, damaged isDamaged: Bool, at now: Duration,
        keeping isKept: (StoredReceipt) -> Bool
    ) -> [String] {
        guard let next = try? SceneState(snapshot: healed.snapshot.bytes),
            next.digest == healed.digest
        else { return ["the healed state is not what its digest says"] }
        var wrongs: [String] = []
        if past.knows(healed.epoch) { wrongs.append("the healed scene has an epoch of before") }
        if healed.revision <= revision, !isDamaged {
            wrongs.append("the healed scene begins at \(healed.revision), and was at \(revision)")
        }
        let entries = next.entries.map(\.effect)
        if let foreign = entries.first(where: { !past.written.contains($0) }) {
            wrongs.append("the healed scene has \(foreign), which nobody ever wrote in it")
        }
        if !isDamaged, let lost = past.missing(state.entries.map(\.effect), in: next) {
            wrongs.append("the healed scene lacks \(lost)")
        }
        storedReceipts = storedReceipts.mapValues { $0.filter { isKept($0.value) } }
        for settled in storedReceipts.values.flatMap(\.values)
        where past.lacks(settled.hash, in: next) {
            wrongs.append("the healed scene keeps the outcome of \(settled), and lacks its effects")
        }
        (start, beginning, begun) = (healed.revision, next, now)
        (epoch, commits, times, prunes) = (healed.epoch, [], [], [])
        oldestRevision = start
        past.begin(epoch, at: start, next.digest)
        restartState()
        return wrongs
    }

    /// The hashes of all changes that have an outcome in this history.
    var settledHashes: Set<Digest> {
        Set(storedReceipts.values.flatMap { $0.values.map(\.hash) })
    }
}

extension SceneState {
    /// Bytes in memory of what is gone, as the documentation of quotas has them: 256 for a record, 448 more
    /// for a screen, 264 for a register and the length of what it holds.
    fileprivate var pastLength: Int {
        past.reduce(0) { (sum: Int, record) -> Int in
            let screen = record.isScreen ? 448 : 0
            return sum + 256 + screen + 264 * record.registerCount + record.length
        }
    }

    /// Bytes in memory of all of it, counted in the same way.
    var countedLength: Int {
        let entries = entries
        let records = Set(entries.map(\.effect.record))
        let screens = records.count { $0.kind == .screen }
        return records.count * 256 + screens * 448
            + entries.reduce(0) { $0 + 264 + $1.effect.value.bytes.count }
    }
}

extension SceneWrite {
    /// The commits, decoded.
    var decodedCommits: [Commit] { commits.compactMap { try? $0.decoded() } }
}
