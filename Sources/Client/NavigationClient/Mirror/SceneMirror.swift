internal import DeviceStore
public import NavigationModel
public import NavigationWire

/// A replica of one scene: kept up to date as long as its client is open or, for a command, fetched
/// once (``MirrorMode``).
///
/// Changes made here show at once and stay in the device's outbox until the daemon has taken them.
/// The mirror resumes after lost connections and after restarts of the daemon and of the process.
public struct SceneMirror: Sendable {
    let driver: MirrorDriver
    /// The client that the mirror is from.
    public let client: NavigationClient
    let mode: MirrorMode

    var lifetime: ClientLifetime { client.opened.lifetime }
    var deadline: ContinuousClock.Instant { mode.deadline }
    /// The device's database, which is there wherever a mirror is.
    var database: DeviceDatabase { driver.device }

    /// The user and the id of the scene.
    public var key: SceneKey { driver.key }

    /// The device's id.
    public var device: DeviceID { driver.device.device }
    /// The name of the device, for people.
    public var deviceName: DeviceName { driver.device.name }

    /// The updates of the mirror, with every commit.
    public var updates: MirrorUpdates {
        MirrorUpdates(driver: driver, lifetime: lifetime)
    }

    /// The optimistic scene, whenever it changes: for drawing.
    public var scenes: MirrorScenes { MirrorScenes(driver: driver, lifetime: lifetime) }

    /// The events beside the scene: the connection, the access, and outcomes of changes.
    public var events: MirrorEvents { MirrorEvents(driver: driver, lifetime: lifetime) }

    /// The present state of the mirror.
    public var current: MirrorUpdate {
        get async { await driver.current }
    }

    /// The devices that mirror the scene now, this one included, unless they hide it
    /// (``ClientConfiguration/isHidden``): sorted by id, and none without a connection.
    ///
    /// A mirror of the mode ``MirrorMode/following`` reports its own place by itself, and hears of a
    /// change of another within a second. A device whose connection is lost is gone at once, one that
    /// is silent after 45 s.
    public var presentDevices: [PresentDevice] {
        get async { await driver.presentDevices }
    }

    /// Records that somebody uses this device, for ``presentDevices`` of others: as a change made
    /// here does by itself. Cheap enough to call at every touch.
    public func noteActivity() async { await driver.noteActivity() }

    /// Waits until the mirror is at the daemon's head; returns the error that prevents it, as soon
    /// as it is known and within `timeout` at the latest. The mirror retries whatever it returns.
    public func waitUntilReady(within timeout: Duration) async -> NavigationClientError? {
        await driver.waitUntilReady(.mirror, until: .now + timeout)
    }

    /// Performs an intent on the scene as this device sees it.
    ///
    /// When it returns, the change is durable in the device's outbox and shows in this mirror;
    /// ``ChangeHandle/outcome()`` waits for the daemon. `nil` means that there was nothing to
    /// change.
    ///
    /// - Parameters:
    ///   - requiredRevision: The only revision at which the daemon may take the change.
    ///   - animated: A Boolean value indicating whether the transition may be animated; every
    ///     mirror gets it.
    ///   - beneath: A Boolean value indicating whether it may push, pop or select beneath a modal
    ///     that this device sees.
    /// - Throws: ``NavigationClientError/Code/impossible`` if the intent is impossible in the
    ///   scene, ``NavigationClientError/Code/vetoed`` if the delegate does not allow it,
    ///   ``NavigationClientError/Code/device`` if the outbox can't take it.
    @discardableResult
    public func perform(
        _ intent: Intent, requiredRevision: Revision? = nil, animated: Bool = false,
        beneath: Bool = true
    ) async throws(NavigationClientError) -> ChangeHandle? {
        try await driver.perform(
            intent, requiredRevision: requiredRevision, animated: animated, beneath: beneath)
    }

    /// Declares the app's tabs and bars: those described are there afterwards, in their order, and no
    /// others. Returns `nil` if they are so already, so an app calls it at each start.
    ///
    /// A device that has never seen the scene first tries to fetch it, for ``firstSyncTimeout`` at
    /// most.
    ///
    /// - Parameters:
    ///   - description: The tabs and bars, and the stacks, selection and modals of a new scene.
    ///   - replacesPlace: A Boolean value indicating whether a person's place is replaced by the
    ///     description's, too: the selection, the modals, and the stacks and badges of all tabs.
    /// - Throws: the errors of ``perform(_:requiredRevision:animated:beneath:)``.
    @discardableResult
    public func become(
        _ description: SceneDescription, replacingPlace replacesPlace: Bool = false
    ) async throws(NavigationClientError) -> ChangeHandle? {
        if await current.revision == .zero {
            _ = await waitUntilReady(within: Self.firstSyncTimeout)
        }
        return try await perform(
            replacesPlace ? .replaceScene(description) : .declareScene(description))
    }

