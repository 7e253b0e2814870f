internal import Reactor
package import Logging
package import NavigationStore
internal import Glibc
internal import NavigationModel
package import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The daemon: one actor on the reactor's thread, which owns the sockets and the core.
///
/// The whole path is here: ``run()`` → `start()` → the transport's events → `handle(_:)` →
/// `DaemonCore.step` → `perform(_:)`. Nothing in it blocks: the store works elsewhere, and its
/// results come back as events.
package actor NavigationServer {
    /// The listeners and limits.
    var configuration: ServerConfiguration
    private let keys: ServerKeys
    let keyStore: ServerKeyStore
    let authorizer: ConnectionAuthorizer
    /// The store.
    let store: any Store
    let logger: Logger
    /// The log for the daemon's operator.
    var log: OperatorLog
    /// The metrics of the shell.
    var meter: MetricsRecorder
    private var logTimer: TimerID?
    private let supervisor: (any Supervisor)?
    let reactor: Reactor
    /// The clocks.
    let clock: ServerClock
    private var identity: DaemonIdentity
    /// The state machine.
    var core: DaemonCore
    /// The sockets; `nil` before the start.
    var transport: ServerTransport?
    /// The claim of the store; `nil` before the start.
    var claim: Claim?
    /// The timer of the core's next tick, and when that is due.
    private var timer: (id: TimerID, due: Duration)?
    private var work: Set<WorkID> = []
    private var nextWork: WorkID = 0
    /// The phase between start and end.
    var phase = Phase.starting
    private var finish: CheckedContinuation<(any Error)?, Never>?
    /// A Boolean value indicating whether the heartbeat's probe of the writer is unanswered.
    private var isProbing = false

    private typealias WorkID = UInt64
    /// The part in a fleet; `nil` for the owner of all users.
    var fleet: FleetState?
    /// The tasks that wait for writes to be durable, before they hand over a shard.
    var durabilityWaiters: [CheckedContinuation<Void, Never>] = []
    /// A Boolean value indicating whether the disk was full, and is checked until it no longer is.
    var isWaitingForRoom = false

    private static let addressInterval = Duration.seconds(30)
    private static let roomInterval = Duration.seconds(1)

    /// The phases of a server's life, in order.
    enum Phase {
        case starting
        case serving
        /// Another daemon may have the store: requests are dropped.
        case suspended
        /// No more requests are accepted; writes in progress are completed.
        case draining(cause: (any Error)?)
        case stopped
    }

    /// The actor's executor: the reactor's own thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Creates a server that is not listening yet. Without keys in the configuration it makes one,
    /// which lasts as long as the server.
    ///
    /// - Throws: ``ServerError`` if the reactor's thread can't be started, or no key be made.
    package init(
        configuration: ServerConfiguration, store: any Store, logger: Logger,
        supervisor: (any Supervisor)? = nil
    ) throws(ServerError) {
        self.configuration = configuration
        self.store = store
        self.logger = logger
        self.supervisor = supervisor
        authorizer = ConnectionAuthorizer(asking: store)
        if let given = configuration.keys { keys = given } else { keys = try ServerKeys() }
        keyStore = ServerKeyStore(keys)
        log = OperatorLog(logger)
        clock = ServerClock()
        meter = MetricsRecorder(at: clock.now.uptime)
        do {
            reactor = try Reactor(name: "navsyncd")
        } catch {
            throw ServerError(.resources, "can't start the reactor thread", cause: error)
        }
        var generator = SystemRandomNumberGenerator()
        identity = DaemonIdentity(
            instance: .random(in: 1...UInt64.max, using: &generator),
            version: NavsyncVersion.current, started: clock.now.uptime,
            feed: configuration.feedAddress, owner: geteuid(),
            ownerName: UserID(login: configuration.login, uid: geteuid()),
            keys: try keyStore.entry())
        core = DaemonCore(identity: identity, generator: generator)
    }

    /// Serves until ``shutdown()`` or a fault that leaves no other way.
    ///
    /// When it returns, all that was acknowledged is on disk and the sockets are closed.
    package func run() async throws {
        var directory: SocketDirectory?
        let result: Result<Void, any Error>
        AcceptGuard.keepDescriptors()
        let heapReturn = Task.detached(priority: .utility) { await HeapReturn.run() }
        defer { heapReturn.cancel() }
        do {
            directory = try configuration.socketDirectory.map { path throws(ServerError) in
                try SocketDirectory(locking: path)
            }
            if let database = configuration.database {
                for record in configuration.records { record.note(database) }
            }
            var sizes = Context.Configuration()
            // A handshake costs more than any other request of an unknown client, and is made by
            // one of these threads: with two, the other goes on with everybody's messages.
            sizes.ioThreads = 2
            try await serve(in: try Context(sizes))
            // Only the sockets bound here are removed: a failed start may have found those of
            // others.
            directory?.removeSockets()
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await recordUptime(core.accumulatedUptime(at: clock.now))
        await store.close()
        directory?.release()
        reactor.shutdown()
        try result.get()
    }

    private func serve(in context: Context) async throws {
        try await start(context)
        let cause: (any Error)? = await withCheckedContinuation { continuation in
            finish = continuation
            finishIfDrained()
        }
        phase = .stopped
        transport?.close()
        try? await context.terminate(within: .seconds(2))
        log.stopped()
        if let cause { throw cause }
    }

    /// Stops: accepts no more requests, completes writes in progress, replies, and ends ``run()``.
    package nonisolated func shutdown() {
        Task {
            await leaveFleet()
            await drain(because: nil)
        }
    }

    /// Applies the settings that may change at run time: the addresses in invitations, the
    /// retention, and the quotas of devices. The rest of a configuration takes another server.
    package func apply(advertise: [TCPAddress]?, retention: RetentionPolicy, quotas: Quotas) {
        configuration.advertise = advertise
        configuration.retention = retention
        configuration.quotas = quotas
        core.retention = retention
        if core.rates != RateLimits(quotas) { core.rates = RateLimits(quotas) }
        core.addresses = configuration.advertised.map(\.description)
        core.cacheBudget = quotas.memory
        core.storage = StorageQuotas(quotas)
    }

    /// Claims the store first, then listens: no request is served from a store without a claim.
    private func start(_ context: Context) async throws {
        let claim = try await claimShare()
        followLease()
        if let detectedRestore = claim.detectedRestore { log.began(detectedRestore) }
        if configuration.renewsEpochs, fleet == nil { try await renewEpochs(under: claim) }
        // An existing user keeps its name even if no new one may have it.
        if let login = configuration.login.flatMap(UserID.init(rawValue:)), hasDatabase(of: login),
            try await store.account(of: login) != nil
        {
            identity.ownerName = login
        }
        core = DaemonCore(
            identity: identity, generator: SystemRandomNumberGenerator(),
            retention: configuration.retention, rates: RateLimits(configuration.quotas),
            memory: configuration.quotas.memory, storage: StorageQuotas(configuration.quotas),
            connections: connectionLimit, store: try await store.identity(under: claim),
            accumulatedUptime: try await store.accumulatedUptime(under: claim))
        self.claim = claim
        place()  // Nobody is served yet.
        await stepFleet()
        transport = try ServerTransport(
            listeners: configuration.listeners, keys: keys.current,
            limits: ServerLimits(connections: connectionLimit), context: context, reactor: reactor
        ) { [unowned self] event in
            self.assumeIsolated { $0.handle(event) }
        }
        do {
            try await transport?.runSelfTest()
        } catch {
            transport?.close()
            throw error
        }
        if let failure = claim.failure {
            report { log, now in log.storeFailed(.writing, "\(failure)", at: now) }
            step(.room(lacking: failure.forTheCore))
            waitForRoom()
        }
        transport?.open()
        refreshAddresses()
        if case .starting = phase { phase = .serving }
        if keys.hasSwitched { log.switchedKey() }
        log.ready(configuration)
        supervisor?.serverIsReady()
        sendHeartbeat()
        if fleet != nil { followFleet() }
    }

    /// Refreshes the addresses at which devices may find this machine, periodically: they change.
    private func refreshAddresses() {
        core.addresses = configuration.advertised.map(\.description)
        reactor.schedule(after: Self.addressInterval) { [unowned self] in
            self.assumeIsolated { $0.refreshAddresses() }
        }
    }

    /// Checks periodically whether the disk has room again.
    private func waitForRoom() {
        guard !isWaitingForRoom else { return }
        isWaitingForRoom = true
        reactor.schedule(after: Self.roomInterval) { [unowned self] in
            self.assumeIsolated { server in _ = Task { await server.recoverSpace() } }
        }
    }

    private func recoverSpace() async {
        let hasRoom = await store.recover()
        isWaitingForRoom = false
        guard case .serving = phase else { return }
        guard hasRoom else { return waitForRoom() }
        report { log, now in log.storeWorked(.writing, at: now) }
        step(.room(lacking: nil))
    }

    /// Sends the supervisor a heartbeat, which proves that everything essential works: the timer is
    /// the loop's, and the writer has answered since the last one. Nothing else may send it.
    private func sendHeartbeat() {
        guard let supervisor, let claim else { return }
        if !isProbing {
            let presenceCounts = core.presenceCounts(at: clock.now)
            supervisor.heartbeat(
                ServerStatus(
                    users: presenceCounts.users, devices: presenceCounts.devices,
                    revisions: presenceCounts.commits))
            isProbing = true
            Task {
                // Behind all writes in progress. A failure is an answer, too: a full disk needs no restart.
                await probe(claim)
                isProbing = false
            }
        }
        reactor.schedule(after: supervisor.heartbeatInterval) { [unowned self] in
            self.assumeIsolated { $0.sendHeartbeat() }
        }
    }

    private func handle(_ event: ServerTransport.Event) {
        switch event {
        case .requests: transport?.receiveRequests { receive($0) }
        case .left(let connection, let principal):
            step(.unreachable(Peer(connection, principal)))
        case .subscription(let topic, let principal):
            let isAnswered = if case .serving = phase { true } else { false }
            step(.subscribed(topic, by: isAnswered ? principal : nil))
        case .unsubscription(let topic): step(.unsubscribed(topic))
        case .authorize(let handshake): authorize(handshake)
        case .refused(let why, let service, let peer):
            meter.refuse(why, on: service)
            let place = service?.rawValue ?? "unknown service"
            report { log, now in log.refused(for: "\(why)", on: place, peer, at: now) }
        case .failed(let error):
            drain(because: error)
        }
    }

    private func receive(_ frame: ServerTransport.ControlFrame) {
        let peer = Peer(frame.connection, frame.principal, origin: frame.origin)
        guard case .serving = phase, store.mayAnswer else { return sendOn(frame.bytes, from: peer) }
        step(.request(frame.bytes, from: peer))
    }

    /// Runs one turn of the core, and all its effects.
    func step(_ event: DaemonCore.Event) {
        let start = clock.now
        var effects = core.step(event, at: start)
        let completedBatch = core.takeCompletedBatch()
        var next = 0
        while next < effects.count {
            let (replies, unreachable) = sendReplies(in: effects[next...])
            let left = replies > 0 ? unreachable : perform(effects[next])
            for peer in left { effects += core.step(.unreachable(peer), at: clock.now) }
            next += max(1, replies)
        }
        if let completedBatch {
            meter.record(completedBatch, durable: start.uptime, published: clock.now.uptime)
        }
        armTimer()
        finishIfDrained()
        resumeDurabilityWaiters()
    }

    /// Performs an effect; returns the peers that turned out to have left.
    private func perform(_ effect: DaemonCore.Effect) -> [Peer] {
        switch effect {
        case .reply:
            return sendReplies(in: [effect]).left
        case .publish(let frame, let topic):
            transport?.publish(frame, on: topic)
        case .load(let key):
            background { store, claim in .loaded(key, await store.loading(key, under: claim)) }
        case .persist(let writes, let changes):
            persist(writes, changes)
        case .proceed:
            // Messages that have arrived already go first.
            reactor.enqueue { self.assumeIsolated { $0.step(.proceed) } }
        case .fetch(let fetch, let id):
            background { store, _ in .fetched(id, await store.fetching(fetch)) }
        case .encode(let capture):
            background { store, claim in
                let snapshot = await BackgroundQueue.run { capture.snapshot }
                await store.preparing(snapshot, of: capture, under: claim)
                return .encoded(capture, snapshot)
            }
        case .prune(let pruning):
            background { _, _ in .pruned(await BackgroundQueue.prune { pruning.run() }) }
        case .measure:
            background { store, _ in .measured(try? await store.usedLength()) }
        case .compact(let key, let revision):
            background { store, claim in
                .compacted(key, await store.compacting(key, upTo: revision, under: claim))
            }
        case .disconnectAll(let principal):
            let count = transport?.disconnectAll(principal) ?? 0
            report { log, now in log.disconnected(principal, connections: count, at: now) }
        case .disconnect(let peer):
            // The transport reports the reason, as for all that it disconnects.
            transport?.disconnect(peer.connection, because: .rateLimitIgnored)
            return [peer]
        case .serverKey(let action, let id):
            background { [keyStore, fleet = fleet?.store] _, _ in
                .serverKey(id, await keyStore.perform(action, in: fleet))
            }
        case .readMap: lookSoon()
        case .fleet(let action, let id):
            background { store, _ in .fleet(id, await store.performing(action)) }
        case .recordUptime(let accumulatedUptime):
            Task { await recordUptime(accumulatedUptime) }
        case .damaged(let damage): log.damaged(damage)
        case .ahead(let device): log.ahead(device)
        case .stop(let failure): stop(failure)
        }
        return []
    }

    /// Saves the accumulated uptime. A failed save only makes things last longer.
    private func recordUptime(_ accumulatedUptime: Duration) async {
        guard let claim else { return }
        do { try await store.recordUptime(accumulatedUptime, under: claim) } catch {
            logger.warning(
                "accumulated uptime not saved", metadata: ["nav.reason": "\(error)"])
        }
    }

    /// Commits a batch and brings its result back as an event: straight from the store's thread to
    /// this one, as the replies wait for it.
    private func persist(_ writes: [SceneWrite], _ changes: [RegistryChange]) {
        guard let claim else { return }
        let id = beginWork()
        store.commit(writes, changes, under: claim) { [reactor] result in
            reactor.enqueue {
                self.assumeIsolated { server in
                    if case .success = result { server.log.registered(changes) }
                    server.complete(id, .persisted(result.mapError(\.forTheCore)))
                }
            }
        }
    }

    private func beginWork() -> WorkID {
        defer { nextWork += 1 }
        work.insert(nextWork)
        return nextWork
    }

    /// Runs an operation on the store and brings its result back as an event.
    private func background(
        _ operation: @escaping @Sendable (any Store, Claim) async -> DaemonCore.Event
    ) {
        guard let claim else { return }
        let id = beginWork()
        Task { [store] in
            let event = await operation(store, claim)
            complete(id, event)
        }
    }

    private func complete(_ id: UInt64, _ event: DaemonCore.Event) {
        report { log, now in
            guard let access = event.storeAccess else { return }
            if let problem = event.storeFailure {
                meter.fail(access)
                // Damage has a line of its own, and nothing clears it.
                if case .damaged = problem { return }
                log.storeFailed(access, "\(problem)", at: now)
            } else if access == .reading || !isWaitingForRoom {
                // Operations that may use the reserve succeed on a full disk, too.
                log.storeWorked(access, at: now)
            }
            if case .compacted(let key, .success(let compaction)) = event {
                log.compacted(key, to: compaction)
            }
        }
        work.remove(id)
        if event.lacksRoom { waitForRoom() }
        step(event)
    }

    /// Writes to the operator's log, and schedules the suppressed lines.
    func report(_ body: (inout OperatorLog, _ now: Duration) -> Void) {
        body(&log, clock.now.uptime)
        guard logTimer == nil, let due = log.nextFlush else { return }
        logTimer = reactor.schedule(after: max(.zero, due - clock.now.uptime)) { [unowned self] in
            self.assumeIsolated { server in
                server.logTimer = nil
                server.report { log, now in log.flush(at: now) }
            }
        }
    }

    /// Returns the time of the core's next tick. By reference, as a property of an actor is copied
    /// before its methods are called.
    private static func nextTick(of core: inout DaemonCore) -> Duration? { core.nextTick }

    private func armTimer() {
        let due = Self.nextTick(of: &core)
        guard due != timer?.due else { return }
        if let timer { reactor.cancel(timer.id) }
        timer = due.map { due in
            let id = reactor.schedule(after: max(.zero, due - clock.now.uptime)) {
                [unowned self] in
                self.assumeIsolated { server in
                    server.timer = nil
                    server.step(.tick)
                }
            }
            return (id, due)
        }
    }

    func drain(because cause: (any Error)?) {
        switch phase {
        case .draining, .stopped: return
        case .starting, .serving, .suspended: phase = .draining(cause: cause)
        }
        supervisor?.serverIsStopping()
        log.stopping(pending: work.count)
        finishIfDrained()
    }

    private func finishIfDrained() {
        guard case .draining(let cause) = phase, work.isEmpty, let finish else { return }
        self.finish = nil
        finish.resume(returning: cause)
    }
}
