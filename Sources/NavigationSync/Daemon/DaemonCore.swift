public import NavigationModel
public import NavigationWire

/// The daemon as a pure state machine: events in, effects out, no clock, no disk, no socket.
///
/// The shell hands each ``Event`` to ``step(_:at:)`` and performs the ``Effect``s in their order.
/// Changes are admitted at once in memory and gathered into a batch; while one batch is being
/// written the next gathers. Whatever depends on a change (its receipt, its publication, every
/// reply that shows it) is held back until its batch is durable.
public struct DaemonCore: Sendable {
    /// The events.
    public enum Event: Sendable {
        /// A frame came in on control.
        case request([UInt8], from: Peer)
        /// Somebody subscribed to a topic on the feed; `nil` if nobody knows who.
        case subscribed([UInt8], by: Principal?)
        /// The connection is gone, or a reply could not be delivered by it.
        case unreachable(Peer)
        /// The store read a scene.
        case loaded(SceneKey, Result<StoredScene?, PersistenceFailure>)
        /// The store wrote the batch, or did not.
        case persisted(Result<Void, PersistenceFailure>)
        /// The store read what was asked for with a ticket.
        case fetched(ReadID, Result<StoreReadResult, PersistenceFailure>)
        /// An action on the daemon's own key is done, or has failed.
        case serverKey(ReadID, Result<ServerKeysInfo, PersistenceFailure>)
        /// A scene's state is encoded.
        case encoded(SceneCapture, [UInt8])
        /// A scene has been pruned.
        case pruned(Pruning.Result)
        /// The store has done one step of a compaction, or has not.
        case compacted(SceneKey, Result<Compaction, PersistenceFailure>)
        /// The store has so many bytes of its database in use; `nil` if it can't tell.
        case measured(Int?)
        /// There is no room on the disk, for this reason; or there is again.
        case room(lacking: PersistenceFailure?)
        /// The batch is on its way: those who waited for the next one go on.
        case proceed
        /// Time has passed.
        case tick
    }

    /// The actions for the shell.
    public enum Effect: Sendable {
        /// Answer a request.
        case reply(Reply, to: Peer)
        /// Publish a frame, which is sealed, on a topic of the feed.
        case publish([UInt8], on: [UInt8])
        /// Read a scene.
        case load(SceneKey)
        /// Write a batch, all or nothing, and say when it is durable; one at a time.
        case persist([SceneWrite], [RegistryChange])
        /// Come back at once with ``Event/proceed``, when the writer has its batch: what is then done takes
        /// a while.
        case proceed
        /// Read something from the log.
        case fetch(StoreRead, ReadID)
        /// Encode a scene's state, to be stored; one at a time, away from the loop.
        case encode(SceneCapture)
        /// Forget what a scene need not keep, away from the loop; one at a time of each scene.
        case prune(Pruning)
        /// Do one step of compacting a scene's log up to a revision; one at a time.
        case compact(SceneKey, upTo: Revision)
        /// Drop all connections of this principal, on control and on the feed.
        case disconnectAll(Principal)
        /// Drop the connection of a client that does not wait when it is told to.
        case disconnect(Peer)
        /// Show or change the daemon's own key, and say what it is then.
        case serverKey(ServerKeyAction, ReadID)
        /// Note how long daemons have run on the store. Nothing waits for it.
        case note(accumulatedUptime: Duration)
        /// Say how much of the database is in use. Nothing waits for it.
        case measure
        /// Say that this was found damaged: once for each.
        case damaged(Damage)
        /// Say that a device has more of a scene than there is: once for each.
        case ahead(DeviceAhead)
        /// Stop at once: the store belongs to another owner, or its files are gone.
        case stop(PersistenceFailure)
    }

    /// Why the store did not do it.
    public enum PersistenceFailure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another owner has taken over.
        case fenced(String)
        /// It is not done; memory goes back to what is on disk.
        case failed(String)
        /// It is not done, since the disk is full; memory goes back to what is on disk.
        case full(String)
        /// It may be done or not; memory goes back to what is on disk.
        case unknown(String)
        /// It is not done: what is on disk is not what was written.
        case damaged(Damage)
        /// The store's files are gone: whatever was done is nowhere.
        case gone(String)

