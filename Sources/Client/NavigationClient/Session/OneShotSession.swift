internal import DeviceStore
public import NavigationModel
public import NavigationSync
internal import NavigationTransport
public import NavigationWire

/// A short session with the daemon for one command: hello and sync at once, one request, and the
/// end.
///
/// It subscribes to nothing. The device's outbox is flushed on the way. Without a daemon the
/// session uses what the device last knew.
public struct OneShotSession: Sendable {
    /// The owner of the scene.
    public let user: UserID
    /// The device's id.
    public let device: DeviceID
    /// The name of the device, for people.
    public let deviceName: DeviceName
    /// The device's directory.
    public let deviceDirectory: String
    /// The first endpoint where the client looks for the daemon.
    public let endpoint: String
    /// The origin of the endpoint.
    public let source: EndpointSource

    /// The scene as the directory had it when the session began; `nil` before the first connection.
    public let kept: Result<ConfirmedScene?, NavigationClientError>

    private let lifetime: ClientLifetime
    let driver: MirrorDriver
    private let timeout: Duration
    private let isEphemeral: Bool
    let deadline: ContinuousClock.Instant
    let directory: DeviceDatabase

    /// Opens the device's directory, and starts to connect.
    ///
    /// - Parameters:
    ///   - timeout: The time to wait for the daemon, from now on; and the same time again for the
    ///     outcome of a change, which may be queued behind many others.
    ///   - flushesOutbox: A Boolean value indicating whether the outbox is submitted on connection.
    ///   - toleratingDamage: A Boolean value indicating whether to begin with nothing if the scene
    ///     in the directory can't be read, as ``kept`` then says.
    ///   - delegate: The delegate that approves changes; it observes none, as the session has no
    ///     feed.
    /// - Throws: ``NavigationClientError/Code/configuration``,
    ///   ``NavigationClientError/Code/device``, ``NavigationClientError/Code/notPaired`` or
    ///   ``NavigationClientError/Code/notPermitted``.
    public init(
        _ configuration: ClientConfiguration = ClientConfiguration(), scene: SceneID = .main,
        timeout: Duration = .seconds(5), flushesOutbox: Bool = true,
        toleratingDamage: Bool = false, delegate: (any NavigationDelegate)? = nil
    ) async throws(NavigationClientError) {
        self.timeout = timeout
        isEphemeral = configuration.isEphemeral
        deadline = .now + timeout
        let opened = try await OpenedDevice(configuration)
        let host = opened.host
        lifetime = opened.lifetime
        user = opened.user
        device = opened.device.device
        deviceName = opened.device.name
        deviceDirectory = opened.device.path
        endpoint = opened.candidates[0].endpoint.description
        source = opened.candidates[0].source
        directory = opened.device
        let key = SceneKey(user: opened.user, scene: scene)
        do {
            let kept: Result<ConfirmedScene?, NavigationClientError> = await host.run {
                Result { try opened.device.confirmed(key) }.mapError {
                    .device($0, at: opened.device.path)
                }
            }
            self.kept = kept
            let confirmed = toleratingDamage ? (try? kept.get()) ?? nil : try kept.get()
            driver = await host.run {
                MirrorDriver(
                    opened, key: key, confirmed: confirmed ?? .nothing, followsFeed: false,
                    flushesOutbox: flushesOutbox)
            }
            await driver.setApprover(delegate)
            try await driver.start()
        } catch {
            await opened.lifetime.end()
            throw .device(error, at: opened.device.path)
        }
    }

    /// Returns the scene as the daemon has it or, with the reason, as the device last knew it.
    ///
    /// Submits the pending changes first; but reading does not wait for a daemon that takes no
    /// changes, as ``putOff`` says then.
    public func fetchScene() async -> (view: MirrorUpdate, blockingError: NavigationClientError?) {
        let blockingError = await driver.waitUntilReady(.mirror, until: deadline)
        if blockingError == nil {
            // A daemon that is busy with others can still answer in the other half.
            let now = ContinuousClock.now
            let half = now + now.duration(to: deadline) / 2
            if await driver.flushOutbox(until: half, endsUntaken: true) == .late,
                await !driver.isBackingOff, await driver.damage == nil
            {
                await driver.flushOutbox(until: deadline, endsUntaken: true)
            }
            if await !driver.core.isComplete { await driver.catchUp(until: deadline) }
        }
        if blockingError == nil, let damage = await driver.damage {
            return (await driver.current, damage)
        }
        return (await driver.current, await missing() ?? blockingError)
    }

