public import NavigationModel
public import NavigationWire

/// The daemon as a pure state machine: events in, effects out, no clock, no disk, no socket.
///
/// The shell hands each ``Event`` to ``step(_:at:)`` and performs the ``Effect``s in their order.
/// Changes are executed at once in memory and added to the open batch; while one batch is in flight
/// the next is open. Whatever depends on a change (its receipt, its publication, every reply that
/// shows it) is deferred until its batch is durable.
public struct DaemonCore: Sendable {
    /// An input to the state machine.
    public enum Event: Sendable {
        /// A frame arrived on control.
        case request([UInt8], from: Peer)
        /// A principal subscribed to a topic on the feed; `nil` if it is not known.
        case subscribed([UInt8], by: Principal?)
        /// A connection ended, or could not deliver a reply.
        case unreachable(Peer)
        /// The store read a scene.
        case loaded(SceneKey, Result<StoredScene?, PersistenceFailure>)
        /// The store wrote the batch, or failed to.
        case persisted(Result<Void, PersistenceFailure>)
        /// The store completed the read with this id.
        case fetched(ReadID, Result<StoreReadResult, PersistenceFailure>)
        /// An action on the daemon's own key completed or failed.
        case serverKey(ReadID, Result<ServerKeysInfo, PersistenceFailure>)
        /// A scene's state is encoded.
        case encoded(SceneCapture, [UInt8])
        /// A scene has been pruned.
        case pruned(Pruning.Result)
        /// The store did one step of a compaction, or failed to.
        case compacted(SceneKey, Result<Compaction, PersistenceFailure>)
        /// The bytes of the database in use; `nil` if they can't be determined.
        case measured(Int?)
        /// The disk is full, for this reason; or `nil`: it has space again.
        case room(lacking: PersistenceFailure?)
        /// The batch is on its way: the backlog can be drained into the next one.
        case proceed
        /// Time has passed.
        case tick
    }

    /// An action for the shell.
    public enum Effect: Sendable {
        /// Answer a request.
        case reply(Reply, to: Peer)
        /// Publish a sealed frame on a topic of the feed.
        case publish([UInt8], on: [UInt8])
        /// Read a scene.
        case load(SceneKey)
        /// Write a batch, all or nothing, and report when it is durable; one at a time.
        case persist([SceneWrite], [RegistryChange])
        /// Return at once with ``Event/proceed``, when the writer has its batch: the work then done
        /// takes a while.
        case proceed
        /// Read from the store.
        case fetch(StoreRead, ReadID)
        /// Encode a scene's state for a stored snapshot; one at a time, away from the loop.
        case encode(SceneCapture)
        /// Prune a scene, away from the loop; one at a time of each scene.
        case prune(Pruning)
        /// Do one step of compacting a scene's log up to a revision; one at a time.
        case compact(SceneKey, upTo: Revision)
        /// Close all connections of this principal, on control and on the feed.
        case disconnectAll(Principal)
        /// Close the connection of a client that ignores the rate limit.
        case disconnect(Peer)
        /// Show or change the daemon's own key, and report the result.
        case serverKey(ServerKeyAction, ReadID)
        /// Record the accumulated uptime. Nothing waits for it.
        case recordUptime(Duration)
        /// Measure how much of the database is in use. Nothing waits for it.
        case measure
        /// Report damage: once for each finding.
        case damaged(Damage)
        /// Report a device ahead of a scene: once for each.
        case ahead(DeviceAhead)
        /// Stop at once: the store belongs to another owner, or its files are missing.
        case stop(PersistenceFailure)
    }

    /// A failure of a store operation.
    public enum PersistenceFailure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another owner has taken over the store.
        case fenced(String)
        /// The write was not done; memory is rolled back to what is durable.
        case failed(String)
        /// The write was not done, since the disk is full; memory is rolled back to what is
        /// durable.
        case full(String)
        /// The write is indeterminate; memory is rolled back to what is durable.
        case unknown(String)
        /// The operation was not done: the data on disk is not what was written.
        case damaged(Damage)
        /// The store's files are missing: writes are lost.
        case gone(String)

        /// The store's own text.
        public var description: String {
            switch self {
            case .fenced(let why), .failed(let why), .full(let why), .unknown(let why),
                .gone(let why):
                why
            case .damaged(let damage): damage.description
            }
        }

