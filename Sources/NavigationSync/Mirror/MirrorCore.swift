public import NavigationModel
public import NavigationWire

/// A mirror of one scene as a pure state machine: events in, effects out.
///
/// It keeps the confirmed state, notices every hole, lost tail and silence, and asks for what is
/// missing; and it hands over the device's own changes, in order, once each. The shell performs
/// the ``Effect``s in their order.
public struct MirrorCore: Sendable {
    /// The events.
    public enum Event: Sendable {
        /// A connection on control is up: a new one each time.
        case connected
        /// The connection is gone.
        case disconnected
        /// A frame came in on control.
        case reply([UInt8])
        /// A payload came in on the feed.
        case feed([UInt8])
        /// The device's changes that the confirmed state may lack, oldest first, as on disk now.
        case outbox([PendingChange])
        /// The base of the device's changes from now on, as on disk; `nil` if that can't be told.
        case oldestBase(OldestBase?)
        /// This process is the device's one sender now; `outbox` has just been told.
        case senderAcquired
        /// The daemon does not let the device connect, for this reason; it is tried again.
        case refused(Failure)
        /// The device's state belongs to this store, as another process may have decided.
        case home(HomeStore)
        /// There is no connection, and this is what the device keeps of the scene.
        case kept(ConfirmedScene)
        /// See whether the daemon has more: an own change may be committed that has not come back yet.
        case refresh
        /// Say this hello from now on, and at once on a connection that is up.
        case setHello(Hello)
        /// Take a fresh snapshot, whatever there is: somebody asks for it.
        case repair
        /// Time has passed.
        case tick
    }

    /// The actions for the shell.
    public enum Effect: Sendable {
        /// Send a request on control.
        case send(Request)
        /// Connect to the feed, if not done yet, and subscribe to this topic only.
        case follow(FeedAddress, Topic)
        /// Close the connection on control and open another.
        case reconnect
        /// Keep these commits, which follow on what is kept, and the last sequence of the state that
        /// they lead to.
        case append([Commit])
        /// Keep this state instead of what is kept. Of the former one, another process of the device may have
        /// kept more than this mirror has seen.
        case replace(ConfirmedScene, former: ConfirmedScene)
        /// Have the changes that were settled in this history after this revision wait again: it was
        /// brought back without them. `replace` follows.
        case requeue(Epoch, after: Revision)
        /// Keep both states for a report; `replace` with the daemon's follows.
        case report(Divergence)
        /// The daemon serves the device's own store: note which that is, and what belongs to it.
        case reached(StoreID)
        /// Read what the device's changes are based on from now on, and tell ``Event/oldestBase(_:)``.
        case readOldestBase
        /// Become the device's one sender, tell the outbox, then `mayAct`.
        case acquireSender
        /// Note, before it happens, that these changes are handed over: from now on only the daemon
        /// can tell whether it has taken them.
        case submitting([SequenceNumber])
        /// Nothing more to send: let others.
        case releaseSender
        /// Note what a change came to.
        case settle(SequenceNumber, Receipt)
        /// Note that a change was refused for good.
        case refuse(SequenceNumber, Failure)
        /// Make the waiting changes part of the confirmed epoch, then tell the outbox. Those with a
        /// greater number than this one, those of no epoch, and those whose number another change
        /// has, get new numbers after it. The daemon may know the others: they keep theirs, and
        /// what became of them is still to be told.
        case renumber(after: SequenceNumber, reused: Set<SequenceNumber>)
        /// The shown state may have changed: by these commits, or, if `wasReplaced`, as a whole.
        case changed([Commit], wasReplaced: Bool)
        /// The status has changed.
        case status(MirrorStatus)
    }

    /// The purpose of a request, until its reply comes.
    enum OutstandingRequest: Hashable, Sendable {
        case welcome
        case synced
        case snapshotPart
        case heads
        case receipt(SequenceNumber)
    }

    /// A snapshot that is being fetched part by part.
    struct SnapshotFetch: Sendable {
        let head: Head
        let lastSequence: SequenceNumber
        /// The histories that were brought back, each up to its end.
        let healed: [FormerHistory]
        var download: SnapshotDownload
    }

    let scene: SceneID
    /// The device's introduction.
    public internal(set) var hello: Hello
    /// A Boolean value indicating whether the mirror stays and follows the feed; otherwise it
    /// syncs, submits and leaves.
    public let followsFeed: Bool
    /// The store that the device's state belongs to.
    public internal(set) var home: HomeStore
    /// The store at which it is connected.
    public internal(set) var place: MirrorPlace = .undecided
    /// A Boolean value indicating whether ``confirmed`` is another store's, until the device's own
    /// is told.
    public internal(set) var showsOther = false
    /// A Boolean value indicating whether there is a connection at all.
    var isConnected = false

    /// The scene as the daemon last confirmed it.
    public internal(set) var confirmed: ConfirmedScene
    /// The base of the device's changes from now on, as last read.
    var oldestBase: OldestBase?
    /// The device's changes that are shown on top of it.
    public internal(set) var pending: [PendingChange] = []
    /// The mirror's standing with its daemon.
    public internal(set) var status: MirrorStatus = .offline