    /// The reason why the daemon takes no changes for now, so that some are pending; `nil` if it
    /// does, or has not received any.
    public var putOff: NavigationClientError? { get async { await driver.putOff } }

    /// Returns the scene as the daemon has it by now, with the commits of others meanwhile.
    public func refresh() async -> MirrorUpdate {
        await driver.catchUp(until: deadline)
        return await driver.current
    }

    /// Makes one change of the scene as it is now, and waits for its outcome.
    ///
    /// The change is built in the transaction that puts it into the outbox, on all that any process
    /// of the device has put there before. It is durable there before it is submitted.
    ///
    /// - Parameters:
    ///   - requiredRevision: The only revision at which the daemon may take the change.
    ///   - animated: A Boolean value indicating whether the transition may be animated.
    ///   - beneath: A Boolean value indicating whether it may push, pop or select beneath a modal
    ///     that this device sees.
    /// - Throws: ``NavigationClientError/Code/impossible``, ``NavigationClientError/Code/vetoed``
    ///   or ``NavigationClientError/Code/refused``: then nothing was changed and nothing is
    ///   pending. Without a daemon it is `impossible`, too, if the change can't be built on what
    ///   the device knows.
    public func perform(
        _ intent: Intent, requiredRevision: Revision? = nil, animated: Bool = false,
        beneath: Bool = true
    ) async throws(NavigationClientError) -> CommandResult {
        let blockingError = try await connect()
        let change = try await built(despite: blockingError) {
            driver throws(NavigationClientError) in
            try await driver.perform(
                intent, requiredRevision: requiredRevision, animated: animated, beneath: beneath)
        }
        return try await finish(change, blockingError)
    }

    /// Undoes the device's newest change that is not undone yet; returns `nil` if there is none.
    /// The result is `unchanged` if nothing is left of that change.
    public func undo() async throws(NavigationClientError) -> (UndoResult, CommandResult)? {
        try await step(.undo)
    }

    /// Redoes the change that was undone last; returns `nil` if there is none.
    public func redo() async throws(NavigationClientError) -> (UndoResult, CommandResult)? {
        try await step(.redo)
    }

    private func step(
        _ direction: UndoStep.Direction
    ) async throws(NavigationClientError) -> (UndoResult, CommandResult)? {
        let blockingError = try await connect()
        guard let step = try await driver.step(direction) else { return nil }
        return (step, try await finish(step.change, blockingError))
    }

    /// The content of the shelf. Needs no daemon.
    public var shelf: ShelfContent {
        get async throws(NavigationClientError) { try await driver.shelf() }
    }

    /// The number of changes on the shelf. Needs no daemon.
    public var shelfCount: Int {
        get async throws(NavigationClientError) { try await driver.shelfCount() }
    }

    /// Resubmits a shelved change, and removes it from the shelf.
    ///
    /// - Throws: As ``perform(_:requiredRevision:animated:beneath:)``; then it stays on the shelf.
    public func retry(_ id: ChangeID) async throws(NavigationClientError) -> CommandResult {
        let blockingError = try await connect()
        let change = try await built(despite: blockingError) {
            driver throws(NavigationClientError) in
            try await driver.retry(id)
        }
        return try await finish(change, blockingError)
    }

    /// Drops a change from the shelf for good. Needs no daemon.
    public func dropShelved(_ id: ChangeID) async throws(NavigationClientError) {
        try await driver.dropShelved(id)
    }

    /// Empties the shelf; returns how many changes were on it. Needs no daemon.
    public func dropAllShelved() async throws(NavigationClientError) -> Int {
        try await driver.dropAllShelved()
    }

