public import NavigationModel
internal import NavigationStore
public import NavigationSync
internal import NavigationTransport
public import NavigationWire

/// A short visit to the daemon for one command: hello and sync at once, one thing done, good-bye.
///
/// It subscribes to nothing. Whatever waits in the device's outbox is handed over on the way. Without
/// a daemon it goes by what the device last knew.
public struct OneShotSession: Sendable {
    /// Whose scene it is about.
    public let user: UserID
    /// The device's id.
    public let device: DeviceID
    /// Its name, for people.
    public let deviceName: DeviceName
    /// The device's directory.
    public let deviceDirectory: String
    /// The endpoint where the daemon is looked for.
    public let endpoint: String
    /// Why it is looked for there.
    public let source: EndpointSource

    /// The scene as the directory had it when the session began; `nil` before the first contact.
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
    ///   - timeout: how long to wait for the daemon, from now; and then, for what becomes of a change
    ///     that may have to wait for many others, as long again.
    ///   - handsOver: whether what waits in the outbox is handed over on contact.
    ///   - toleratingDamage: whether to begin with nothing if the scene in the directory can't be
    ///     read, as ``kept`` then says.
    ///   - delegate: who is asked before a change; it is told nothing, for a visit hears nothing.
    /// - Throws: ``NavigationClientError/Code/configuration``, ``NavigationClientError/Code/device``,
    ///   ``NavigationClientError/Code/notPaired`` or ``NavigationClientError/Code/notPermitted``.
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
        endpoint = opened.ways[0].endpoint.description
        source = opened.ways[0].source
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
            await driver.ask(delegate)
            try await driver.start()
        } catch {
            await opened.lifetime.end()
            throw .device(error, at: opened.device.path)
        }
    }

    /// The scene as the daemon has it, or, with the reason, as the device last knew it.
    ///
    /// Hands over first the changes that wait; a session that looks does not wait for a daemon that can
    /// take nothing, as ``putOff`` says then.
    public func fetchScene() async -> (view: MirrorUpdate, blockingError: NavigationClientError?) {
        let blockingError = await driver.waitUntilReady(.mirror, until: deadline)
        if blockingError == nil {
            // A daemon that is busy with others can still be asked in the other half.
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

    /// The reason why the daemon takes no changes for now, so that some wait in the outbox; `nil` if it
    /// does, or has not been handed any.
    public var putOff: NavigationClientError? { get async { await driver.putOff } }

    /// The scene as the daemon has it by now: what others did meanwhile is in it.
    public func refresh() async -> MirrorUpdate {
        await driver.catchUp(until: deadline)
        return await driver.current
    }

    /// Makes one change of the scene as it is now, and waits for what becomes of it.
    ///
    /// The change is built in the transaction that puts it into the outbox, on all that any process
    /// of the device has put there before. It is durable there before it is handed over.
    ///
    /// - Parameters:
    ///   - requiredRevision: the only revision at which the daemon may take the change.
    ///   - animated: whether those who show it may move what comes and goes.
    ///   - beneath: whether it may push, pop or select beneath a modal that this device sees.
    /// - Throws: ``NavigationClientError/Code/impossible``,
    ///   ``NavigationClientError/Code/vetoed`` or
    ///   ``NavigationClientError/Code/refused``: then nothing was changed and nothing waits. Without
    ///   a daemon it is `impossible`, too, if the change can't be built on what the device knows.
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

    /// Takes the device's newest change back that is not taken back yet; `nil` if there is none. The
    /// result is `unchanged` if nothing is left of it.
    public func undo() async throws(NavigationClientError) -> (UndoResult, CommandResult)? {
        try await step(.undo)
    }

    /// Does again what was taken back last; `nil` if there is nothing.
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

    /// Makes the wish of a change on the shelf anew, and takes it off the shelf.
    ///
    /// - Throws: as ``perform(_:requiredRevision:animated:beneath:)``; then it stays on the shelf.
    public func retry(_ id: ChangeID) async throws(NavigationClientError) -> CommandResult {
        let blockingError = try await connect()
        let change = try await built(despite: blockingError) {
            driver throws(NavigationClientError) in
            try await driver.retry(id)
        }
        return try await finish(change, blockingError)
    }

    /// Takes a change off the shelf for good. Needs no daemon.
    public func dropShelved(_ id: ChangeID) async throws(NavigationClientError) {
        try await driver.dropShelved(id)
    }

    /// Empties the shelf; returns how many changes were on it. Needs no daemon.
    public func dropAllShelved() async throws(NavigationClientError) -> Int {
        try await driver.dropAllShelved()
    }

    /// The changes that wait, in order.
    public var waiting: [LocalChange] {
        get async throws(NavigationClientError) { try await driver.waitingChanges() }
    }

    /// Takes waiting changes out of the outbox that were never handed over, in the order given.
    public func drop(
        _ ids: [ChangeID]
    ) async throws(NavigationClientError) -> [(ChangeID, DropResult)] {
        try await driver.drop(ids, until: deadline)
    }

    /// Takes the outcomes of changes that waited in the outbox, were handed over by this visit, and
    /// did not come to what was wished; since this was asked last.
    public func takeDeferredOutcomes() async -> DeferredOutcomes {
        await driver.takeDeferredOutcomes()
    }

    /// The reason why the device's own directory does not do what it should: it is damaged, its disk is
    /// full, or it has a twin; `nil` if nothing of that kind is known, but what ``mended`` says. What waits in
    /// it then waits on.
    public var deviceProblem: NavigationClientError? {
        get async {
            await driver.save()
            return await driver.deviceProblem
        }
    }

    /// Why the daemon can't be reached; `nil` if it can.
    public var blockingError: NavigationClientError? {
        get async { await driver.waitUntilReady(.mirror, until: deadline) }
    }

    /// Waits for the daemon; throws if it refuses this client, returns why it is not there.
    private func connect() async throws(NavigationClientError) -> NavigationClientError? {
        let blockingError = await driver.waitUntilReady(.mirror, until: deadline)
        // A device that may be let in again keeps what it does meanwhile.
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

    /// Waits for what becomes of a change.
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

    /// Asks for the state of the daemon and of the scene.
    public func status() async throws(NavigationClientError) -> DaemonStatus {
        let call = Request.Call.status(scene: driver.key.scene)
        guard case .status(let status) = try await driver.ask(call, until: deadline) else {
            throw .strange
        }
        return status
    }

    /// A part of the log, oldest first: commits above a revision, as many as asked for at most.
    public func history(
        after revision: Revision, limit: Int
    ) async throws(NavigationClientError) -> HistoryPage {
        let call = Request.Call.history(scene: driver.key.scene, after: revision, limit: limit)
        guard case .historyPage(let page) = try await driver.ask(call, until: deadline),
            page.goesOn(after: revision, limit: limit)
        else { throw .strange }
        return page
    }

    /// Saves what was learned, tells the daemon that it was, and lets go of everything; gives up the place
    /// of a device that was for this visit alone. Idempotent.
    public func close() async {
        await driver.waitForHello(until: deadline)
        await driver.leave(until: .now + timeout)
        await lifetime.end()
    }
}
