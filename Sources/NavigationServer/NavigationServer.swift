public import Logging
public import NavigationStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The daemon: one actor on the reactor's thread, which owns the sockets and the core.
///
/// The whole path is here: ``run()`` → ``start()`` → the transport's events → ``handle(_:)`` →
/// `DaemonCore.step` → ``perform(_:)``. Nothing in it blocks: the store works elsewhere, and its
/// answers come back as events.
public actor NavigationServer {
    private let configuration: ServerConfiguration
    private let store: any Store
    private let logger: Logger
    private let reactor: Reactor
    private let clock: ServerClock
    private let identity: DaemonIdentity
    private var core: DaemonCore
    private var transport: ServerTransport?
    private var claim: Claim?
    private var timer: TimerID?
    private var work: Set<WorkID> = []
    private var nextWork: WorkID = 0
    private var phase = Phase.starting
    private var finish: CheckedContinuation<(any Error)?, Never>?

    private typealias WorkID = UInt64

    /// From start to end, once.
    private enum Phase {
        case starting
        case serving
        /// No more requests are taken; what is being written is finished.
        case draining(cause: (any Error)?)
        case stopped
    }

    /// The actor's executor: the reactor's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// A server that is not listening yet.
    ///
    /// - Throws: ``ServerError`` if the reactor's thread can't be started.
    public init(
        configuration: ServerConfiguration, store: any Store, logger: Logger
    ) throws(ServerError) {
        self.configuration = configuration
        self.store = store
        self.logger = logger
        clock = ServerClock()
        do {
            reactor = try Reactor(name: "navsyncd")
        } catch {
            throw ServerError(.resources, "the reactor's thread could not be started", cause: error)
        }
        var generator = SystemRandomNumberGenerator()
        identity = DaemonIdentity(
            instance: .random(in: 1...UInt64.max, using: &generator),
            version: NavsyncVersion.current, started: clock.now.uptime,
            feed: configuration.feedAddress)
        core = DaemonCore(identity: identity, generator: generator)
    }

    /// Serves until ``shutdown()`` or a fault that leaves no other way.
    ///
    /// When it returns, all that was acknowledged is on disk and the sockets are closed.
    public func run() async throws {
        var directory: SocketDirectory?
        let result: Result<Void, any Error>
        do {
            directory = try configuration.socketDirectory.map { path throws(ServerError) in
                try SocketDirectory(locking: path)
            }
            try await serve(in: try Context())
            // Only what was bound here is removed: a start that failed may have found others' files.
            directory?.removeSockets()
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await note(lived: core.lived(at: clock.now))
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
        logger.info("stopped")
        if let cause { throw cause }
    }

    /// Stops: takes no more requests, finishes what is being written, answers it, and ends ``run()``.
    public nonisolated func shutdown() {
        Task { await drain(because: nil) }
    }

    /// Claims the store first, then listens: nobody is served from a store that is not ours.
    private func start(_ context: Context) async throws {
        let claim = try await store.claim(.all, after: .zero)
        if configuration.renewsEpochs { try await renewEpochs(under: claim) }
        core = DaemonCore(
            identity: identity, generator: SystemRandomNumberGenerator(),
            retention: configuration.retention, lived: try await store.lived(under: claim))
        self.claim = claim
        transport = try ServerTransport(
            listeners: configuration.listeners, context: context, reactor: reactor
        ) { [unowned self] event in
            self.assumeIsolated { $0.handle(event) }
        }
        if case .starting = phase { phase = .serving }
        logger.info(
            "ready", metadata: ["nav.endpoints": "\(configuration.listeners.map(\.description))"])
    }

    private func renewEpochs(under claim: Claim) async throws {
        try await store.renewEpochs(under: claim) {
            var generator = SystemRandomNumberGenerator()
            return Epoch.random(using: &generator)
        }
        logger.notice("every scene begins a new epoch")
    }

    private func handle(_ event: ServerTransport.Event) {
        guard case .serving = phase else { return }
        switch event {
        case .control(let bytes, let identity):
            step(.request(bytes, from: Peer(identity: identity, principal: .local(uid: 0))))
        case .subscription(let topic):
            step(.subscribed(topic))
        case .failed(let error):
            drain(because: error)
        }
    }

    /// One turn of the core, and all that follows from it.
    private func step(_ event: DaemonCore.Event) {
        var effects = core.step(event, at: clock.now)[...]
        while let effect = effects.popFirst() {
            if let gone = perform(effect) {
                effects += core.step(.unreachable(gone), at: clock.now)
            }
        }
        armTimer()
        finishIfDrained()
    }

    /// Performs an effect; returns the peer if it turned out to be gone.
    private func perform(_ effect: DaemonCore.Effect) -> Peer? {
        switch effect {
        case .reply(let reply, let peer):
            switch transport?.send(reply.encoded, to: peer.identity) {
            case .sent, nil: return nil
            // A client that does not read its replies asks again when it does.
            case .lagging: logger.debug("a client does not read its replies")
            case .gone: return peer
            }
        case .publish(let frame, let topic):
            transport?.publish(frame, on: topic)
        case .load(let key):
            background { store, claim in .loaded(key, await store.loading(key, under: claim)) }
        case .persist(let writes, let changes):
            background { store, claim in
                .persisted(await store.committing(writes, changes, under: claim))
            }
        case .fetch(let fetch, let ticket):
            background { store, _ in .fetched(ticket, await store.fetching(fetch)) }
        case .compact(let key, let revision):
            background { store, claim in
                .compacted(key, await store.compacting(key, upTo: revision, under: claim))
            }
        case .note(let lived):
            Task { await note(lived: lived) }
        case .stop(let why):
            drain(because: ServerError(.fenced, why))
        }
        return nil
    }

    /// Notes how long daemons have run. What is lost when that fails only makes things last longer.
    private func note(lived: Duration) async {
        guard let claim else { return }
        do { try await store.note(lived: lived, under: claim) } catch {
            logger.warning(
                "the time lived was not noted", metadata: ["nav.reason": "\(error)"])
        }
    }

    /// Has the store do something and brings its answer back as an event.
    private func background(
        _ operation: @escaping @Sendable (any Store, Claim) async -> DaemonCore.Event
    ) {
        guard let claim else { return }
        let id = nextWork
        nextWork += 1
        work.insert(id)
        Task { [store] in
            let event = await operation(store, claim)
            complete(id, event)
        }
    }

    private func complete(_ id: UInt64, _ event: DaemonCore.Event) {
        if let problem = event.storeFailure {
            logger.error("the store failed", metadata: ["nav.reason": "\(problem)"])
        }
        work.remove(id)
        step(event)
    }

    private func armTimer() {
        if let timer { reactor.cancel(timer) }
        timer = core.nextTick.map { due in
            reactor.schedule(after: max(.zero, due - clock.now.uptime)) { [unowned self] in
                self.assumeIsolated { $0.step(.tick) }
            }
        }
    }

    private func drain(because cause: (any Error)?) {
        switch phase {
        case .draining, .stopped: return
        case .starting, .serving: phase = .draining(cause: cause)
        }
        logger.info("stopping", metadata: ["nav.pending": "\(work.count)"])
        finishIfDrained()
    }

    private func finishIfDrained() {
        guard case .draining(let cause) = phase, work.isEmpty, let finish else { return }
        self.finish = nil
        finish.resume(returning: cause)
    }
}
