internal import DeviceStore
public import NavigationModel
internal import DeviceStore
package import NavigationSync
internal import NavigationText
public import NavigationWire

/// The store that the device belongs to, and the one that the daemon serves.
extension SceneMirror {
    /// The store that the daemon serves; `nil` without a connection, or if the daemon does not name
    /// it.
    public var store: StoreID? {
        get async {
            _ = await driver.waitUntilReady(.mirror, until: deadline)
            return await driver.core.welcome.flatMap { $0.store == .none ? nil : $0.store }
        }
    }

    /// The store that the device belongs to; `nil` before it has met any.
    package var boundStore: StoreID? {
        get async {
            let store = await driver.boundStore.store
            return store == .none ? nil : store
        }
    }

    /// The last known endpoint of the daemon of the device's own store or, before one was met, the
    /// endpoint that its changes are made for; `nil` if neither is known.
    package var boundEndpoint: String? {
        get async { await driver.boundStore.endpoint }
    }

    /// The error of a daemon that serves another store than the device's own; `nil` if it does not,
    /// or can't be reached.
    package var otherStore: NavigationClientError? {
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

    /// Returns the error of a scene that does not exist, with suggestions for its name; `nil` if
    /// the scene exists, or that can't be found out. The scene `main` always exists.
    package func missing() async -> NavigationClientError? {
        let scene = driver.key.scene
        guard scene != .main, await driver.waitUntilReady(.mirror, until: deadline) == nil,
            await driver.isEmptyScene,
            case .scenes(let scenes, _, _)? = try? await request(.listScenes(driver.key.user)),
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
                no scene '\(scene)': \(question)\(driver.key.user) has \(others); \
                \(remedy: .makeScene)
                """)
    }
}

/// The device's role, and the identity of its daemon.
extension SceneMirror {
    /// The role of the device, as the daemon last announced it.
    public var role: Role { get async { await driver.access.role } }

    /// The fingerprint of the daemon's key; `nil` without a connection, or if the daemon does not
    /// reveal it.
    public var serverFingerprint: Fingerprint? {
        get async {
            if let key = await driver.serverKey { return Fingerprint(of: key.bytes) }
            guard case .serverKeys(let keys)? = try? await request(.serverKey(.show)) else {
                return nil
            }
            return Fingerprint(of: keys.key.bytes)
        }
    }
}

/// Audit of the scene, and repair of the mirror.
extension SceneMirror {
    /// Audits the scene in the daemon's database. This reads the whole database: it is for people
    /// who look for a fault.
    package func audit() async throws(NavigationClientError) -> Audit {
        let call = Request.Call.audit(scene: driver.key.scene)
        guard case .audit(let audit) = try await request(call) else { throw .strange }
        return audit
    }

    /// Replaces the state in the device's directory by a fresh snapshot, even if that state can't
    /// be read. The outbox stays. Returns the error that prevents it, also at another store than
    /// the device's own, since the snapshot is of that store's scene.
    package func repair() async -> NavigationClientError? {
        do { _ = try database.confirmed(key) } catch {
            do { try database.discardConfirmed(key) } catch {
                return .device(error, at: client.deviceDirectory)
            }
        }
        let blockingError = await driver.repair(until: deadline)
        return await driver.otherStore ?? blockingError
    }

    /// The state that this very session found to differ from the daemon's, and has replaced.
    package var repairedDivergence: Divergence? {
        get async { await driver.localErrors.divergence }
    }

    /// The daemon's limits, by name; empty without a connection.
    package var limits: [String: UInt64] { get async { await driver.limits } }
}

/// The newest change of the device.
extension SceneMirror {
    /// The id of the newest change that any process of the device has made, in any scene, whatever has
    /// become of it; `nil` if there has been none. Ids only grow.
    package var newestChange: ChangeID? {
        get async throws(NavigationClientError) {
            do {
                return try await client.opened.host.run { [database] in
                    try database.newestEntry()
                }.map(ChangeID.init)
            } catch { throw .device(error, at: client.deviceDirectory) }
        }
    }
}
