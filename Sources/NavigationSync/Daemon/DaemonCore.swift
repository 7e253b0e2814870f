public import NavigationModel
public import NavigationWire

/// The daemon as a pure state machine: events in, effects out, no clock, no disk, no socket.
///
/// The shell hands each ``Event`` to ``step(_:at:)`` and performs the ``Effect``s in their order.
/// Changes are admitted at once in memory and gathered into a batch; while one batch is being
/// written the next gathers. Whatever depends on a change (its receipt, its publication, every
/// reply that shows it) is held back until its batch is durable.
public struct DaemonCore: Sendable {
    /// What happened.
    public enum Event: Sendable {
        /// A frame came in on control.
        case request([UInt8], from: Peer)
        /// Somebody subscribed to a topic on the feed.
        case subscribed([UInt8])
        /// A reply could not be delivered: the connection is gone.
        case unreachable(Peer)
        /// The store read a scene.
        case loaded(SceneKey, Result<StoredScene?, PersistenceFailure>)
        /// The store wrote the batch, or did not.
        case persisted(Result<Void, PersistenceFailure>)
        /// The store read what was asked for with a ticket.
        case fetched(Ticket, Result<Fetched, PersistenceFailure>)
        /// The store has done one step of a compaction, or has not.
        case compacted(SceneKey, Result<Compaction, PersistenceFailure>)
        /// Time has passed.
        case tick
    }

    /// What is to be done about it.
    public enum Effect: Sendable {
        /// Answer a request.
        case reply(Reply, to: Peer)
        /// Publish a frame, which is sealed, on a topic of the feed.
        case publish([UInt8], on: [UInt8])
        /// Read a scene.
        case load(SceneKey)
        /// Write a batch, all or nothing, and say when it is durable; one at a time.
        case persist([SceneWrite], [RegistryChange])
        /// Read something from the log.
        case fetch(Fetch, Ticket)
        /// Do one step of compacting a scene's log up to a revision; one at a time.
        case compact(SceneKey, upTo: Revision)
        /// Note how long daemons have run on the store. Nothing waits for it.
        case note(lived: Duration)
        /// Stop at once: the store belongs to another owner.
        case stop(String)
    }

    /// Why the store did not do it.
    public enum PersistenceFailure: Error, Hashable, Sendable {
        /// Another owner has taken over.
        case fenced(String)
        /// It is not done, or not known to be; memory goes back to what is on disk.
        case failed(String)
    }

    let identity: DaemonIdentity
    var generator: any RandomNumberGenerator & Sendable
    var sessions = Sessions()
    var scenes: [SceneKey: SceneAuthority] = [:]
    var waiting: [SceneKey: [Waiting]] = [:]
    /// Scenes that are read anew because a write of theirs may have been done.
    var uncertain: Set<SceneKey> = []
    var batches = Batches()
    var snapshots = SnapshotShelf()
    var feeds = Feeds()
    var announcements = Announcements()
    var tickets: [Ticket: (peer: Peer, request: UInt64)] = [:]
    var nextTicket: UInt64 = 0
    /// The one check of the store that is under way: it reads everything.
    var auditor: Ticket?
    var commitCount: UInt64 = 0
    /// What users have, as far as it had to be known.
    var populations: [UserID: Population] = [:]
    /// Changes that wait until what their user has is known.
    var counting: [UserID: [Waiting]] = [:]
    /// The reads for that.
    var counters: [Ticket: UserID] = [:]
    /// Changes of each connection that are not answered yet.
    var inFlight: [Peer: Int] = [:]
    var upkeep: Upkeep

    /// A request that waits for its scene to be read.
    struct Waiting: Sendable {
        let request: Request
        let session: Session
        let peer: Peer
    }

    /// A core without any scene in memory.
    ///
    /// - Parameters:
    ///   - generator: where topics, the keys of feeds and epochs come from: the system's, except in
    ///     tests.
    ///   - lived: how long daemons had run on the store when this one started.
    public init(
        identity: DaemonIdentity, generator: any RandomNumberGenerator & Sendable,
        retention: Retention = Retention(), lived: Duration = .zero
    ) {
        self.identity = identity
        self.generator = generator
        upkeep = Upkeep(retention: retention, livedBefore: lived, started: identity.started)
    }

    /// The single way in: takes an event, returns what to do about it.
    public mutating func step(_ event: Event, at now: Moment) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .request(let bytes, let peer):
            receive(bytes, from: peer, at: now, &effects)
        case .subscribed(let bytes):
            if announcements.isAnswerDue(to: bytes, at: now.uptime) {
                answerSubscription(to: bytes, &effects)
            }
        case .unreachable(let peer):
            sessions.forget(peer)
        case .loaded(let key, let result):
            finishLoading(key, result, at: now, &effects)
        case .persisted(let result):
            finishBatch(result, at: now, &effects)
        case .compacted(let key, let result):
            finishCompacting(key, result, at: now, &effects)
        case .fetched(let ticket, let result):
            answer(ticket, with: result, at: now, &effects)
        case .tick:
            let due = announcements.tick(at: now.uptime)
            for topic in due.topics { answerSubscription(to: topic, &effects) }
            for key in due.heads { repeatHead(of: key, &effects) }
            snapshots.expire(at: now.uptime)
            keepUp(at: now, &effects)
        }
        startBatch(at: now, &effects)
        return effects
    }

    /// When the next ``Event/tick`` is due.
    public var nextTick: Duration? {
        [announcements.nextDue, snapshots.nextDue, upkeep.due].compactMap { $0 }.min()
    }

    /// Says where a scene stands, now and after a while again, as after a commit.
    mutating func announceHead(of key: SceneKey, at now: Moment, _ effects: inout [Effect]) {
        repeatHead(of: key, &effects)
        announcements.committed(key, at: now.uptime)
    }

    private mutating func repeatHead(of key: SceneKey, _ effects: inout [Effect]) {
        guard let scene = scenes[key] else { return }
        publish(.scene(scene.durableHead, []), to: key.user, &effects)
    }
}