    var awaited: [UInt64: (what: OutstandingRequest, since: Duration)] = [:]
    var lastRequest: UInt64 = 0
    /// The daemon's answer to it; `nil` while there is no contact.
    public internal(set) var welcome: Welcome?
    var fetching: SnapshotFetch?
    /// A Boolean value indicating whether a sync since the connection came up has brought the
    /// mirror to the head.
    var isSynced = false
    /// A Boolean value indicating whether something asked for a sync while one was under way that
    /// may be too old for it.
    var isSyncDue = false
    /// The number of answers in a row that led nowhere and were asked for again at once.
    var vainAnswers = 0
    /// A Boolean value indicating whether the sync under way asks for the whole, whatever is
    /// confirmed.
    var asksWhole = false
    /// A revision that the feed has announced and not brought yet, and how long to wait for it.
    var announcedRevision: (revision: Revision, due: Duration)?
    var isFeedLive = false
    var feedAsked: Duration?
    var lastPresence: Duration = .zero
    var lastTick: Duration?
    /// The time when the device's last change that came as a commit took effect.
    var lastOwnTime = Timestamp.zero
    /// Daemon time minus this clock, in microseconds, as last heard.
    var clockOffset: Int64?
    var lastSequence: SequenceNumber?
    var sender: Sender = .idle
    var hasDiverged = false
    /// The numbers of waiting changes that another life of this device has used.
    var reused: Set<SequenceNumber> = []
    /// A Boolean value indicating whether the whole state is to be fetched, whatever there is:
    /// until it has been.
    var needsSnapshot = false
    /// Why the snapshot that is being fetched is fetched, if the states could not both be right.
    var divergenceCause: Divergence.Cause?
    /// The revision with which a state that differed was replaced, until a later one was equal: so
    /// long it is not replaced again.
    var repairedAt: Revision?
    /// The revisions that the questions under way were asked at: an answer from before them says that
    /// the daemon has lost what it had.
    var askedAt: (sync: Revision, presence: Revision) = (.zero, .zero)
    /// The refusals in a row of this client by the daemon, and the time when it is asked again.
    var refusals: (count: Int, due: Duration) = (0, .zero)
    /// The device's role, as it was last told.
    var role = Role.full
    /// Why the daemon last put a change off; `nil` once it has taken one.
    public internal(set) var backoffFailure: Failure?
    /// Before this the daemon does not want to be asked.
    var retryNotBefore: Duration = .zero

    /// The states of this process as the device's one sender.
    enum Sender: Hashable, Sendable {
        case idle
        case asked
        case acting
        /// A change was not taken: answers to those behind it are awaited before `then` is done.
        case recovering(then: Recovery)
        /// The daemon was busy.
        case pausing(until: Duration)
    }

    enum Recovery: Hashable, Sendable {
        /// The outbox has let go of a change: go on with what it says now.
        case reload
        case renumber
        case sync
        case pause(Duration)
    }

    /// A mirror that starts from what was last confirmed.
    ///
    /// - Parameters:
    ///   - home: the store that the device's state belongs to.
    ///   - followsFeed: `false` for a command that syncs, submits and leaves.
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

    /// The single way in: takes an event, returns what to do about it.
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
            // The next connection tells anew: the scene may have been healed.
            if case .refused(let failure) = status, failure.code == .damaged { status = .offline }
        case .reply(let bytes): receive(bytes, at: now, &effects)
        case .feed(let bytes): receiveFeed(bytes, at: now, &effects)
        case .outbox(let changes):
            // Of another store's scene they are no part.
            pending =
                place == .visiting ? [] : changes.filter { $0.isWaiting || !confirmed.contains($0) }
            effects.append(.changed([], wasReplaced: false))
        case .oldestBase(let base): oldestBase = base
        case .senderAcquired:
            if sender == .asked { sender = .acting }
        case .refused(let failure):
            takeRefusal(failure, at: now, &effects)
        case .home(let home): move(to: home, at: now, &effects)
        case .kept(let own): if place == .undecided { show(own, &effects) }
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
        if place == .visiting { effects.removeAll(where: \.keepsScene) }
        updateStatus()
        if status != before { effects.append(.status(status)) }
        return effects
    }

    /// A Boolean value indicating whether everything that this device did has its outcome and the
    /// mirror is at the head.
    public var isSettled: Bool { isSynced && !pending.contains(where: \.isWaiting) }

    /// The daemon's limits, by name; empty while there is no contact.
    public var limits: [String: UInt64] { welcome?.limits ?? [:] }

    /// A Boolean value indicating whether a sync since the connection came up has brought the
    /// mirror to the head.
    public var isUpToDate: Bool { isSynced }

    /// A Boolean value indicating whether the mirror is at the head, is not about to learn more,
    /// and has the commits of all own changes that have an outcome.
    public var isComplete: Bool {
        isSynced && !isSyncDue && fetching == nil && !isAwaiting(.synced)
            && !pending.contains { $0.revision.map { $0 > confirmed.revision } ?? false }
    }

    /// Returns the time when the next ``Event/tick`` is due: the sooner of what the core waits for
    /// and ``MirrorLimits/tick`` from now.
    public func nextTick(after now: Duration) -> Duration {
        var next = now + MirrorLimits.tick
        if case .pausing(let until) = sender { next = min(next, until) }
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
        } else if feedAsked == nil {
            status = .feedBlocked
        } else {
            status = status == .feedBlocked ? .feedBlocked : .syncing
        }
    }
}

extension MirrorCore.Effect {
    /// A Boolean value indicating whether it would keep, for the device, a state or an outcome of
    /// another store.
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
    /// Whole microseconds, held within the range of the type.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : product &+ attoseconds / 1_000_000_000_000
    }
}
