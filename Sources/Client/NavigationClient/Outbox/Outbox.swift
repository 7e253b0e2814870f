internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The changes of this device that wait in one scene, and the callers that wait for their outcomes:
/// the only place of a client that knows either.
///
/// It reads the outbox in the device's database, where every process of the device appends, hands
/// the core its pending changes, records submissions and outcomes, and resumes the waiters,
/// whichever process has submitted their changes. An outcome is known here before the database has
/// it: saving is deferred (``UnsavedState``). Belongs to the driver's thread; what the database
/// fails at is thrown.
struct Outbox {
    /// A change without an outcome.
    private struct Pending {
        let id: OutboxEntry.ID
        /// A Boolean value indicating whether it may have been submitted, by any process.
        var isSubmitted: Bool
    }

    /// A Boolean value indicating whether the changes are submitted on connection.
    let isFlushed: Bool
    private let device: DeviceDatabase
    private let key: SceneKey
    /// The pending changes as last read, by the number they had then.
    private var pending: [SequenceNumber: Pending] = [:]
    /// The receipts that the database does not have yet.
    private var receipts: [SequenceNumber: Receipt] = [:]
    /// The changes that this process made: it waits for their outcomes itself.
    private var made: Set<OutboxEntry.ID> = []
    /// The outcomes of other processes' changes that this one submitted.
    private var deferred = DeferredOutcomes()
    /// A Boolean value indicating whether resolutions are recorded, as somebody takes them.
    var recordsResolutions = false {
        didSet { if !recordsResolutions { resolutions = [] } }
    }
    /// The resolutions that are yet to be taken, in the order in which they came.
    private var resolutions: [(OutboxEntry.ID, ChangeResolution)] = []
    private var waiters = Waiters<OutboxEntry.ID, ChangeResolution>()
    /// The waiters that end when no changes are taken, by their tokens.
    private var readers: [Int: OutboxEntry.ID] = [:]
    /// The version of the database that was last read.
    private var version: Int64?

    /// The number of outcomes after which to save at once.
    static let limit = 256

    /// Creates the outbox of a scene, which is not read yet.
    init(of key: SceneKey, in device: DeviceDatabase, isFlushed: Bool) {
        self.key = key
        self.device = device
        self.isFlushed = isFlushed
    }

    // MARK: Pending changes

    /// A Boolean value indicating whether no change is pending.
    var isEmpty: Bool { pending.isEmpty }

    /// The pending changes.
    var ids: Set<OutboxEntry.ID> { Set(pending.values.map(\.id)) }

    /// Reads the outbox as it is on disk now; returns the changes of every process of the device
    /// for the core, less those that have their outcome here.
    mutating func read(above revision: Revision) throws(DeviceDatabaseError) -> [PendingChange] {
        let entries = try device.overlay(in: key, above: revision)
        let former = recordsResolutions ? ids : []
        pending = [:]
        for entry in entries where entry.state == .waiting && receipts[entry.sequence] == nil {
            pending[entry.sequence] = Pending(id: entry.id, isSubmitted: entry.isSubmitted)
        }
        // Another process of the device has settled or dropped the rest.
        for id in former.subtracting(ids).sorted(by: { $0.rawValue < $1.rawValue }) {
            if let resolution = try resolution(of: id) { note(resolution, of: id) }
        }
        return isFlushed ? entries.compactMap(change) : []
    }

    /// Detects writes of other processes since the last call.
    mutating func hasChanged() throws(DeviceDatabaseError) -> Bool {
        // Before the outbox is read: a write in between causes another read.
        let found = try device.version()
        defer { version = found }
        return found != version
    }

    /// Returns a change of the outbox, with its outcome where it is known here; `nil` if it altered
    /// nothing.
    func change(_ entry: OutboxEntry) -> PendingChange? {
        PendingChange(entry, receipt: receipts[entry.sequence])
    }

