import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The daemon's disk: the store's contract, tested elsewhere, as a plain value; and all that a disk
/// does to those who rely on it.
struct DaemonDisk {
    /// The fates of a write that is not just done.
    enum Trouble: Hashable {
        case crash(DaemonCrashPoint)
        /// Nothing is written, and that is known.
        case failure
        /// The disk can't tell; it may be written or not.
        case unknown(isWritten: Bool)
        /// The node stands still, with the write on its way or not yet, and goes on with it later.
        case standsStill(Duration)
        /// The node loses its connection to the store in the midst of it.
        case losesStore(Duration)
    }

    /// The content that is there as long as the power is.
    private(set) var written: InMemoryStore.Contents
    /// The content that is there whatever happens.
    private(set) var durable: InMemoryStore.Contents
    private var backup: InMemoryStore.Contents?
    /// The contents that were durable before, the newest last.
    private var versions: [InMemoryStore.Contents] = []
    /// The scenes in whose content bits have flipped.
    private(set) var rotten: Set<SceneKey> = []
    /// The reason why no daemon starts on it; `nil` if one does.
    private(set) var loss: Loss?
    /// The newest that was acknowledged of each scene, noted beside the database; and of the past before.
    private var marks: [SceneKey: Head] = [:]
    private var formerMarks: [SceneKey: Head] = [:]
    private(set) var claim = Claim(term: .zero)

    /// The time that it takes.
    var latency = DaemonDisk.usualLatency
    var isFull = false
    /// The number of reads that fail next.
    var failingReads = 0

    static let usualLatency = Duration.milliseconds(2)
    /// Contents of before that are remembered, for a log to lose its end.
    private static let versionsKept = 8

    /// The losses that a daemon finds before it starts.
    enum Loss: Hashable {
        /// The last writes that were acknowledged are not there.
        case behind
        /// Nothing is there, and there was something.
        case missing
    }

    /// An empty disk, of the store with this id.
    init(store: StoreID = .own) {
        written = InMemoryStore.Contents(StoreIdentity(id: store, epochSeed: store.rawValue))
        durable = written
    }

    mutating func open() {
        claim = written.claim(.all, after: .zero)
        durable = written
    }

    /// Has users who were added before the story begins: they do not come into being by use.
    mutating func add(_ users: [UserID]) throws(StoreError) {
        let changes = users.map { user in
            RegistryChange.user(RegisteredUser(name: user, uid: nil, added: .zero))
        }
        try written.commit([], changes, under: claim)
        durable = written
    }

    func load(_ key: SceneKey) throws(StoreError) -> StoredScene? {
        guard !rotten.contains(key) else { throw .damagedScene(key, "bits have flipped") }
        return try written.load(key, under: claim)
    }

    /// Writes; durable only when synced.
    mutating func write(
        _ writes: [SceneWrite], _ changes: [RegistryChange]
    ) throws(StoreError) {
        try written.commit(writes, changes, under: claim)
    }

    /// Takes what was written to the disk for good, and notes how far that is.
    mutating func sync(_ writes: [SceneWrite] = [], _ changes: [RegistryChange] = []) {
        versions = versions.suffix(Self.versionsKept - 1) + [durable]
        durable = written
        for write in writes {
            guard let revision = write.commits.last?.revision else { continue }
            marks[write.key] = Head(
                scene: write.key.scene, epoch: write.epoch, revision: revision,
                digest: write.digest)
        }
        for case .heal(let key, let healed, _) in changes {
            rotten.remove(key)
            versions = []
            marks[key] = Head(
                scene: key.scene, epoch: healed.epoch, revision: healed.revision,
                digest: healed.digest)
        }
        for case .eraseScene(let key, _, _) in changes {
            rotten.remove(key)
            versions = []
            marks[key] = nil
        }
    }

    /// Another owner claims it: the one before finds out at its next step.
    mutating func beTakenOver() {
        _ = written.claim(.all, after: .zero)
        durable = written
    }

    /// The store's knowledge of itself.
    var identity: StoreIdentity {
        let acknowledged = marks.mapValues { [$0] }.merging(
            formerMarks.mapValues { [$0] }, uniquingKeysWith: +)
        return StoreIdentity(
            id: written.identity.id, epochSeed: written.identity.epochSeed,
            acknowledged: acknowledged)
    }

    /// A scene, if it is there and can be read.
    func stored(_ key: SceneKey) -> StoredScene? { (try? written.load(key, under: claim)) ?? nil }

    /// Bytes in use.
    var length: Int { written.length }

    /// A Boolean value indicating whether any user was ever added.
    var hasUsers: Bool { !written.users(after: nil, limit: 1).isEmpty }

    /// A planted bug: a scene is read though bits have flipped in it.
    func loadRotten(_ key: SceneKey) -> StoredScene? {
        guard let stored = (try? written.load(key, under: claim)) ?? nil else { return nil }
        var state = stored.state
        state.removeRecords(state.entries.suffix(1).map(\.effect.record))
        return StoredScene(
            epoch: stored.epoch, revision: stored.revision, state: state,
            snapshotRevision: stored.snapshotRevision, last: stored.last)
    }

    /// The time for which daemons have run on it.
    var accumulatedUptime: Duration { (try? written.accumulatedUptime(under: claim)) ?? .zero }

