public import NavigationModel
public import NavigationWire

/// A mirror of one scene as a pure state machine: events in, effects out.
///
/// It maintains the confirmed state, detects every gap, lost tail and timeout, and requests what is
/// missing; and it submits the device's own changes, in order, once each. The shell performs the
/// ``Effect``s in their order.
public struct MirrorCore: Sendable {
    /// An input to the state machine.
    public enum Event: Sendable {
        /// A connection on control is established: a new one each time.
        case connected
        /// The connection ended.
        case disconnected
        /// A frame arrived on control.
        case reply([UInt8])
        /// A payload arrived on the feed.
        case feed([UInt8])
        /// The device's changes that the confirmed state may lack, oldest first, as on disk now.
        case outbox([PendingChange])
        /// The lower bound of the device's future bases, as on disk; `nil` if it can't be read.
        case oldestBase(OldestBase?)
        /// This process is the device's only sender now; ``outbox(_:)`` came just before.
        case senderAcquired
        /// The daemon refuses the device's connection, for this reason; it is retried.
        case refused(Failure)
        /// The device's state belongs to this store, as another process may have decided.
        case home(HomeStore)
        /// The saved scene of the device, without a connection.
        case savedScene(ConfirmedScene)
        /// Sync: an own change may be committed that has not arrived yet.
        case refresh
        /// Send this hello from now on, and at once on an established connection.
        case setHello(Hello)
        /// Download a fresh snapshot unconditionally, on a person's request.
        case repair
        /// Time has passed.
        case tick
    }

    /// An action for the shell.
    public enum Effect: Sendable {
        /// Send a request on control.
        case send(Request)
        /// Connect to the feed, if that is not done yet, and subscribe to this topic only.
        case follow(FeedAddress, Topic)
        /// Close the connection on control and open another.
        case reconnect
        /// Save these commits, which follow on the saved ones, and the last sequence number of the
        /// state that they lead to.
        case append([Commit])
        /// Save this state instead of the saved one. Of the former one, another process of the
        /// device may have saved more than this mirror has.
        case replace(ConfirmedScene, former: ConfirmedScene)
        /// Make the changes pending again that were settled in this history after this revision: it
        /// was healed without them. `replace` follows.
        case requeue(Epoch, after: Revision)
        /// Save both states for a report; `replace` with the daemon's follows.
        case report(Divergence)
        /// Record the device's own store, which the daemon serves, and the state that belongs to
        /// it.
        case reached(StoreID)
        /// Read the lower bound of the device's future bases, and send ``Event/oldestBase(_:)``.
        case readOldestBase
        /// Become the device's only sender, send ``Event/outbox(_:)``, then
        /// ``Event/senderAcquired``.
        case acquireSender
        /// Record, beforehand, that these changes are being submitted: from now on only the daemon
        /// knows whether it has accepted them.
        case submitting([SequenceNumber])
        /// Nothing more to send: release the sender role to other processes.
        case releaseSender
        /// Record the receipt of a change.
        case settle(SequenceNumber, Receipt)
        /// Record that a change was refused permanently.
        case refuse(SequenceNumber, Failure)
        /// Move the pending changes to the confirmed epoch, then send ``Event/outbox(_:)``. Those
        /// with a greater number than this one, those of no epoch, and those whose number another
        /// change has, get new numbers after it. The daemon may know the others: they keep theirs,
        /// and their outcomes are still to come.
        case renumber(after: SequenceNumber, reused: Set<SequenceNumber>)
        /// The shown state may have changed: by these commits, or, if `isReset`, as a whole.
        case changed([Commit], isReset: Bool)
        /// The status has changed.
        case status(MirrorStatus)
    }

    /// The purpose of an outstanding request.
    enum OutstandingRequest: Hashable, Sendable {
        case welcome
        case synced
        case snapshotPart
        case heads
        case receipt(SequenceNumber)
    }

    /// A snapshot being downloaded part by part.
    struct SnapshotFetch: Sendable {
        let head: Head
        let lastSequence: SequenceNumber
        /// The histories that were healed, each with its end.
        let healed: [FormerHistory]
        var download: SnapshotDownload
    }