    /// The base of the device's changes from now on, whichever process makes them.
    func oldestBase() throws(DeviceDatabaseError) -> OldestBase? {
        try device.oldestBase(in: key)
    }

    // MARK: Own changes

    /// Records that this process made a change, and will learn its outcome.
    mutating func noteMade(_ id: OutboxEntry.ID) {
        made.insert(id)
    }

    /// Records on disk the changes that may reach the daemon soon: nobody may drop them any more.
    mutating func noteSubmission(of sequences: [SequenceNumber]) throws(DeviceDatabaseError) {
        var ids: [OutboxEntry.ID] = []
        for sequence in sequences where pending[sequence]?.isSubmitted == false {
            pending[sequence]?.isSubmitted = true
            if let id = pending[sequence]?.id { ids.append(id) }
        }
        if !ids.isEmpty { try device.noteSubmission(of: ids) }
    }

    /// Numbers the changes behind `last` anew, as the core says.
    func renumber(
        epoch: Epoch, after last: SequenceNumber, reused: Set<SequenceNumber>
    ) throws(DeviceDatabaseError) {
        try device.renumber(key, epoch: epoch, after: last, reused: reused)
    }

    /// Makes changes of an epoch pending again whose commits the daemon has lost.
    func requeue(_ epoch: Epoch, after revision: Revision) throws(DeviceDatabaseError) {
        try device.requeue(key, of: epoch, after: revision)
    }

    // MARK: Outcomes

    /// A Boolean value indicating whether there are unsaved outcomes, for which other processes of
    /// the device may wait.
    var hasUnsavedReceipts: Bool { !receipts.isEmpty }

    /// A Boolean value indicating whether it is time to save the outcomes.
    var isFull: Bool { receipts.count >= Self.limit }

    /// The outcomes to save.
    var unsavedReceipts: [Receipt] { Array(receipts.values) }

    /// Discards the outcomes to save: they are saved, or are another store's.
    mutating func clearReceipts() {
        receipts = [:]
    }

    /// Settles a change as the daemon says.
    mutating func settle(_ receipt: Receipt) {
        receipts[receipt.sequence] = receipt
        guard let id = pending.removeValue(forKey: receipt.sequence)?.id else { return }
        noteDeferred(receipt, of: id)
        note(.settled(receipt), of: id)
        waiters.resume(id, with: .settled(receipt))
    }

    /// Settles own changes by their commits, whichever process submitted them.
    ///
    /// - Parameter unsettled: The changes that are pending in the core: a commit with the number of
    ///   one of them is of another change.
    mutating func settle(_ commits: [Commit], besides unsettled: [PendingChange]) {
        for commit in commits where commit.stamp.device == device.device {
            let sequence = commit.stamp.sequence
            guard pending[sequence] != nil,
                !unsettled.contains(where: { $0.change.sequence == sequence })
            else { continue }
            settle(
                Receipt(
                    sequence: sequence, outcomes: commit.outcomes, revision: commit.revision))
        }
    }

    /// Moves a change to the shelf, as the daemon refuses it for good.
    mutating func refuse(
        _ sequence: SequenceNumber, because failure: Failure
    ) throws(DeviceDatabaseError) {
        defer {
            if let id = pending.removeValue(forKey: sequence)?.id {
                note(.refused(failure), of: id)
                waiters.resume(id, with: .refused(failure))
            }
        }
        try device.refuse(key, sequence, because: failure)
    }

    /// Returns the resolution of a change; `nil` while it is pending.
    func resolution(of id: OutboxEntry.ID) throws(DeviceDatabaseError) -> ChangeResolution? {
        let entry = try device.entry(id)
        switch entry?.state {
        case .waiting: return entry.flatMap { receipts[$0.sequence] }.map { .settled($0) }
        case .settled(let receipt): return .settled(receipt)
        case .refused(let failure): return .refused(failure)
        case .dropped:
            return .refused(
                Failure(.unspecified, "dropped from the outbox before it was submitted"))
        case nil:
            return .refused(
                Failure(.settled, "accepted long ago; its receipt is no longer stored"))
        }
    }

