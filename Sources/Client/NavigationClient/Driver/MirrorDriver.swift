internal import DeviceStore
internal import Reactor
internal import Dispatch
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The shell around one `MirrorCore`: feeds it with the events of the transport, the clock and
/// the callers, and performs its effects in order.
///
/// It lives on the reactor's thread with its sockets. The device's database is small and its calls
/// are short, so they are made right here; only the wait for another process has its own thread.
actor MirrorDriver {
    nonisolated let host: ReactorThread
    /// The lifetime of the client, which its users hold.
    private(set) weak var lifetime: ClientLifetime?
    nonisolated let key: SceneKey
    let device: DeviceDatabase
    nonisolated let configuration: ClientConfiguration
    /// The store that the device belongs to, as this process last read it.
    var home: DeviceHome
    /// The device's pairing; it changes as the daemon announces.
    var pairing: Pairing?
    /// The welcome that was last applied.
    var learned: Welcome?
    /// A Boolean value indicating whether the device has repeated its hello, to announce that it
    /// knows the daemon's next key.
    var isReintroduced = false
    /// The device's role, as the daemon last announced it.
    var role: Role
    /// A Boolean value indicating whether the outbox is flushed on connection.
    nonisolated let flushesOutbox: Bool
    var core: MirrorCore
    /// The connection, on the same thread.
    nonisolated let connection: DaemonConnection
    /// The first endpoint, which messages name.
    nonisolated let endpoint: ControlEndpoint
    var unsaved = UnsavedState()
    /// The error of the moment, apart from a lost connection.
    var localError: NavigationClientError?
    var isClosed = false
    /// The last state that differed from the daemon's and was replaced.
    var repairedDivergence: Divergence?

    /// The pending changes as last read from the outbox, by the number they had then.
    var waiting: [SequenceNumber: OutboxEntry.ID] = [:]
    /// The pending changes that were never submitted.
    var unsubmitted: [SequenceNumber: OutboxEntry.ID] = [:]
    var outcomes = Waiters<OutboxEntry.ID, ChangeResolution>()
    /// The waiters for outcomes that end when no changes are taken.
    var readers: [(id: OutboxEntry.ID, token: Int)] = []
    /// The callers that wait for the mirror.
    var readiness = Waiters<Readiness, Result<Void, NavigationClientError>>()
    var subscribers = Subscribers()
    /// The delegate that approves this device's changes.
    var delegate: (any NavigationDelegate)?
    /// The task that calls the delegate for what was committed.
    var telling: Task<Void, Never>?
    /// The changes that this process made: it waits for their outcomes itself.
    var made: Set<OutboxEntry.ID> = []
    /// The outcomes of other processes' changes that this one submitted.
    var late = DeferredOutcomes()
    /// The optimistic scene, until something changes.
    var projection: Scene?

    /// The right to submit; `nil` without it.
    var lock: SenderLock?
    var wantsLock = false
    var isLockAwaited = false
    nonisolated let lockQueue = DispatchQueue(label: "navsync.sender")

    /// The watch on the device's other processes.
    nonisolated let others: OtherProcesses
    /// A Boolean value indicating whether ``others`` notifies this driver: a driver that stays, or
    /// one that waits for another process.
    var isWatching = false
    /// The version of the device's database that was last read.
    var outboxVersion: Int64?

    private var timer: (id: TimerID, due: Duration)?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe host.reactor.asUnownedSerialExecutor()
    }

    /// Creates a driver that is not connected yet; it shows what the device last knew.
    init(
        _ opened: OpenedDevice, key: SceneKey, confirmed: ConfirmedScene, followsFeed: Bool,
        flushesOutbox: Bool
    ) {
        host = opened.host
        lifetime = opened.lifetime
        configuration = opened.configuration
        endpoint = opened.candidates[0].endpoint
        connection = DaemonConnection(opened.candidates, on: opened.host)
        device = opened.device
        pairing = opened.pairing
        others = opened.others
        home = opened.home
        // If the directory can't be read, the next call throws.
        role = (try? opened.device.role(for: key.user)) ?? .full
        self.key = key
        self.flushesOutbox = flushesOutbox
        let hello = Hello(
            user: key.user, device: opened.device.device, name: opened.device.name,
            platform: MachinePlatform.name, nextServerKey: opened.pairing?.nextServerKey,
            isEphemeral: opened.configuration.isEphemeral)
        core = MirrorCore(
            scene: key.scene, hello: hello, confirmed: confirmed,
            home: opened.home.store(at: opened.candidates[0]), followsFeed: followsFeed)
    }

    /// Opens the connection. To be called once.
    func start() throws(NavigationClientError) {
        do {
            try onConnection { connection in
                try connection.start { [weak self] event in
                    self?.assumeIsolated { $0.handle(event) }
                }
            }
        } catch {
            throw .transport(error)
        }
        lifetime?.add { await self.close() }
        if core.followsFeed { watchOthers() }
        step([outbox()])
    }

    /// Runs a body on the connection, which is on the same thread.
    func onConnection<Result: Sendable>(
        _ body: (isolated DaemonConnection) throws -> Result
    ) rethrows -> Result {
        try connection.assumeIsolated(body)
    }

    /// Handles the transport's events.
    private func handle(_ event: DaemonConnection.Event) {
        guard !isClosed else { return }
        switch event {
        case .connected:
            // Another process of the device may have changed something meanwhile.
            lookHome()
            step([outbox(), oldestBase(), .connected])
        case .disconnected:
            save()
            step([.disconnected])
        case .unavailable(let reason, let isNew):
            if case .refused(.unknownKey) = reason {
                step([.refused(.unknownKey)])
                reloadPairing()
            }
            failWaiters(.unavailable(reason, at: endpoint))
            if isNew { show() }
        case .feedRefused:
            // Without a feed the mirror polls; and the reply on control says who is authorized.
            break
        case .control(let bytes):
            step([.reply(bytes)])
        case .feed(let bytes):
            step([.feed(bytes)])
        }
    }

    /// Runs events, and those that result from their effects, through the core.
    func step(_ events: [MirrorCore.Event]) {
        var events = events
        while !events.isEmpty {
            let event = events.removeFirst()
            for effect in core.step(event, at: Uptime.now) { events += perform(effect) }
        }
        if unsaved.isFull { save() }
        if core.showsOther, core.place == .undecided { goHome() }
        applyWelcome()
        resumeWaiters()
        if isUnavailable { endReaders() }
        // A one-shot session fails at once: the state will not change by the deadline.
        if !core.followsFeed, damage != nil { outcomes.expireAll() }
        subscribers.deliver { update(commits: $0, isReset: $1) }
        scheduleTick()
    }

    private func scheduleTick() {
        guard !isClosed else { return }
        let now = Uptime.now
        let due = core.nextTick(after: now)
        if let timer {
            guard due < timer.due else { return }
            host.reactor.cancel(timer.id)
        }
        let id = host.reactor.schedule(after: due - now) { [weak self] in
            self?.assumeIsolated { $0.tick() }
        }
        timer = (id, due)
    }

    private func tick() {
        timer = nil
        guard !isClosed else { return }
        localError = nil
        save()
        if core.place == .visiting { lookHome() }
        step([.tick])
        if !isWatching, core.followsFeed || isLockAwaited { lookAtOutbox() }
        if wantsLock, lock == nil { step(acquireSender()) }
    }

    /// Records an error, and shows it.
    func report(_ error: NavigationClientError) {
        localError = error
        show()
    }

    /// Delivers the mirror as it is to all subscribers.
    private func show() {
        subscribers.note()
        subscribers.deliver { update(commits: $0, isReset: $1) }
    }

    /// Saves what is due, releases all resources, and ends all sequences. Idempotent.
    func close() {
        guard !isClosed else { return }
        save()
        isClosed = true
        onConnection { $0.close() }
        releaseSender()
        unwatchOthers()
        if let timer { host.reactor.cancel(timer.id) }
        delegate = nil
        outcomes.expireAll()
        readiness.expireAll()
        subscribers.close()
    }
}
