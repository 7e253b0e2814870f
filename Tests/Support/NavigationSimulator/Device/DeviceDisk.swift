import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The process died in the middle of its work with the disk.
struct DeviceCrash: Error {}

/// A device's directory as a plain value: what `DeviceDatabase` does, transaction by transaction,
/// on a disk that can lose what was not synced and kill the process at every step.
struct DeviceDisk {
    /// The content of the directory.
    struct Contents {
        var confirmed: ConfirmedScene?
        /// The last number given to a change, and the last that stands.
        var sequence = SequenceNumber.zero
        var chained = SequenceNumber.zero
        var entries: [OutboxEntry] = []
        var lastID: Int64 = 0
        /// A Boolean value indicating whether the confirmed state is one that nobody ever told.
        var isDamaged = false
        /// The store that all of it belongs to.
        var store = StoreID.own
        /// The states that a daemon may have lost, the newest last.
        var lost: [Remembered] = []
    }

    let device: DeviceID
    let key: SceneKey
    /// The content that all processes of the device see.
    private(set) var contents = Contents()
    /// The content that is on the disk for good.
    private var synced = Contents()
    /// The content that was seen after that, transaction by transaction: a loss of power keeps some
    /// first ones.
    private var unsynced: [Contents] = []
    /// The copy that the person has put away.
    private var backup: Contents?
    private var crash: (countdown: Int, point: DeviceCrashPoint)?
    /// A planted bug: nothing is ever synced.
    var neverSyncs = false

    enum Purpose {
        /// Seen at once; the next durable one takes it to the disk.
        case repeatable
        /// On the disk when it is done.
        case durable
    }

    init(device: DeviceID, key: SceneKey) {
        self.device = device
        self.key = key
    }

    /// The changes that wait, or would after a loss of power.
    var waiting: [OutboxEntry] {
        (contents.entries + synced.entries).filter { $0.state == .waiting }
    }

    // MARK: Faults

    /// Kills the process at one of its next transactions.
    mutating func crash(at point: DeviceCrashPoint, of countdown: Int) {
        crash = (countdown, point)
    }

    /// Lets it work as it should from now on.
    mutating func mend() {
        crash = nil
    }

    mutating func losePower(_ choice: Int) {
        let versions = [synced] + unsynced
        contents = versions[choice % versions.count]
        synced = contents
        unsynced = []
    }

    mutating func backUp() {
        backup = contents
    }

    /// Brings the backup back; says whether there is one.
    mutating func restore() -> Bool {
        guard let backup else { return false }
        contents = backup
        synced = backup
        unsynced = []
        return true
    }

    /// Damages the confirmed state, as a fault in the program or the disk would.
    mutating func damage() {
        guard var confirmed = contents.confirmed, confirmed.revision > .zero else { return }
        confirmed.state.join(
            [
                RegisterWrite(
                    record: .tab("inbox"), field: TabField.title,
                    stamp: Stamp(time: confirmed.state.latest, device: device, sequence: .zero),
                    value: .text("damaged"))
            ],
            at: confirmed.revision)
        contents.confirmed = confirmed
        contents.isDamaged = true
        synced = contents
        unsynced = []
    }

    /// Throws away what is not worth being remembered: states that nobody ever told.
    mutating func tidy() {
        contents.lost.removeAll(where: \.isDamaged)
        synced.lost.removeAll(where: \.isDamaged)
    }

    /// A planted bug: what a daemon may have lost is gone.
    mutating func discardLostState() {
        contents.lost = []
        synced.lost = []
    }

    /// A planted bug: a change that is refused is gone.
    mutating func lose(_ sequence: SequenceNumber) {
        contents.entries.removeAll { $0.sequence == sequence && $0.state == .waiting }
        synced = contents
    }

    /// A planted bug: the outbox is gone.
    mutating func forgetOutbox() {
        contents.entries.removeAll { $0.state == .waiting }
        synced = contents
    }

    /// A planted bug: the last number is given once more.
    mutating func forgetNumber() {
        guard let last = contents.entries.last, last.sequence == contents.sequence else { return }
        contents.sequence = SequenceNumber(rawValue: last.sequence.rawValue - 1)
        contents.chained = last.after
    }

    /// A planted bug: which changes the confirmed state has is not kept with it.
    mutating func forgetLastSequence() {
        contents.confirmed?.lastSequence = .zero
    }

    mutating func transact<Result>(
        _ purpose: Purpose, _ body: (inout Contents) throws -> Result
    ) throws -> Result {
        var point: DeviceCrashPoint?
        if let planned = crash {
            crash = planned.countdown > 1 ? (planned.countdown - 1, planned.point) : nil
            if planned.countdown <= 1 { point = planned.point }
        }
        if point == .before { throw DeviceCrash() }
        let result = try body(&contents)
        if purpose == .durable, !neverSyncs {
            synced = contents
            unsynced = []
        } else {
            if unsynced.count > 32 { unsynced.removeFirst() }
            unsynced.append(contents)
        }
        if point == .after { throw DeviceCrash() }
        return result
    }

