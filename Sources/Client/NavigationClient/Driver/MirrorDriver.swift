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
    nonisolated let endpoint: ControlEndpoint
    let device: DeviceDatabase
    /// The endpoints to try; the device may be paired anew meanwhile.
    var ways: [EndpointCandidate]
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
    var link: DaemonConnection?
    var unsaved = UnsavedState()
    /// The error of the moment, apart from a lost connection.
    var localError: NavigationClientError?
    /// The reason why there is no connection, after an attempt has failed.
    var connectionError: NavigationClientError?
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
    var contacts = Waiters<Readiness, ContactResult>()
    var asks = PendingRequests()
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
        ways = opened.ways
        configuration = opened.configuration
        endpoint = opened.ways[0].endpoint
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
            home: opened.home.store(at: opened.ways[0]), followsFeed: followsFeed)
    }

    /// Opens the connection. To be called once.
    func start() throws(NavigationClientError) {
        do {
            try dial()
        } catch {
            throw .transport(error)
        }
        lifetime?.add { await self.close() }
        if core.followsFeed { watchOthers() }
        step([outbox()])
    }

    /// Starts to connect, at the present endpoints.
    func dial() throws(TransportError) {
        link?.close()
        link = try DaemonConnection(ways, context: host.context, reactor: host.reactor) {
            [weak self] event in
            self?.assumeIsolated { $0.handle(event) }
        }
    }

    /// Handles the transport's events.
    private func handle(_ event: DaemonConnection.Event) {
        guard !isClosed else { return }
        switch event {
        case .connected:
            connectionError = nil
            // Another process of the device may have changed something meanwhile.
            lookHome()
            step([outbox(), oldestBase(), .connected])
            asks.connect { send($0) }
            contacts.resume(.connection, with: .reached)
        case .disconnected:
            asks.disconnect()
            save()
            step([.disconnected])
        case .absent(let reason):
            if case .refused(.unknownKey) = reason {
                step([.refused(.unknownKey)])
                reloadPairing()
            }
            miss(.absent(reason, at: endpoint))
        case .control(let bytes):
            if !asks.take(bytes) { step([.reply(bytes)]) }
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

    /// Records that there is no connection, and fails the waiters for one.
    private func miss(_ reason: NavigationClientError) {
        let isNews = connectionError == nil
        connectionError = reason
        contacts.resume(.mirror, with: .failed(reason))
        contacts.resume(.commits, with: .failed(reason))
        contacts.resume(.connection, with: .failed(reason))
        guard isNews else { return }
        subscribers.note()
        subscribers.deliver { update(commits: $0, isReset: $1) }
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
        subscribers.note()
        subscribers.deliver { update(commits: $0, isReset: $1) }
    }

    /// Saves what is due, releases all resources, and ends all sequences. Idempotent.
    func close() {
        guard !isClosed else { return }
        save()
        isClosed = true
        link?.close()
        link = nil
        releaseSender()
        unwatchOthers()
        if let timer { host.reactor.cancel(timer.id) }
        delegate = nil
        outcomes.expireAll()
        contacts.expireAll()
        asks.close()
        subscribers.close()
    }
}