    mutating func recordUptime(_ accumulatedUptime: Duration) throws(StoreError) {
        try written.recordUptime(accumulatedUptime, under: claim)
    }

    /// One step: others write in between.
    mutating func compact(
        _ key: SceneKey, upTo revision: Revision
    ) throws(StoreError) -> Compaction {
        try written.compact(key, upTo: revision, limit: 7, under: claim)
    }

    /// Reads what was asked for; of a scene that rots the reader learns that it does.
    func fetch(_ fetch: StoreRead) throws(StoreError) -> StoreReadResult {
        if let key = fetch.logRead, rotten.contains(key) {
            throw .damagedScene(key, "bits have flipped")
        }
        return read(fetch)
    }

    private func read(_ fetch: StoreRead) -> StoreReadResult {
        switch fetch {
        case .status(let sample): return .status(sample.recomputedHead, of: sample.key)
        case .snapshot(let sample): return .snapshot(sample.snapshot, of: sample)
        case .tail(let commits, let key, let mirror):
            return .commits(CommitPage(commits), of: key, after: mirror)
        case .summary(let handed, let present):
            return .summary(handed.summary(beside: present), of: handed)
        case .heal(let plan): return .healed(written.healed(by: plan), by: plan)
        case .history(let key, let position, let limit, _):
            let commits = written.log(of: key, after: position.revision, limit: limit + 1)
            return .history(
                CommitPage(Array(commits.prefix(limit)), for: .history),
                hasMore: commits.count > limit,
                of: key)
        case .commits(let key, let mirror):
            let commits = written.log(
                of: key, after: mirror.revision, limit: DaemonLimits.tail,
                length: WireLimits.chunk)
            return .commits(CommitPage(commits), of: key, after: mirror)
        case .storedReceipt(let key, let device, let sequence, let hash):
            return .storedReceipt(
                written.storedReceipt(of: sequence, by: device, in: key), hash: hash)
        case .state(let key, let revision):
            return .state(
                (try? written.state(of: key, at: revision)) ?? nil, of: key, at: revision)
        case .account(let user):
            return .account(
                written.account(of: user), written.usage(of: user), of: user)
        case .owner(let principal):
            return .owner(written.owner(of: principal), of: principal)
        case .reserve(let registration):
            return .reserved(written.owner(of: registration.principal), registration)
        case .users(let name, let limit):
            let users = written.users(after: name, limit: limit + 1)
            let entries = users.prefix(limit).map {
                UserInfo(name: $0.name, uid: $0.uid, added: $0.added, devices: 0, scenes: 0)
            }
            return .users(entries, hasMore: users.count > limit)
        case .audit(let sample, let isWhole):
            return .audit(
                written.audit(sample.key, upTo: sample.head.revision, wholeStore: isWhole),
                memory: sample.recomputedHead)
        }
    }

    mutating func losePower() {
        written = durable
    }

    mutating func backUp() {
        backup = durable
    }

    /// Puts the backup back, in which every scene begins a new epoch; says whether there is one.
    mutating func restore(makingEpoch: () -> Epoch) -> Bool {
        guard let backup else { return false }
        written = backup
        rotten = []
        loss = nil
        beginEpochs(makingEpoch: makingEpoch)
        return true
    }

    private mutating func beginEpochs(makingEpoch: () -> Epoch) {
        open()
        try? written.renewEpochs(under: claim, makingEpoch: makingEpoch)
        durable = written
        versions = []
        formerMarks.merge(marks) { _, newer in newer }
        marks = [:]
    }

    // MARK: Loss

    /// Flips bits in what there is of a scene; says whether there is anything.
    mutating func rot(_ key: SceneKey) -> Bool {
        guard let stored = try? durable.load(key, under: claim), stored.revision > .zero else {
            return false
        }
        rotten.insert(key)
        return true
    }

    /// Loses the last writes; says whether there were any.
    mutating func loseWrites(_ count: Int) -> Bool {
        guard loss == nil, count > 0, !versions.isEmpty else { return false }
        let end = max(0, versions.count - count)
        durable = versions[end]
        versions.removeSubrange(end...)
        written = durable
        loss = .behind
        return true
    }

    /// Goes on with what is left, in which every scene begins a new epoch.
    mutating func acceptLoss(makingEpoch: () -> Epoch) {
        guard loss == .behind else { return }
        loss = nil
        beginEpochs(makingEpoch: makingEpoch)
    }

    /// Loses everything, but for a copy that was put away.
    mutating func loseEverything() {
        let (kept, id) = (backup, written.identity.id)
        self = DaemonDisk(store: id)
        backup = kept
        loss = .missing
    }

    /// A planted bug: nobody notices what is lost.
    mutating func overlookLoss() { loss = nil }

    mutating func mend() {
        latency = Self.usualLatency
        isFull = false
        failingReads = 0
    }
}

extension StoreRead {
    /// The scene whose log is read for it, or whose snapshots; `nil` for none.
    fileprivate var logRead: SceneKey? {
        switch self {
        case .history(let key, _, _, _), .commits(let key, _), .state(let key, _): key
        case .heal(let plan): plan.logStart == nil ? nil : plan.key
        case .audit(let sample, _): sample.key
        case .tail, .storedReceipt, .status, .snapshot, .summary, .account, .owner, .reserve,
            .users:
            nil
        }
    }
}