    // MARK: What a process does

    /// The least base that any change of the device can have from now on.
    var oldestBase: OldestBase? {
        guard let confirmed = contents.confirmed else { return nil }
        var oldest = confirmed.revision
        for entry in contents.entries where entry.state == .waiting {
            guard entry.epoch == confirmed.epoch, let change = try? Change(encoded: entry.change)
            else { return nil }
            oldest = min(oldest, change.base.revision)
        }
        return OldestBase(epoch: confirmed.epoch, revision: oldest)
    }

    /// The changes that a state at `revision` of the confirmed epoch does not contain.
    func overlay(above revision: Revision) -> [OutboxEntry] {
        contents.entries.filter { entry in
            switch entry.state {
            case .waiting: true
            case .settled(let receipt):
                entry.epoch == contents.epoch && receipt.revision.map { $0 > revision } ?? false
            case .refused, .dropped: false
            }
        }
    }

    /// Appends a change to the outbox, built on what the device sees; `nil` for no operations.
    mutating func appendChange(
        madeAt: BootTimeInstant, seen: ConfirmedScene,
        build: (ConfirmedScene?, [OutboxEntry]) throws -> [Operation]
    ) throws -> OutboxEntry? {
        let later = contents.confirmed.flatMap { kept in
            seen.epoch == kept.epoch && seen.revision >= kept.revision ? seen : nil
        }
        let confirmed = later ?? contents.confirmed
        let operations = try build(confirmed, overlay(above: confirmed?.revision ?? .zero))
        guard !operations.isEmpty else { return nil }
        return try transact(.durable) { [device, key] contents in
            let sequence = contents.sequence.next
            let change = Change(
                device: device, sequence: sequence, base: Self.base(on: confirmed),
                operations: operations)
            contents.lastID += 1
            let entry = OutboxEntry(
                id: OutboxEntry.ID(rawValue: contents.lastID), key: key, epoch: contents.epoch,
                sequence: sequence, after: contents.chained, change: change.encoded,
                madeAt: madeAt, state: .waiting)
            contents.entries.append(entry)
            contents.sequence = sequence
            contents.chained = sequence
            return entry
        }
    }

    /// Notes outcomes, then takes those of `commits` that follow; the confirmed revision then, or
    /// `nil` if the confirmed epoch is another.
    mutating func appendConfirmed(
        epoch: Epoch, commits: [Commit], settling receipts: [Receipt],
        acknowledged: (lastSequence: SequenceNumber, revision: Revision)
    ) throws -> Revision? {
        try transact(.repeatable) { [device] contents in
            for receipt in receipts { contents.settle(receipt.sequence, with: receipt) }
            if contents.confirmed == nil {
                contents.confirmed = ConfirmedScene(
                    epoch: epoch, revision: .zero, state: SceneState())
            }
            guard contents.epoch == epoch else { return nil }
            for commit in commits where commit.revision == contents.confirmed?.revision.next {
                contents.confirmed?.state.apply(commit)
                contents.confirmed?.revision = commit.revision
                guard commit.stamp.device == device else { continue }
                let last = max(contents.confirmed?.lastSequence ?? .zero, commit.stamp.sequence)
                contents.note(lastSequence: last, at: commit.revision)
                guard contents.isWaiting(commit) else { continue }
                contents.settle(
                    commit.stamp.sequence,
                    with: Receipt(
                        sequence: commit.stamp.sequence, outcomes: commit.outcomes,
                        revision: commit.revision))
            }
            contents.note(lastSequence: acknowledged.lastSequence, at: acknowledged.revision)
            return contents.confirmed?.revision
        }
    }

    /// Takes over a scene: a later one, a repaired one, or one of another epoch.
    mutating func replaceConfirmed(
        with confirmed: ConfirmedScene, insteadOf former: ConfirmedScene?
    ) throws {
        try transact(.repeatable) { contents in
            if let kept = contents.confirmed, kept.epoch == confirmed.epoch {
                guard kept.revision <= confirmed.revision else { return }
                let isRepair = kept.state.digest != confirmed.state.digest
                guard kept.revision < confirmed.revision || isRepair else {
                    return contents.note(
                        lastSequence: confirmed.lastSequence, at: confirmed.revision)
                }
            }
            if let lost = contents.givenUp(for: confirmed, insteadOf: former) {
                contents.keepLost(lost, damaged: false)
            }
            contents.confirmed = confirmed
            contents.isDamaged = false
        }
    }