    /// Records that the author of a rejected change knows its outcome.
    func acknowledge(_ id: OutboxEntry.ID) throws(DeviceDatabaseError) {
        try device.acknowledge(id)
    }

    /// Returns, and clears, the outcomes of changes that other processes made.
    mutating func takeDeferred() -> DeferredOutcomes {
        defer { deferred = DeferredOutcomes() }
        return deferred
    }

    /// Returns, and clears, the resolutions since they were last taken.
    mutating func takeResolutions() -> [(OutboxEntry.ID, ChangeResolution)] {
        defer { resolutions = [] }
        return resolutions
    }

    private mutating func note(_ resolution: ChangeResolution, of id: OutboxEntry.ID) {
        if recordsResolutions { resolutions.append((id, resolution)) }
    }

    /// Records the outcome of a change that another process has made, unless it was applied.
    private mutating func noteDeferred(_ receipt: Receipt, of id: OutboxEntry.ID) {
        let outcome = receipt.outcomes.mostSevere
        guard made.remove(id) == nil, outcome.kind != .applied else { return }
        deferred.add {
            guard let entry = try? device.entry(id), let operations = try? entry.operations else {
                return nil
            }
            return DeferredOutcome(id: ChangeID(id), operations: operations, outcome: outcome)
        }
    }

    // MARK: Waiters

    /// Returns a token for a new waiter.
    mutating func makeToken() -> Int { waiters.makeToken() }

    /// Adds a waiter for the resolution of a change.
    ///
    /// - Parameter endsUntaken: A Boolean value indicating whether it ends when no changes are
    ///   taken for now.
    mutating func wait(
        for id: OutboxEntry.ID, _ token: Int, endsUntaken: Bool,
        _ continuation: CheckedContinuation<ChangeResolution?, Never>
    ) {
        if endsUntaken { readers[token] = id }
        waiters.add(continuation, for: id, token)
    }

    /// Ends a wait. Without effect if it has ended.
    mutating func endWait(for id: OutboxEntry.ID, _ token: Int) {
        readers[token] = nil
        waiters.expire(id, token)
    }

    /// Resumes the waiters for changes that other processes have settled.
    mutating func resumeSettled() throws(DeviceDatabaseError) {
        for id in waiters.keys.subtracting(ids) {
            guard let resolution = try resolution(of: id) else { continue }
            waiters.resume(id, with: resolution)
        }
    }

    /// Ends the waits of those that only read, as no changes are taken for now.
    mutating func endReaders() {
        for (token, id) in readers { waiters.expire(id, token) }
        readers = [:]
    }

    /// Ends all waits.
    mutating func endWaits() {
        waiters.expireAll()
    }
}

/// The final result of a change: settled or refused.
enum ChangeResolution: Hashable, Sendable {
    /// The daemon evaluated the change; the receipt has its outcomes.
    case settled(Receipt)
    /// The daemon refuses the change for good.
    case refused(Failure)
}

extension PendingChange {
    /// Creates a change of the outbox as a mirror shows and submits it; `nil` if this version can't
    /// read it, which only a newer one can have written, or if it altered nothing.
    ///
    /// - Parameter receipt: The daemon's receipt, where the outbox does not have it yet.
    fileprivate init?(_ entry: OutboxEntry, receipt: Receipt?) {
        guard let change = try? Change(encoded: entry.change) else { return nil }
        var revision: Revision?
        switch entry.state {
        case .settled(let receipt): revision = receipt.revision
        case .waiting, .refused, .dropped: revision = receipt?.revision
        }
        if receipt != nil, revision == nil { return nil }
        self.init(
            epoch: entry.epoch, after: entry.after, change: change, bytes: entry.change,
            made: Uptime.of(entry.madeAt), revision: revision)
    }
}
