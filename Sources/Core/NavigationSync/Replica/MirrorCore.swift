package import NavigationModel
package import NavigationWire

/// A mirror of one scene as a pure state machine: events in, effects out.
///
/// It maintains the confirmed state, detects every gap, lost tail and timeout, and requests what is
/// missing; and it submits the device's own changes, in order, once each. The shell performs the
/// ``Effect``s in their order.
package struct MirrorCore: Sendable {
    /// An input to the state machine.
    package enum Event: Sendable {
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
        /// This device is at a place now, or hides it: `nil`. After the first one the mirror
        /// maintains ``MirrorCore/presentDevices``.
        case place(OwnPlace?)
        /// Time has passed.
        case tick
    }

    /// An action for the shell.
    package enum Effect: Sendable {
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
        /// The list of present devices has changed.
        case present([PresentDevice])
    }

    let scene: SceneID
    /// The device's hello.
    package internal(set) var hello: Hello
    /// A Boolean value indicating whether the mirror stays and follows the feed; otherwise it
    /// syncs, submits and disconnects.
    package let followsFeed: Bool
    /// The scene as the daemon last confirmed it.
    package internal(set) var confirmed: ConfirmedScene
    /// The lower bound of the device's future bases, as last read.
    var oldestBase: OldestBase?
    /// The device's changes that are applied on top of it.
    package internal(set) var pending: [PendingChange] = []
    /// The mirror's status.
    package internal(set) var status: MirrorStatus = .offline
    /// The connection, its requests and the pace of retries.
    var session = ControlSession()
    /// The device's own store and the one that it is connected to.
    var binding: StoreBinding
    /// The way to the head of the scene.
    var catchUp = CatchUp()
    /// The subscription to the feed.
    var feed = FeedSubscription()
    /// The differences from the daemon's state.
    var divergence = DivergenceCheck()
    /// The present devices.
    var present = ScenePresence()
    /// The submission of pending changes.
    var submitter = ChangeSubmitter()
    /// The estimate of the daemon's clock.
    var clock = ServerClock()

    /// Creates a mirror that starts from the last confirmed state.
    package init(
        scene: SceneID, hello: Hello, confirmed: ConfirmedScene = .nothing,
        home: HomeStore = .first, followsFeed: Bool = true
    ) {
        binding = StoreBinding(home: home)
        self.scene = scene
        self.hello = hello
        self.confirmed = confirmed
        self.followsFeed = followsFeed
    }

    /// Handles an event; returns the actions that follow. The single entry point.
    package mutating func step(_ event: Event, at now: Duration) -> [Effect] {
        var effects: [Effect] = []
        let before = status
        switch event {
        case .connected:
            session.isConnected = true
            connect(at: now, &effects)
        case .disconnected:
            session.isConnected = false
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
            if submitter.sender == .requested { submitter.sender = .active }
        case .refused(let failure):
            takeRefusal(failure, at: now, &effects)
        case .home(let home): move(to: home, at: now, &effects)
        case .savedScene(let own): if connectedStore == .unknown { show(own, &effects) }
        case .refresh: if catchUp.isSynced { sync(at: now, &effects) }
        case .setHello(let hello):
            self.hello = hello
            if welcome != nil { sayHelloAgain(at: now, &effects) }
        case .repair: repair(at: now, &effects)
        case .place(let place): present.place(place)
        case .tick: tick(at: now, &effects)
        }
        reportPlace(at: now, &effects)
        submit(at: now, &effects)
        if connectedStore == .other { effects.removeAll(where: \.keepsScene) }
        updateStatus()
        if status != before { effects.append(.status(status)) }
        return effects
    }

    /// A Boolean value indicating whether all changes of this device have outcomes and the mirror
    /// is at the head.
    package var isSettled: Bool { catchUp.isSynced && !pending.contains(where: \.isWaiting) }

    /// The daemon's reply to hello; `nil` while there is no session.
    package var welcome: Welcome? { session.welcome }

    /// The daemon's limits, by name; empty while there is no session.
    package var limits: [String: UInt64] { welcome?.limits ?? [:] }

    /// The store that the device's state belongs to.
    package var home: HomeStore { binding.home }

    /// The store at which it is connected.
    package var connectedStore: ConnectedStore { binding.connected }

    /// A Boolean value indicating whether ``confirmed`` is another store's, until the device's own
    /// is loaded.
    package var showsOther: Bool { binding.showsOther }

    /// The failure with which the daemon last deferred a change; `nil` once it has accepted one.
    package var backoffFailure: Failure? { submitter.backoffFailure }

    /// A Boolean value indicating whether a sync since the connection came up has brought the
    /// mirror to the head.
    package var isUpToDate: Bool { catchUp.isSynced }

    /// A Boolean value indicating whether the mirror is at the head, has no sync due, and has the
    /// commits of all own changes that have an outcome.
    package var isComplete: Bool {
        catchUp.isSynced && !catchUp.isDue && !isSyncing
            && !pending.contains { $0.revision.map { $0 > confirmed.revision } ?? false }
    }

    /// Returns the time when the next ``Event/tick`` is due: the sooner of the core's next deadline
    /// and ``MirrorLimits/tick`` from now.
    package func nextTick(after now: Duration) -> Duration {
        var next = now + MirrorLimits.tick
        if let due = session.requests.due { next = min(next, due) }
        if case .backingOff(let until) = submitter.sender { next = min(next, until) }
        if let announced = feed.announced { next = min(next, announced.due) }
        if case .refused = status, let due = session.helloDue { next = min(next, due) }
        return max(next, now)
    }

    private mutating func updateStatus() {
        switch status {
        case .refused where welcome == nil: return
        default: break
        }
        if divergence.isLasting {
            status = .diverged
        } else if welcome == nil {
            status = .offline
        } else if !catchUp.isSynced {
            status = .syncing
        } else if !followsFeed || feed.isLive {
            status = .live
        } else if feed.isBlocked {
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
            .changed, .status, .present:
            false
        }
    }
}
