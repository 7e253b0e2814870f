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
    }

    /// The content that is there as long as the power is.
    private(set) var written: InMemoryStore.Contents
    /// The content that is there whatever happens.
    private(set) var durable: InMemoryStore.Contents
    private var backup: InMemoryStore.Contents?
    private(set) var claim = Claim(shard: .all, term: .zero)

    /// The time that it takes.
    var latency = DaemonDisk.usualLatency
    var isFull = false
    /// The number of reads that fail next.
    var failingReads = 0
    /// The fate of the next write.
    var trouble: Trouble?

    static let usualLatency = Duration.milliseconds(2)

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
        try written.load(key, under: claim)
    }

    /// Writes; durable only when synced.
    mutating func write(
        _ writes: [SceneWrite], _ changes: [RegistryChange]
    ) throws(StoreError) {
        try written.commit(writes, changes, under: claim)
    }

    mutating func sync() {
        durable = written
    }

    /// Another owner claims it: the one before finds out at its next step.
    mutating func beTakenOver() {
        _ = written.claim(.all, after: .zero)
        durable = written
    }

    /// The store's knowledge of itself.
    var identity: StoreIdentity { written.identity }

    /// The time for which daemons have run on it.
    var lived: Duration { (try? written.lived(under: claim)) ?? .zero }

    mutating func note(lived: Duration) throws(StoreError) {
        try written.note(lived: lived, under: claim)
    }

    /// One step: others write in between.
    mutating func compact(
        _ key: SceneKey, upTo revision: Revision
    ) throws(StoreError) -> Compaction {
        try written.compact(key, upTo: revision, limit: 7, under: claim)
    }

    func fetch(_ fetch: Fetch) -> Fetched {
        switch fetch {
        case .status(let sample): return .status(sample.recomputedHead, of: sample.key)
        case .snapshot(let sample): return .snapshot(sample.snapshot, of: sample)
        case .summary(let handed, let present):
            return .summary(handed.summary(beside: present), of: handed)
        case .heal(let plan): return .healed(written.healed(by: plan), by: plan)
        case .history(let key, let revision, let limit):
            let commits = written.entries(of: key, after: revision, limit: limit + 1)
            return .history(
                Array(commits.prefix(limit)), hasMore: commits.count > limit, of: key)
        case .commits(let key, let mirror):
            let commits = written.entries(
                of: key, after: mirror.revision, limit: DaemonLimits.tail,
                length: WireLimits.chunk)
            return .commits(commits, of: key, after: mirror)
        case .settlement(let key, let device, let sequence, let hash):
            return .settlement(
                written.settlement(of: sequence, by: device, in: key), hash: hash)
        case .state(let key, let revision):
            return .state(
                (try? written.state(of: key, at: revision)) ?? nil, of: key, at: revision)
        case .household(let user):
            return .household(
                written.household(of: user), written.population(of: user), of: user)
        case .owner(let principal):
            return .owner(written.owner(of: principal), of: principal)
        case .users(let name, let limit):
            let users = written.users(after: name, limit: limit + 1)
            let entries = users.prefix(limit).map {
                UserEntry(name: $0.name, uid: $0.uid, added: $0.added, devices: 0, scenes: 0)
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
        open()
        try? written.renewEpochs(under: claim, makingEpoch: makingEpoch)
        durable = written
        return true
    }

    mutating func mend() {
        latency = Self.usualLatency
        isFull = false
        failingReads = 0
        trouble = nil
    }
}