    /// Notes that the daemon will never take a change, and closes the chain behind it.
    mutating func refuse(_ sequence: SequenceNumber, because failure: Failure) throws {
        try transact(.durable) { contents in
            guard let index = contents.waiting(sequence) else { return }
            let refused = contents.entries[index]
            contents.entries[index] = refused.with(state: .refused(failure))
            for next in contents.entries.indices
            where contents.entries[next].after == sequence
                && contents.entries[next].state == .waiting
            {
                contents.entries[next] = contents.entries[next].with(after: refused.after)
            }
            if contents.chained == sequence { contents.chained = refused.after }
        }
    }

    /// Has changes wait again that were settled in a history after a revision.
    mutating func requeue(of epoch: Epoch, after revision: Revision) throws {
        try transact(.durable) { contents in
            contents.requeue(of: epoch, after: revision)
        }
    }

    /// Gives new numbers after `after` in `epoch` to the waiting changes that need them.
    mutating func renumber(
        epoch: Epoch, after: SequenceNumber, reused: Set<SequenceNumber> = []
    ) throws {
        try transact(.durable) { [key] contents in
            let confirmed = contents.epoch == epoch ? contents.confirmed : nil
            let base = Self.base(on: confirmed)
            let isPruned = confirmed?.state.prunedThrough != .zero
            // Of those before the change at hand: two can have the same former number.
            var numbers: [SequenceNumber: SequenceNumber] = [:]
            var last = after
            for (index, entry) in contents.entries.enumerated() where entry.state == .waiting {
                contents.entries[index] = entry.with(epoch: epoch)
                let isNew =
                    entry.hasLeftHistory || entry.sequence > after
                    || reused.contains(entry.sequence)
                guard isNew else {
                    numbers[entry.sequence] = entry.sequence
                    continue
                }
                let previous = last
                last = last.next
                numbers[entry.sequence] = last
                let isSame = entry.sequence == last && entry.after == previous
                if isSame, entry.epoch == epoch || entry.isFirst && !isPruned { continue }
                let change = try Change(encoded: entry.change).renumbered(numbers, on: base)
                contents.entries[index] = OutboxEntry(
                    id: entry.id, key: key, epoch: epoch, sequence: last, after: previous,
                    change: change.encoded, madeAt: entry.madeAt, state: .waiting)
            }
            contents.sequence = last
            contents.chained = last
        }
    }

    private static func base(on confirmed: ConfirmedScene?) -> Change.Base {
        Change.Base(
            revision: confirmed?.revision ?? .zero, latest: confirmed?.state.latest ?? .zero)
    }
}

extension DeviceDisk.Contents {
    var epoch: Epoch { confirmed?.epoch ?? .none }

    /// The waiting change with a number: not one without a place in a history, if there are two.
    func waiting(_ sequence: SequenceNumber) -> Int? {
        let all = entries.indices.filter {
            entries[$0].sequence == sequence && entries[$0].state == .waiting
        }
        return all.first { entries[$0].epoch != .none } ?? all.first
    }

    fileprivate func isWaiting(_ commit: Commit) -> Bool {
        waiting(commit.stamp.sequence).flatMap { try? Change(encoded: entries[$0].change) }
            .map { $0.operations == commit.operations } ?? false
    }

    fileprivate mutating func note(lastSequence: SequenceNumber, at revision: Revision) {
        guard let confirmed else { return }
        let isLater = revision < confirmed.revision && lastSequence > confirmed.lastSequence
        guard revision == confirmed.revision || isLater else { return }
        self.confirmed?.lastSequence = lastSequence
    }

    mutating func requeue(of epoch: Epoch, after revision: Revision) {
        let kept = lost.first { $0.scene.epoch == epoch }?.scene.revision ?? .zero
        let revision = max(revision, kept)
        for (index, entry) in entries.enumerated() where entry.epoch == epoch {
            guard case .settled(let receipt) = entry.state,
                // What was rejected lies on the shelf.
                receipt.outcomes.mostSevere.kind != .rejected,
                receipt.revision.map({ $0 > revision }) ?? false
            else { continue }
            entries[index] = entry.with(epoch: Epoch.none, state: .waiting)
        }
    }

    fileprivate mutating func settle(_ sequence: SequenceNumber, with receipt: Receipt) {
        guard let index = waiting(sequence) else { return }
        entries[index] = entries[index].with(state: .settled(receipt))
    }
}

extension OutboxEntry {
    func with(
        epoch: Epoch? = nil, after: SequenceNumber? = nil, state: OutboxEntry.State? = nil
    ) -> OutboxEntry {
        let isLeaving = epoch == Epoch.none && self.epoch != .none
        return OutboxEntry(
            id: id, key: key, epoch: epoch ?? self.epoch, sequence: sequence,
            after: after ?? self.after, change: change, madeAt: madeAt,
            hasLeftHistory: isLeaving || hasLeftHistory && (epoch ?? self.epoch) == .none,
            state: state ?? self.state)
    }
}