    let scene: SceneID
    /// The device's hello.
    public internal(set) var hello: Hello
    /// A Boolean value indicating whether the mirror stays and follows the feed; otherwise it
    /// syncs, submits and disconnects.
    public let followsFeed: Bool
    /// The store that the device's state belongs to.
    public internal(set) var home: HomeStore
    /// The store at which it is connected.
    public internal(set) var connectedStore: ConnectedStore = .unknown
    /// A Boolean value indicating whether ``confirmed`` is another store's, until the device's own
    /// is loaded.
    public internal(set) var showsOther = false
    /// A Boolean value indicating whether there is a connection.
    var isConnected = false

    /// The scene as the daemon last confirmed it.
    public internal(set) var confirmed: ConfirmedScene
    /// The lower bound of the device's future bases, as last read.
    var oldestBase: OldestBase?
    /// The device's changes that are applied on top of it.
    public internal(set) var pending: [PendingChange] = []
    /// The mirror's status.
    public internal(set) var status: MirrorStatus = .offline

    var awaited: [UInt64: (what: OutstandingRequest, since: Duration)] = [:]
    var lastRequest: UInt64 = 0
    /// The daemon's reply to hello; `nil` while there is no session.
    public internal(set) var welcome: Welcome?
    var fetching: SnapshotFetch?
    /// A Boolean value indicating whether a sync since the connection came up has brought the
    /// mirror to the head.
    var isSynced = false
    /// A Boolean value indicating whether another sync is due after the one under way, whose reply
    /// may be too old.
    var isSyncDue = false
    /// The number of replies in a row without progress that were retried at once.
    var repliesWithoutProgress = 0
    /// A Boolean value indicating whether the sync under way requests a snapshot, whatever is
    /// confirmed.
    var requestsSnapshot = false
    /// A revision that the feed has announced and not delivered yet, and the deadline for it.
    var announcedRevision: (revision: Revision, due: Duration)?
    var isFeedLive = false
    var feedRequestedAt: Duration?
    var lastPresence: Duration = .zero
    var lastTick: Duration?
    /// The time when the device's last committed change took effect.
    var lastOwnTime = Timestamp.zero
    /// Daemon time minus this clock, in microseconds, as last measured.
    var clockOffset: Int64?
    var lastSequence: SequenceNumber?
    var sender: Sender = .idle
    var hasDiverged = false
    /// The numbers of pending changes that another copy of this device's state has used.
    var reused: Set<SequenceNumber> = []
    /// A Boolean value indicating whether a snapshot is to be downloaded, whatever is confirmed,
    /// until it has been.
    var needsSnapshot = false
    /// The cause of the snapshot download, if the states have diverged.
    var divergenceCause: Divergence.Cause?
    /// The revision at which a divergence was repaired, until a later one is equal: meanwhile it is
    /// not repaired again.
    var repairedAt: Revision?
    /// The revisions at which the outstanding requests were sent: a reply with less shows that the
    /// daemon has lost revisions.
    var revisionAtRequest: (sync: Revision, presence: Revision) = (.zero, .zero)
    /// The number of the daemon's refusals of this client in a row, and the time of the next retry.
    var refusals: (count: Int, due: Duration) = (0, .zero)
    /// The device's role, as last received.
    var role = Role.full
    /// The failure with which the daemon last deferred a change; `nil` once it has accepted one.
    public internal(set) var backoffFailure: Failure?
    /// The earliest time for another submission, by the daemon's retry-after.
    var retryNotBefore: Duration = .zero

    /// The states of this process as the device's only sender.
    enum Sender: Hashable, Sendable {
        case idle
        case requested
        case active
        /// A change was not accepted: the replies to later ones are awaited before `then` is done.
        case recovering(then: Recovery)
        /// The daemon was busy.
        case backingOff(until: Duration)
    }

    enum Recovery: Hashable, Sendable {
        /// A change was removed from the outbox: reload it.
        case reload
        case renumber
        case sync
        case pause(Duration)
    }

    /// Creates a mirror that starts from the last confirmed state.
    public init(
        scene: SceneID, hello: Hello, confirmed: ConfirmedScene = .nothing,
        home: HomeStore = .first, followsFeed: Bool = true
    ) {
        self.home = home
        self.scene = scene
        self.hello = hello
        self.confirmed = confirmed
        self.followsFeed = followsFeed
    }

