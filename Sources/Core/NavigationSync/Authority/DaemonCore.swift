package import NavigationModel
package import NavigationWire

/// The daemon as a pure state machine: events in, effects out, no clock, no disk, no socket.
///
/// The shell hands each ``Event`` to ``step(_:at:)`` and performs the ``Effect``s in their order.
/// Changes are executed at once in memory and added to the open batch; while one batch is in flight
/// the next is open. Whatever depends on a change (its receipt, its publication, every reply that
/// shows it) is deferred until its batch is durable.
package struct DaemonCore: Sendable {
    /// An input to the state machine. Large ones that are rare are kept apart.
    package enum Event: Sendable {
        /// A frame arrived on control.
        case request([UInt8], from: Peer)
        /// A frame arrived on control while this node of a fleet has no lease.
        case requestWithoutLease([UInt8], from: Peer)
        /// A principal subscribed to a topic on the feed; `nil` if it is not known, or gets no answer.
        case subscribed([UInt8], by: Principal?)
        /// The last subscription to a topic on the feed ended.
        case unsubscribed([UInt8])
        /// A connection ended, or could not deliver a reply.
        case unreachable(Peer)
        /// The store read a scene.
        indirect case loaded(SceneKey, Result<StoredScene?, PersistenceFailure>)
        /// The store wrote the batch, or failed to.
        case persisted(Result<Void, PersistenceFailure>)
        /// The store completed the read with this id.
        indirect case fetched(ReadID, Result<StoreReadResult, PersistenceFailure>)
        /// An action on the daemon's own key completed or failed.
        indirect case serverKey(ReadID, Result<ServerKeysInfo, Failure>)
        /// An action on the fleet completed or was refused.
        indirect case fleet(ReadID, Result<FleetStatus, Failure>)
        /// A scene's state is encoded.
        indirect case encoded(SceneCapture, [UInt8])
        /// A scene has been pruned.
        indirect case pruned(Pruning.Result)
        /// The store did one step of a compaction, or failed to.
        indirect case compacted(SceneKey, Result<Compaction, PersistenceFailure>)
        /// The bytes of the database in use; `nil` if they can't be determined.
        case measured(Int?)
        /// The disk is full, for this reason; or `nil`: it has space again.
        case room(lacking: PersistenceFailure?)
        /// The batch is on its way: the backlog can be drained into the next one.
        case proceed
        /// The users that are served here, by a map whose reading began at this uptime.
        indirect case placed(ServedUsers, asOf: Duration)
        /// Time has passed.
        case tick
    }

    /// An action for the shell. Large ones that are rare are kept apart.
    package enum Effect: Sendable {
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
        indirect case fetch(StoreRead, ReadID)
        /// Encode a scene's state for a stored snapshot; one at a time, away from the loop.
        indirect case encode(SceneCapture)
        /// Prune a scene, away from the loop; one at a time of each scene.
        indirect case prune(Pruning)
        /// Do one step of compacting a scene's log up to a revision; one at a time.
        case compact(SceneKey, upTo: Revision)
        /// Close all connections of this principal, on control and on the feed.
        case disconnectAll(Principal)
        /// Close the connection of a client that ignores the rate limit.
        case disconnect(Peer)
        /// Show or change the daemon's own key, and report the result.
        case serverKey(ServerKeyAction, ReadID)
        /// Read the map of the fleet, and report it with ``Event/placed(_:asOf:)``, as it is from now
        /// on at the earliest: requests wait for it.
        case readMap
        /// Show or change the fleet, and report the result.
        case fleet(FleetAction, ReadID)
        /// Record the accumulated uptime. Nothing waits for it.
        case recordUptime(Duration)
        /// Measure how much of the database is in use. Nothing waits for it.
        case measure
        /// Report damage: once for each finding.
        indirect case damaged(Damage)
        /// Report a device ahead of a scene: once for each.
        indirect case ahead(DeviceAhead)
        /// Stop at once: the store belongs to another owner, or its files are missing.
        case stop(PersistenceFailure)
    }

    let identity: DaemonIdentity
    /// The source of topics, feed keys and epochs.
    var generator: any RandomNumberGenerator & Sendable
    /// The addresses of control, `host:port`, the likeliest first; empty without TCP.
    package var addresses: [String] = []
    /// The addresses of control of the other nodes of a fleet.
    package var nodes: [String] = []
    /// The counts since the start.
    package internal(set) var metrics = DaemonMetrics()
    /// All that is due, the earliest first.
    var deadlines = Deadlines<DueSubject>()
    /// Sessions, the registry, and the requests blocked on it.
    var access: Access
    /// Scenes, batches, and what prevents reading or writing.
    var pipeline: CommitPipeline
    /// Feeds, served snapshots, and the presence and progress of devices.
    var feed: Feed
    /// Rates, shares and quotas.
    var fairness: Fairness
    /// The reads of the store for clients.
    var reads = Reads()
    /// Prunes, snapshots and compactions.
    var maintenance: Maintenance
    /// The devices ahead of the store, and the states that they have uploaded.
    var healing = HealingSources()

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
    package init(
        identity: DaemonIdentity, generator: any RandomNumberGenerator & Sendable,
        retention: RetentionPolicy = RetentionPolicy(), rates: RateLimits = RateLimits(),
        memory: Int = Quotas().memory, storage: StorageQuotas = StorageQuotas(),
        connections: Int = DaemonLimits.devices, store: StoreIdentity? = nil,
        accumulatedUptime: Duration = .zero
    ) {
        let devices = max(connections, DaemonLimits.devices)
        self.identity = identity
        self.generator = generator
        access = Access(identity, devices: devices)
        pipeline = CommitPipeline(store: store, budget: memory)
        feed = Feed(devices: devices)
        fairness = Fairness(rates, storage, daemonUID: identity.owner)
        maintenance = Maintenance(
            retention: retention, uptimeBefore: accumulatedUptime, started: identity.started)
        deadlines.set(.uptimeRecord, at: identity.started + DaemonLimits.maintenanceInterval)
    }

    /// Handles an event; returns the actions that follow. The single entry point.
    package mutating func step(_ event: Event, at now: ClockReading) -> [Effect] {
        var effects: [Effect] = []
        access.begin(at: now.uptime)
        noteDamage(in: event, &effects)
        switch event {
        case .request(let bytes, let peer): receive(bytes, from: peer, at: now, &effects)
        case .requestWithoutLease(let bytes, let peer):
            sendOn(bytes, from: peer, at: now, &effects)
        case .subscribed(let topic, let principal):
            feed.registry.subscribed(topic)
            if let principal { subscribe(topic, by: principal, at: now, &effects) }
        case .unsubscribed(let topic): feed.registry.unsubscribed(topic)
        case .unreachable(let peer): remove(peer, &effects)
        case .loaded(let key, let result): finishLoading(key, result, at: now, &effects)
        case .persisted(let result): finishBatch(result, at: now, &effects)
        case .encoded(let capture, let bytes): store(bytes, of: capture)
        case .pruned(let pruned): finishPruning(pruned, at: now, &effects)
        case .compacted(let key, let result): finishCompacting(key, result, at: now, &effects)
        case .fetched(let id, let result): finishRead(id, with: result, at: now, &effects)
        case .serverKey(let id, let result): finishServerKey(id, result, &effects)
        case .fleet(let id, let result): finishFleet(id, result, &effects)
        case .measured(let length): fairness.storageUsed = length ?? fairness.storageUsed
        case .room(let failure): pipeline.lacking = failure
        case .proceed: drainBacklog(at: now, &effects)
        case .placed(let users, let uptime): place(users, asOf: uptime, at: now, &effects)
        case .tick:
            while let subject = deadlines.take(at: now.uptime) {
                perform(subject, at: now, &effects)
            }
        }
        startBatch(at: now, &effects)
        evict()
        access.end()
        return effects
    }

    /// The time when the next ``Event/tick`` is due.
    package var nextTick: Duration? { deadlines.next }

    /// Performs what is due; it sets its next deadline, if it has one.
    private mutating func perform(
        _ subject: DueSubject, at now: ClockReading, _ effects: inout [Effect]
    ) {
        switch subject {
        case .subscriptions(let topic):
            feed.heartbeats.answer(topic, at: now.uptime)
            feed.answer(topic, using: &generator, &effects)
        case .head(let key):
            feed.heartbeats.repeated(key, at: now.uptime, &deadlines)
            feed.publish(pipeline.scenes[key], using: &generator, &effects)
        case .snapshot(let id): feed.snapshots.expire(id, at: now.uptime, &deadlines)
        case .presence(let peer): publish(feed.presence.remove(peer, &deadlines), &effects)
        case .uptimeRecord: recordUptime(at: now, &effects)
        case .maintenance:
            for key in maintenance.takeDue(at: now.uptime, &deadlines) {
                maintain(key, at: now, &effects)
            }
        }
    }

    /// Drops all that refers to a connection that has ended.
    private mutating func remove(_ peer: Peer, _ effects: inout [Effect]) {
        publish(feed.presence.remove(peer, &deadlines), &effects)
        access.sessions.remove(peer)
        reads.remove(peer)
        healing.remembered.remove(peer)
    }
}

/// The settings that may change while the daemon runs.
extension DaemonCore {
    /// The rate limits of clients: when they change all clients begin with a full burst.
    package var rates: RateLimits {
        get { fairness.rates }
        set { fairness.rates = newValue }
    }

    /// The storage quotas for scenes, in bytes; they hold from the next change on.
    package var storage: StorageQuotas {
        get { fairness.storage }
        set { fairness.storage = newValue }
    }

    /// The memory limit for scenes, in bytes; it holds from the next event on.
    package var cacheBudget: Int {
        get { pipeline.budget }
        set { pipeline.budget = newValue }
    }

    /// The retention policy; it holds from the next maintenance on.
    package var retention: RetentionPolicy {
        get { maintenance.retention }
        set { maintenance.retention = newValue }
    }

    /// Bytes of the database in use, as last measured.
    package var storageUsed: Int { fairness.storageUsed }
}
