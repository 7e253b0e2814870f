public import NavigationModel
internal import NavigationStore

/// A live copy of one scene, kept up to date as long as its client is open.
///
/// Changes made here show at once and wait in the device's outbox until the daemon has taken them.
/// The mirror goes on through lost connections and restarts of the daemon and of the process.
public struct SceneMirror: Sendable {
    let driver: MirrorDriver
    let lifetime: ClientLifetime

    /// Whose scene it is, and which.
    public var key: SceneKey { driver.key }

    /// Every change as it happens.
    public var updates: MirrorUpdates {
        MirrorUpdates(driver: driver, lifetime: lifetime)
    }

    /// What people see, whenever it changes: for drawing.
    public var scenes: MirrorScenes { MirrorScenes(driver: driver, lifetime: lifetime) }

    /// The mirror as it is.
    public var current: MirrorUpdate {
        get async { await driver.current }
    }

    /// Waits until the mirror is where the daemon is; returns why it is not, as soon as that is
    /// known and within `patience` at the latest. The mirror goes on trying whatever it returns.
    public func waitUntilReady(within timeout: Duration) async -> NavigationClientError? {
        await driver.waitUntilReady(.mirror, until: .now + timeout)
    }

    /// Carries out what a person wants, on the scene as this device sees it.
    ///
    /// When it returns, the change is durable in the device's outbox and shows in this mirror;
    /// ``ChangeHandle/outcome()`` waits for the daemon. `nil` means that all is as it is wished.
    ///
    /// - Parameters:
    ///   - requiredRevision: the only revision at which the daemon may take the change.
    ///   - animated: whether those who show it may move what comes and goes; everybody is told.
    ///   - beneath: whether it may push, pop or select beneath a modal that this device sees.
    /// - Throws: ``NavigationClientError/Code/impossible`` if the intent makes no sense in the
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

    /// Sets whom this mirror asks before its own changes and tells after everyone's: one for a
    /// scene, instead of the one before; `nil` for nobody. It is kept until another is set or the
    /// client is closed.
    ///
    /// All that is committed after this returns is told, and what is performed after it is asked.
    public func setDelegate(_ delegate: (any NavigationDelegate)?) async {
        await driver.setDelegate(delegate)
    }

    /// Takes the outcomes of changes that waited in the outbox, were made by other processes of the
    /// device, and did not come to what was wished; since this was asked last.
    public func takeDeferredOutcomes() async -> DeferredOutcomes {
        await driver.takeDeferredOutcomes()
    }

    /// Takes this device's newest change back that is not taken back yet, in the scene as it is now;
    /// `nil` if there is none.
    ///
    /// It is a change of its own, made as ``perform(_:requiredRevision:animated:beneath:)`` makes them, also without a
    /// daemon. What others have done stays: of the change is taken back what is left of it. The device
    /// keeps how to take back its last 100 changes.
    @discardableResult
    public func undo() async throws(NavigationClientError) -> UndoResult? {
        try await driver.step(.undo)
    }

    /// Does again what ``undo()`` took back last; `nil` if there is nothing, as after any new change.
    @discardableResult
    public func redo() async throws(NavigationClientError) -> UndoResult? {
        try await driver.step(.redo)
    }

    /// The changes of this device that the daemon will not take.
    public var shelf: ShelfContent {
        get async throws(NavigationClientError) { try await driver.shelf() }
    }

    /// Makes the wish of a change on the shelf anew, on the scene as it is now, and takes it off the
    /// shelf; `nil` if all is as it was wished. It insists on no revision any more.
    @discardableResult
    public func retry(_ id: ChangeID) async throws(NavigationClientError) -> ChangeHandle? {
        try await driver.retry(id)
    }

    /// Takes a change off the shelf for good.
    public func dropShelved(_ id: ChangeID) async throws(NavigationClientError) {
        try await driver.dropShelved(id)
    }

    /// The changes of this device that the daemon has not answered yet, in order.
    public var waiting: [LocalChange] {
        get async throws(NavigationClientError) { try await driver.waitingChanges() }
    }
}