        /// The store's own words.
        public var description: String {
            switch self {
            case .fenced(let why), .failed(let why), .full(let why), .unknown(let why),
                .gone(let why):
                why
            case .damaged(let damage): damage.description
            }
        }

        /// A Boolean value indicating whether nothing can go on after it.
        var isFinal: Bool {
            switch self {
            case .fenced, .gone: true
            case .failed, .full, .unknown, .damaged: false
            }
        }
    }

    let identity: DaemonIdentity
    /// The store's own row; `nil` on a bench without a store.
    let store: StoreIdentity?
    /// Users whose scenes were erased since the start: what they begin anew is no history of before.
    var erased: Set<UserID> = []
    /// A Boolean value indicating whether a scene was removed since the start: the store's seed is another
    /// one since.
    var hasRemovedScenes = false
    var generator: any RandomNumberGenerator & Sendable
    var sessions: Sessions
    var scenes = SceneCache()
    /// Scenes that are being read.
    var loading: Set<SceneKey> = []
    /// Requests that wait for their scene to be read.
    var awaitingScene = InboundQueues<SceneKey>()
    /// Scenes that are read anew because a write of theirs may have been done.
    var indeterminateScenes: Set<SceneKey> = []
    var batches = GroupCommit()
    /// The reason why nothing is admitted but what ``Reserve`` admits: the disk was full, and nobody has
    /// said yet that it no longer is.
    var lacking: PersistenceFailure?
    /// The damage that was found since the start.
    var damages = DamageRecord()
    /// The devices that had more than there is.
    var ahead = AheadRecord()
    /// The states that devices have handed over.
    var remembered = RememberedStates()
    var snapshots = ServedSnapshots()
    var feeds = FeedRegistry()
    var announcements = FeedHeartbeats()
    var tickets: [ReadID: InboundRequest] = [:]
    var nextTicket: UInt64 = 0
    var longReads = SerialReads()
    /// Those that are soon done.
    var shortReads = SerialReads()
    /// The one check of the whole store that is under way.
    var auditInProgress: ReadID?
    /// The counts since the start.
    public internal(set) var metrics = DaemonMetrics()
    /// The progress of devices, as far as it is known.
    var progress: ProgressTracker
    /// Receipts that have been given since somebody last asked.
    var completedBatch: CompletedBatch?
    /// The users and what they have, as far as it had to be known.
    var registry = Registry()
    /// Requests that wait until what they need of that has been read, and what is being read.
    var blockedRequests = BlockedRequests()
    var reading: [ReadID: Dependency] = [:]
    /// The owners of principals, as the store has said in this turn.
    var resolvedOwners: [Principal: UserID?] = [:]
    /// The names of users that the store has told in this turn; `nil` before it was asked.
    var userNames: [UserID]?
    /// Keys that have subscribed to a user's topic before it was known whose they are.
    var subscribers: [UserID: [(topic: [UInt8], principal: Principal)]] = [:]
    /// The daemon's own keys: their public halves.
    var serverKeys: ServerKeysInfo
    /// The addresses of control, `host:port`, the likeliest first; empty without TCP.
    public var addresses: [String] = []
    /// Changes that wait for their sender's turn.
    var backlog = Backlog()
    /// The rate at which clients may come. It may be changed at any time: then all begin with a
    /// full burst.
    public var rates: RateLimits {
        didSet {
            changeMeter = RateLimiter(rates.changes)
            requestMeter = RateLimiter(rates.requests)
        }
    }
    /// Bytes that scenes may take in memory. It may be changed at any time, and holds from the next
    /// event on.
    public var cacheBudget: Int
    /// The bytes that scenes may take. It may be changed at any time, and holds from the next change on.
    public var storage: StorageQuotas
    /// Bytes of the database in use, when it was last looked.
    public internal(set) var storageUsed = 0
    var changeMeter: RateLimiter<Sessions.UserDevice>
    var requestMeter: RateLimiter<FairnessKey>
    /// The senders that share a batch.
    var contenders = ActiveWriters()
    /// Local users of whom the store has said of late that they are nobody's.
    var unknownUIDs = UnknownUIDCache()
    var maintenance: Maintenance

    /// A core without any scene in memory.
    ///
    /// - Parameters:
    ///   - generator: where topics, the keys of feeds and epochs come from: the system's, except in
    ///     tests.
    ///   - rates: how often clients may come.
    ///   - memory: bytes that scenes may take in memory.
    ///   - storage: bytes that scenes may take each.
    ///   - connections: how many the transport lets stand.
    ///   - store: what the store knows of itself.
    ///   - lived: how long daemons had run on the store when this one started.
    public init(
        identity: DaemonIdentity, generator: any RandomNumberGenerator & Sendable,
        retention: RetentionPolicy = RetentionPolicy(), rates: RateLimits = RateLimits(),
        memory: Int = Quotas().memory, storage: StorageQuotas = StorageQuotas(),
        connections: Int = DaemonLimits.devices, store: StoreIdentity? = nil,
        accumulatedUptime: Duration = .zero
    ) {
        self.identity = identity
        self.store = store
        self.cacheBudget = memory
        self.storage = storage
        serverKeys = identity.keys
        let devices = max(connections, DaemonLimits.devices)
        sessions = Sessions(devices: devices)
        progress = ProgressTracker(devices: devices)
        self.rates = rates
        changeMeter = RateLimiter(rates.changes)
        requestMeter = RateLimiter(rates.requests)
        self.generator = generator
        maintenance = Maintenance(
            retention: retention, uptimeBefore: accumulatedUptime, started: identity.started)
    }

    /// The times for which things are kept. They may be changed at any time, and holds from the
    /// next upkeep on.
    public var retention: RetentionPolicy {
        get { maintenance.retention }
        set { maintenance.retention = newValue }
    }

    /// The single way in: takes an event, returns what to do about it.
    public mutating func step(_ event: Event, at now: ClockReading) -> [Effect] {
        var effects: [Effect] = []
        unknownUIDs.expire(at: now.uptime)
        noteDamage(in: event, &effects)
        switch event {
        case .request(let bytes, let peer):
            receive(bytes, from: peer, at: now, &effects)
        case .subscribed(let topic, let principal):
            if let principal { subscribe(topic, by: principal, at: now, &effects) }
        case .unreachable(let peer):
            sessions.forget(peer)
            longReads.forget(peer)
            shortReads.forget(peer)
            remembered.forget(peer)
        case .loaded(let key, let result):
            finishLoading(key, result, at: now, &effects)
        case .persisted(let result):
            finishBatch(result, at: now, &effects)
        case .encoded(let sample, let bytes):
            store(bytes, of: sample)
        case .pruned(let pruned):
            finishPruning(pruned, at: now, &effects)
        case .compacted(let key, let result):
            finishCompacting(key, result, at: now, &effects)
        case .fetched(let ticket, let result):
            answer(ticket, with: result, at: now, &effects)
        case .serverKey(let ticket, let result):
            finishServerKey(ticket, result, &effects)
        case .measured(let length):
            storageUsed = length ?? storageUsed
        case .room(let failure):
            lacking = failure
        case .proceed:
            drainBacklog(at: now, &effects)
        case .tick:
            let due = announcements.tick(at: now.uptime)
            for topic in due.topics { answerSubscription(to: topic, &effects) }
            for key in due.heads { repeatHead(of: key, &effects) }
            snapshots.expire(at: now.uptime)
            runMaintenance(at: now, &effects)
        }
        startBatch(at: now, &effects)
        evict()
        resolvedOwners = [:]
        userNames = nil
        return effects
    }

    /// The time when the next ``Event/tick`` is due.
    public var nextTick: Duration? {
        [announcements.nextDue, snapshots.nextDue, maintenance.due].compactMap { $0 }.min()
    }

    /// Says where a scene stands, now and after a while again, as after a commit.
    mutating func announceHead(of key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        repeatHead(of: key, &effects)
        announcements.committed(key, at: now.uptime)
    }

    private mutating func repeatHead(of key: SceneKey, _ effects: inout [Effect]) {
        guard let scene = scenes[key] else { return }
        publish(.scene(scene.durableHead, []), to: key.user, &effects)
    }
}