    /// Handles an event; returns the actions that follow. The single entry point.
    public mutating func step(_ event: Event, at now: Duration) -> [Effect] {
        var effects: [Effect] = []
        let before = status
        switch event {
        case .connected:
            isConnected = true
            connect(at: now, &effects)
        case .disconnected:
            isConnected = false
            disconnect(&effects)
            // The next connection shows it again: the scene may have been healed.
            if case .refused(let failure) = status, failure.code == .damaged { status = .offline }
        case .reply(let bytes): receive(bytes, at: now, &effects)
        case .feed(let bytes): receiveFeed(bytes, at: now, &effects)
        case .outbox(let changes):
            // They are no part of another store's scene.
            pending =
                connectedStore == .other
                ? [] : changes.filter { $0.isWaiting || !confirmed.contains($0) }
            effects.append(.changed([], isReset: false))
        case .oldestBase(let base): oldestBase = base
        case .senderAcquired:
            if sender == .requested { sender = .active }
        case .refused(let failure):
            takeRefusal(failure, at: now, &effects)
        case .home(let home): move(to: home, at: now, &effects)
        case .savedScene(let own): if connectedStore == .unknown { show(own, &effects) }
        case .refresh: if isSynced { sync(at: now, &effects) }
        case .setHello(let hello):
            self.hello = hello
            if welcome != nil, !isAwaiting(.welcome) {
                request(.hello(hello), for: .welcome, at: now, &effects)
            }
        case .repair: repair(at: now, &effects)
        case .tick: tick(at: now, &effects)
        }
        submit(at: now, &effects)
        if connectedStore == .other { effects.removeAll(where: \.keepsScene) }
        updateStatus()
        if status != before { effects.append(.status(status)) }
        return effects
    }

    /// A Boolean value indicating whether all changes of this device have outcomes and the mirror
    /// is at the head.
    public var isSettled: Bool { isSynced && !pending.contains(where: \.isWaiting) }

    /// The daemon's limits, by name; empty while there is no session.
    public var limits: [String: UInt64] { welcome?.limits ?? [:] }

    /// A Boolean value indicating whether a sync since the connection came up has brought the
    /// mirror to the head.
    public var isUpToDate: Bool { isSynced }

    /// A Boolean value indicating whether the mirror is at the head, has no sync due, and has the
    /// commits of all own changes that have an outcome.
    public var isComplete: Bool {
        isSynced && !isSyncDue && fetching == nil && !isAwaiting(.synced)
            && !pending.contains { $0.revision.map { $0 > confirmed.revision } ?? false }
    }

    /// Returns the time when the next ``Event/tick`` is due: the sooner of the core's next deadline
    /// and ``MirrorLimits/tick`` from now.
    public func nextTick(after now: Duration) -> Duration {
        var next = now + MirrorLimits.tick
        if case .backingOff(let until) = sender { next = min(next, until) }
        if let announcedRevision { next = min(next, announcedRevision.due) }
        if case .refused = status, isConnected, awaited.isEmpty { next = min(next, refusals.due) }
        return max(next, now)
    }

    private mutating func updateStatus() {
        switch status {
        case .refused where welcome == nil: return
        default: break
        }
        if hasDiverged {
            status = .diverged
        } else if welcome == nil {
            status = .offline
        } else if !isSynced {
            status = .syncing
        } else if !followsFeed || isFeedLive {
            status = .live
        } else if feedRequestedAt == nil {
            status = .feedBlocked
        } else {
            status = status == .feedBlocked ? .feedBlocked : .syncing
        }
    }
}

extension MirrorCore.Effect {
    /// A Boolean value indicating whether the effect would save a state or an outcome of another
    /// store for the device.
    fileprivate var keepsScene: Bool {
        switch self {
        case .append, .replace, .requeue, .report, .settle, .refuse, .renumber: true
        case .send, .follow, .reconnect, .reached, .readOldestBase, .acquireSender, .submitting,
            .releaseSender,
            .changed, .status:
            false
        }
    }
}

extension Duration {
    /// Whole microseconds, clamped to the range of the type.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : product &+ attoseconds / 1_000_000_000_000
    }
}