    /// The pending changes, in order.
    public var waiting: [LocalChange] {
        get async throws(NavigationClientError) { try await driver.waitingChanges() }
    }

    /// Drops pending changes that were never submitted from the outbox, in the order given.
    public func drop(
        _ ids: [ChangeID]
    ) async throws(NavigationClientError) -> [(ChangeID, DropResult)] {
        try await driver.drop(ids, until: deadline)
    }

    /// Returns, and clears, the outcomes other than `applied` of changes that other processes had
    /// made and this session submitted.
    public func takeDeferredOutcomes() async -> DeferredOutcomes {
        await driver.takeDeferredOutcomes()
    }

    /// The failure of the device's own directory: it is damaged, its disk is full, or it has a
    /// twin; `nil` if none is known, apart from ``repairedDivergence``. Its pending changes stay
    /// pending.
    public var deviceProblem: NavigationClientError? {
        get async {
            await driver.save()
            return await driver.deviceProblem
        }
    }

    /// The reason why the daemon can't be reached; `nil` if it can.
    public var blockingError: NavigationClientError? {
        get async { await driver.waitUntilReady(.mirror, until: deadline) }
    }

    /// Waits for the daemon; throws if it refuses this client, returns the reason why it can't be
    /// reached.
    private func connect() async throws(NavigationClientError) -> NavigationClientError? {
        let blockingError = await driver.waitUntilReady(.mirror, until: deadline)
        // A device that may be paired again keeps the changes that it makes meanwhile.
        if let blockingError, blockingError.cause is Failure, blockingError.code != .revoked {
            throw blockingError
        }
        return blockingError
    }

    private func built(
        despite blockingError: NavigationClientError?,
        _ body: (MirrorDriver) async throws(NavigationClientError) -> ChangeHandle?
    ) async throws(NavigationClientError) -> ChangeHandle? {
        do { return try await body(driver) } catch {
            guard let blockingError, error.code == .impossible else { throw error }
            throw NavigationClientError(
                .impossible,
                text: """
                    \(messageOf: blockingError); and nothing was kept: in the scene as this \
                    device last knew it, \(messageOf: error)
                    """, cause: error)
        }
    }

    /// Waits for the outcome of a change.
    private func finish(
        _ change: ChangeHandle?, _ blockingError: NavigationClientError?
    ) async throws(NavigationClientError) -> CommandResult {
        guard let change else { return .unchanged(await driver.current, blockingError) }
        if let blockingError {
            if isEphemeral { throw .lost(blockingError, "the change is not made") }
            return .waiting(change, await driver.keeping(blockingError))
        }
        switch await driver.acknowledgedOutcome(of: change.entry, until: .now + timeout) {
        case .settled(let receipt): return .settled(change, receipt)
        case .refused(let failure): throw .refused(by: failure)
        case nil:
            let timeoutError = await driver.timeoutError
            if isEphemeral { throw .lost(timeoutError, "whether the change is made is not known") }
            return .waiting(change, await driver.keeping(timeoutError))
        }
    }

    /// Requests the state of the daemon and of the scene.
    public func status() async throws(NavigationClientError) -> DaemonStatus {
        let call = Request.Call.status(scene: driver.key.scene)
        guard case .status(let status) = try await driver.request(call, until: deadline) else {
            throw .strange
        }
        return status
    }

    /// Returns a page of the log, oldest first: at most `limit` commits above a revision.
    public func history(
        after revision: Revision, limit: Int
    ) async throws(NavigationClientError) -> HistoryPage {
        let call = Request.Call.history(scene: driver.key.scene, after: revision, limit: limit)
        guard case .historyPage(let page) = try await driver.request(call, until: deadline),
            page.goesOn(after: revision, limit: limit)
        else { throw .strange }
        return page
    }

    /// Saves unsaved state, waits for the reply to a repeated hello, removes an ephemeral device, and
    /// releases all resources. Idempotent.
    public func close() async {
        await driver.waitForHello(until: deadline)
        await driver.leave(until: .now + timeout)
        await lifetime.end()
    }
}