        /// A Boolean value indicating whether the daemon has to stop after it.
        var isFinal: Bool {
            switch self {
            case .fenced, .gone: true
            case .failed, .full, .unknown, .damaged: false
            }
        }
    }

    let identity: DaemonIdentity
    /// The store's identity; `nil` in benchmarks without a store.
    let store: StoreIdentity?
    /// Users whose scenes were erased since the start: their new scenes have no earlier epoch.
    var erased: Set<UserID> = []
    /// A Boolean value indicating whether a scene was removed since the start: the store has
    /// another epoch seed since.
    var hasRemovedScenes = false
    var generator: any RandomNumberGenerator & Sendable
    var sessions: Sessions
    var scenes = SceneCache()
    /// Scenes being read.
    var loading: Set<SceneKey> = []
    /// Requests queued until their scene is read.
    var awaitingScene = InboundQueues<SceneKey>()
    /// Scenes reloading after an indeterminate write.
    var indeterminateScenes: Set<SceneKey> = []
    var batches = GroupCommit()
    /// The reason why only writes admitted by ``Reserve`` are accepted: the disk was full, and has
    /// not been reported to have space again.
    var lacking: PersistenceFailure?
    /// The damage found since the start.
    var damages = DamageRecord()
    /// The devices ahead of the store.
    var ahead = AheadRecord()
    /// The states that devices have uploaded for healing.
    var remembered = RememberedStates()
    /// All that is due, the earliest first.
    var deadlines = Deadlines<DueSubject>()
    var snapshots = ServedSnapshots()
    var feeds = FeedRegistry()
    var announcements = FeedHeartbeats()
    var tickets: [ReadID: InboundRequest] = [:]
    var nextTicket: UInt64 = 0
    var longReads = SerialReads()
    /// The short reads: of commits in memory.
    var shortReads = SerialReads()
    /// The check of the whole store that is under way; one at a time.
    var auditInProgress: ReadID?
    /// The counts since the start.
    public internal(set) var metrics = DaemonMetrics()
    /// The progress of devices, as far as it is known.
    var progress: ProgressTracker
    /// The receipts sent since the last ``takeCompletedBatch()``.
    var completedBatch: CompletedBatch?
    /// The cached registry rows and usage of users.
    var registry = Registry()
    /// Requests blocked on registry reads, and the reads under way.
    var blockedRequests = BlockedRequests()
    var reading: [ReadID: Dependency] = [:]
    /// The owners of principals, as read from the store for this event.
    var resolvedOwners: [Principal: UserID?] = [:]
    /// The names of users, as read from the store for this event; `nil` before that.
    var userNames: [UserID]?
    /// Keys that subscribed to a user's topic before their owner was read.
    var subscribers: [UserID: [(topic: [UInt8], principal: Principal)]] = [:]
    /// The public halves of the daemon's own keys.
    var serverKeys: ServerKeysInfo
    /// The addresses of control, `host:port`, the likeliest first; empty without TCP.
    public var addresses: [String] = []
    /// Changes beyond their senders' fair share of the open batch.
    var backlog = Backlog()
    /// The rate limits of clients. They may be changed at any time: then all clients begin with a
    /// full burst.
    public var rates: RateLimits {
        didSet {
            changeMeter = RateLimiter(rates.changes)
            requestMeter = RateLimiter(rates.requests)
        }
    }
    /// The memory limit for scenes, in bytes. It may be changed at any time, and holds from the
    /// next event on.
    public var cacheBudget: Int
    /// The storage quotas for scenes, in bytes. They may be changed at any time, and hold from the
    /// next change on.
    public var storage: StorageQuotas
    /// Bytes of the database in use, as last measured.
    public internal(set) var storageUsed = 0
    var changeMeter: RateLimiter<Sessions.UserDevice>
    var requestMeter: RateLimiter<FairnessKey>
    /// The senders that share a batch.
    var contenders = ActiveWriters()
    /// Local users that the store recently reported as unassigned.
    var unknownUIDs = UnknownUIDCache()
    var maintenance: Maintenance

    /// Creates a core without any scene in memory.
    ///
    /// - Parameters:
    /// - generator: the source of topics, feed keys and epochs: the system's, except in tests.
    /// - rates: the rate limits of clients.
    /// - memory: the memory limit for scenes, in bytes.
    /// - storage: the storage quotas for scenes, in bytes.
    /// - connections: the most connections that the transport allows.
    /// - store: the store's identity.
    /// - accumulatedUptime: the time that daemons had run on the store when this one started.
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
        maintenance = Maintenance(retention: retention, uptimeBefore: accumulatedUptime)
        deadlines.set(.uptimeRecord, at: identity.started + DaemonLimits.maintenanceInterval)
    }

    /// The retention policy. It may be changed at any time, and holds from the next maintenance on.
    public var retention: RetentionPolicy {
        get { maintenance.retention }
        set { maintenance.retention = newValue }
    }

    /// Handles an event; returns the actions that follow. The single entry point.
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
            while let subject = deadlines.take(at: now.uptime) {
                perform(subject, at: now, &effects)
            }
        }
        startBatch(at: now, &effects)
        evict()
        resolvedOwners = [:]
        userNames = nil
        return effects
    }

    /// The time when the next ``Event/tick`` is due.
    public var nextTick: Duration? {
        deadlines.next
    }

    /// Performs what is due; it sets its next deadline, if it has one.
    private mutating func perform(
        _ subject: DueSubject, at now: ClockReading, _ effects: inout [Effect]
    ) {
        switch subject {
        case .subscriptions(let topic):
            announcements.answer(topic, at: now.uptime)
            answerSubscription(to: topic, &effects)
        case .head(let key):
            announcements.repeated(key, at: now.uptime, &deadlines)
            repeatHead(of: key, &effects)
        case .snapshot(let id):
            snapshots.expire(id, at: now.uptime, &deadlines)
        case .uptimeRecord:
            recordUptime(at: now, &effects)
        case .maintenance:
            for key in maintenance.takeDue(at: now.uptime, &deadlines) {
                maintain(key, at: now, &effects)
            }
        }
    }

    /// Publishes the head of a scene, now and repeatedly, as after a commit.
    mutating func announceHead(of key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        repeatHead(of: key, &effects)
        announcements.committed(key, at: now.uptime, &deadlines)
    }

    private mutating func repeatHead(of key: SceneKey, _ effects: inout [Effect]) {
        guard let scene = scenes[key] else { return }
        publish(.scene(scene.durableHead, []), to: key.user, &effects)
    }
}
