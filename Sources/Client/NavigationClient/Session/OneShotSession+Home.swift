internal import DeviceStore
public import NavigationModel
internal import NavigationSync
internal import NavigationText
internal import NavigationWire

/// The store that the device belongs to, and the one that the daemon serves.
extension OneShotSession {
    /// The store that the daemon serves; `nil` without a connection, or if the daemon does not name
    /// it.
    public var store: StoreID? {
        get async {
            _ = await driver.waitUntilReady(.mirror, until: deadline)
            return await driver.core.welcome.flatMap { $0.store == .none ? nil : $0.store }
        }
    }

    /// The store that the device belongs to; `nil` before it has met any.
    public var home: StoreID? {
        get async {
            let store = await driver.boundStore.store
            return store == .none ? nil : store
        }
    }

    /// The last known endpoint of the daemon of the device's own store or, before one was met, the
    /// endpoint that its changes are made for; `nil` if neither is known.
    public var homeEndpoint: String? {
        get async { await driver.boundStore.endpoint }
    }

    /// The error of a daemon that serves another store than the device's own; `nil` if it does not,
    /// or can't be reached.
    public var otherStore: NavigationClientError? {
        get async { await driver.otherStore }
    }

    /// Makes the device adopt the store of the daemon: the outbox is submitted there from now on,
    /// the changes of this scene at once; the mirrored states and the undo journal of the former
    /// store are deleted. Returns the number of changes that were pending.
    ///
    /// - Throws: ``NavigationClientError/Code/unreachable`` and others without a connection.
    public func adopt() async throws(NavigationClientError) -> Int {
        if let blockingError = await driver.waitUntilReady(.mirror, until: deadline) {
            throw blockingError
        }
        let waiting = try await driver.adopt()
        await driver.flushOutbox(until: deadline)
        return waiting
    }

    /// The users other than ``user`` with pending changes in the device's outbox: a session as one
    /// of them submits them.
    public var otherWaitingUsers: [UserID] {
        get throws(NavigationClientError) {
            do { return try directory.waitingUsers().filter { $0 != user } } catch {
                throw .device(error, at: deviceDirectory)
            }
        }
    }

    /// Returns the error of a scene that does not exist, with suggestions for its name; `nil` if
    /// the scene exists, or that can't be found out. The scene `main` always exists.
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