    /// The time for which a declaration waits for a scene that the device has never seen.
    public static let firstSyncTimeout = Duration.seconds(5)

    /// Returns what an intent would change of the scene as this device sees it, and changes nothing.
    ///
    /// - Throws: ``NavigationClientError/Code/impossible`` if the intent is impossible in the scene.
    public func preview(
        _ intent: Intent
    ) async throws(NavigationClientError) -> [SceneDifference] {
        try await driver.preview(intent)
    }

    /// Sets the mirror's delegate, which approves its own changes and observes everyone's, instead
    /// of the one before; `nil` removes it. The mirror keeps it until another is set or the client
    /// is closed.
    ///
    /// The delegate observes every commit, and approves every change, after this returns.
    public func setDelegate(_ delegate: (any NavigationDelegate)?) async {
        await driver.setDelegate(delegate)
    }

    /// Returns, and clears, the outcomes other than `applied` of changes that other processes of
    /// the device had made and this one submitted.
    public func takeDeferredOutcomes() async -> DeferredOutcomes {
        await driver.takeDeferredOutcomes()
    }

    /// Undoes this device's newest change that is not undone yet, in the scene as it is now;
    /// returns `nil` if there is none.
    ///
    /// Undo is a change of its own, made as ``perform(_:requiredRevision:animated:beneath:)`` makes
    /// them, also without a daemon. It leaves other devices' changes alone: only the rest of the
    /// change is undone. The device keeps the inverses of its last 100 changes.
    @discardableResult
    public func undo() async throws(NavigationClientError) -> UndoResult? {
        try await driver.step(.undo)
    }

    /// Redoes the change that ``undo()`` undid last; returns `nil` if there is none, as after any
    /// new change.
    @discardableResult
    public func redo() async throws(NavigationClientError) -> UndoResult? {
        try await driver.step(.redo)
    }

    /// The changes of this device that the daemon has refused or rejected.
    public var shelf: ShelfContent {
        get async throws(NavigationClientError) { try await driver.shelf() }
    }

    /// Resubmits a shelved change on the scene as it is now, and removes it from the shelf; returns
    /// `nil` if there is nothing to change. The new change requires no revision.
    @discardableResult
    public func retry(_ id: ChangeID) async throws(NavigationClientError) -> ChangeHandle? {
        try await driver.retry(id)
    }

    /// The number of changes on the shelf.
    public var shelfCount: Int {
        get async throws(NavigationClientError) { try await driver.shelfCount() }
    }

    /// Drops a change from the shelf for good.
    public func dropShelved(_ id: ChangeID) async throws(NavigationClientError) {
        try await driver.dropShelved(id)
    }

    /// Empties the shelf; returns how many changes were on it.
    public func dropAllShelved() async throws(NavigationClientError) -> Int {
        try await driver.dropAllShelved()
    }

    /// The changes of this device that have no outcome yet, in order.
    public var waiting: [LocalChange] {
        get async throws(NavigationClientError) { try await driver.waitingChanges() }
    }

    /// Drops pending changes that were never submitted from the outbox, in the order given.
    public func drop(
        _ ids: [ChangeID]
    ) async throws(NavigationClientError) -> [(ChangeID, DropResult)] {
        try await driver.drop(ids, until: deadline)
    }
}

/// The mode of a mirror: to follow its scene, or to fetch it once for a command.
public struct MirrorMode: Sendable {
    let followsFeed: Bool
    let flushesOutbox: Bool
    let toleratesDamage: Bool
    let timeout: Duration
    private let end: ContinuousClock.Instant?

    /// The mirror follows its scene by the daemon's feed as long as its client is open; each of its
    /// requests may take 5 s.
    public static let following = MirrorMode(
        followsFeed: true, flushesOutbox: true, toleratesDamage: false, timeout: .seconds(5),
        end: nil)

    /// The mirror is for one command: hello and sync at once, and no subscription. The device's
    /// outbox is flushed on the way. Without a daemon it shows what the device last knew.
    ///
    /// - Parameters:
    ///   - timeout: The time to wait for the daemon, from now on; and the same time again for the
    ///     outcome of a change, which may be queued behind many others.
    ///   - flushesOutbox: A Boolean value indicating whether the outbox is submitted on connection.
    ///   - toleratesDamage: A Boolean value indicating whether to begin with nothing if the scene
    ///     in the directory can't be read.
    public static func oneShot(
        timeout: Duration = .seconds(5), flushesOutbox: Bool = true, toleratesDamage: Bool = false
    ) -> MirrorMode {
        MirrorMode(
            followsFeed: false, flushesOutbox: flushesOutbox, toleratesDamage: toleratesDamage,
            timeout: timeout, end: .now + timeout)
    }

    /// The deadline of a request that begins now.
    var deadline: ContinuousClock.Instant { end ?? .now + timeout }
}
