public import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire

/// Whose the device is, and what is where the daemon is looked for.
extension OneShotSession {
    /// The store that the daemon serves; `nil` without contact, or from a daemon that does not say.
    public var store: StoreID? {
        get async {
            _ = await driver.waitUntilReady(.mirror, until: deadline)
            return await driver.core.welcome.flatMap { $0.store == .none ? nil : $0.store }
        }
    }

    /// The store that the device belongs to; `nil` if it has not met any.
    public var home: StoreID? {
        get async {
            let store = await driver.home.store
            return store == .none ? nil : store
        }
    }

    /// The last known endpoint of the daemon of the device's own store or, before one was met, that
    /// for which its changes are meant; `nil` if neither is known.
    public var homeEndpoint: String? {
        get async { await driver.home.endpoint }
    }

    /// The error of a daemon that serves another store than the device's own; `nil` if it does not,
    /// or can't be reached.
    public var otherStore: NavigationClientError? {
        get async { await driver.otherStore }
    }

    /// Makes the device that of the store that the daemon serves: what waits in its outbox is handed over
    /// there from now on, that of this scene at once; what the device has mirrored, and how to take
    /// back what it did elsewhere, is forgotten. Returns how many changes waited.
    ///
    /// - Throws: ``NavigationClientError/Code/unreachable`` and others without contact.
    public func adopt() async throws(NavigationClientError) -> Int {
        if let blockingError = await driver.waitUntilReady(.mirror, until: deadline) {
            throw blockingError
        }
        let waiting = try await driver.adopt()
        await driver.flushOutbox(until: deadline)
        return waiting
    }

    /// The users other than ``user`` for whom changes wait in the device's outbox: a visit as one of them
    /// hands them over.
    public var otherWaitingUsers: [UserID] {
        get throws(NavigationClientError) {
            do { return try directory.waitingUsers().filter { $0 != user } } catch {
                throw .device(error, at: deviceDirectory)
            }
        }
    }

    /// Returns the error of a scene that is not there, with the names that may have been meant;
    /// `nil` if the scene is there, or nobody can tell. The scene `main` always is.
    public func missing() async -> NavigationClientError? {
        let scene = driver.key.scene
        guard scene != .main, await driver.waitUntilReady(.mirror, until: deadline) == nil,
            await driver.isEmptyScene,
            case .scenes(let scenes, _)? = try? await ask(.listScenes(driver.key.user)),
            !scenes.contains(scene)
        else { return nil }
        let names = scenes.map(\.rawValue)
        let meant = SpellChecker.nearest(to: scene.rawValue, in: names)
        let list = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
        let question = meant.map { "did you mean '\($0)'? " } ?? ""
        let others = names.isEmpty ? "none" : list
        return NavigationClientError(
            .impossible,
            text: """
                there is no scene '\(scene)': \(question)\(driver.key.user) has \(others); \
                \(remedy: .makeScene)
                """)
    }
}
