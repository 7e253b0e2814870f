internal import DeviceStore
public import NavigationModel
internal import DeviceStore
package import NavigationSync
internal import NavigationTransport
internal import ZeroMQ

/// A client of navsync, for apps and for commands: mirrors of scenes, and requests about users,
/// devices and keys, for one device and one user.
///
/// All of a client's connections, and its device's database, live on one thread of its own. Each
/// mirror has its own connection to the daemon, and ``administration(timeout:)`` has one.
///
/// ``close()`` ends it in order. Without that it ends when an app has released the client and all
/// objects that it has from it: its mirrors, their sequences and its changes. They may be released
/// on any thread, and the device's directory is closed with the last of them; the commits that were
/// received last are then synced again at the next start, as after a crash.
public actor NavigationClient {
    nonisolated let opened: OpenedClient
    /// The drivers of the mirrors that follow their scenes.
    private var drivers: [SceneID: MirrorDriver] = [:]
    /// The mirrors for one command each.
    private var oneShots: [SceneMirror.OneShot] = []
    private var connection: DaemonConnection?
    private var isClosed = false

    /// The client's own thread.
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        unsafe opened.host.reactor.asUnownedSerialExecutor()
    }

    /// Opens the device's directory, which the first use creates unless the configuration says
    /// otherwise. The daemon need not run.
    ///
    /// - Throws: ``NavigationClientError/Code/configuration``,
    ///   ``NavigationClientError/Code/device``, ``NavigationClientError/Code/notPaired`` or
    ///   ``NavigationClientError/Code/notPermitted``.
    public init(
        _ configuration: ClientConfiguration = ClientConfiguration()
    ) async throws(NavigationClientError) {
        opened = try await OpenedClient(configuration)
    }

    /// Returns the mirror of a scene: of one that is followed the same every time, and for a
    /// command a new one.
    ///
    /// - Parameters:
    ///   - mode: The mode: to follow the scene, or to fetch it once for a command.
    ///   - delegate: The delegate to set from the start, as ``SceneMirror/setDelegate(_:)`` does;
    ///     `nil` leaves the present one. For a command it approves changes and observes none.
    /// - Throws: ``NavigationClientError/Code/closed``, or the error of the device's directory.
    public func mirror(
        of scene: SceneID = .main, mode: MirrorMode = .following,
        delegate: (any NavigationDelegate)? = nil
    ) async throws(NavigationClientError) -> SceneMirror {
        guard !isClosed else { throw .closed }
        guard mode.followsFeed else {
            let driver = try open(scene, mode, delegate)
            oneShots.append(SceneMirror.OneShot(driver: driver, mode: mode))
            return SceneMirror(driver: driver, client: self, mode: mode)
        }
        let mirror = SceneMirror(driver: try following(scene, mode), client: self, mode: mode)
        if let delegate { await mirror.setDelegate(delegate) }
        return mirror
    }

    private func following(
        _ scene: SceneID, _ mode: MirrorMode
    ) throws(NavigationClientError) -> MirrorDriver {
        if let driver = drivers[scene] { return driver }
        let driver = try open(scene, mode, nil)
        drivers[scene] = driver
        return driver
    }

    private func open(
        _ scene: SceneID, _ mode: MirrorMode, _ approver: (any NavigationDelegate)?
    ) throws(NavigationClientError) -> MirrorDriver {
        let driver = try MirrorDriver(
            opened, opened.requiredDevice(), key: SceneKey(user: opened.user, scene: scene),
            mode: mode)
        // At once, on the thread that they share: so nobody gets a driver that has not started, and
        // one that failed to is not kept.
        do {
            try driver.assumeIsolated {
                $0.setApprover(approver)
                try $0.start()
            }
        } catch {
            driver.assumeIsolated { $0.close() }
            throw .device(error, at: opened.path)
        }
        return driver
    }

    /// Returns the requests about users, devices and keys, on a connection of their own.
    ///
    /// - Parameter timeout: The time to wait for each of the daemon's replies.
    /// - Throws: ``NavigationClientError/Code/closed`` or
    ///   ``NavigationClientError/Code/configuration``.
    public func administration(
        timeout: Duration = .seconds(5)
    ) throws(NavigationClientError) -> Administration {
        guard !isClosed else { throw .closed }
        let connection: DaemonConnection
        if let opened = self.connection {
            connection = opened
        } else {
            connection = DaemonConnection(opened.candidates, on: opened.host)
            do { try connection.assumeIsolated { try $0.start() } } catch {
                throw .transport(error)
            }
            opened.lifetime.add { [connection] in await connection.close() }
            self.connection = connection
        }
        return Administration(client: self, connection: connection, timeout: timeout)
    }

    /// Saves unsaved state, waits for the replies that commands are owed, removes an ephemeral
    /// device, ends all sequences, and releases all resources. Changes that the daemon has not
    /// taken stay in the outbox. Idempotent.
    public func close() async {
        guard !isClosed else { return }
        isClosed = true
        for oneShot in oneShots { await oneShot.end() }
        await opened.lifetime.end()
    }
}

/// The device and the daemon of a client.
extension NavigationClient {
    /// The owner of the scenes and devices.
    public nonisolated var user: UserID { opened.user }
    /// The device's id; `nil` if its directory is not there, and was not to be created.
    public nonisolated var device: DeviceID? { opened.device?.database.device }
    /// The name of the device, for people.
    public nonisolated var deviceName: DeviceName? { opened.device?.database.name }
    /// The device's directory.
    public nonisolated var deviceDirectory: String { opened.path }
    /// The first endpoint where the client looks for the daemon.
    public nonisolated var endpoint: String { opened.candidates[0].endpoint.description }
    /// The origin of the endpoint.
    public nonisolated var source: EndpointSource { opened.candidates[0].source }

    /// A description of the loss that was found in the device's own files when they were opened;
    /// `nil` for none.
    package nonisolated var loss: String? { opened.device?.database.loss }

    /// A description of the first fault in the device's own database, all of which is read; `nil`
    /// for none.
    package nonisolated var databaseFault: String? {
        do { return try opened.device?.database.fault() } catch { return error.description }
    }

    /// The reports of divergences: a directory for each, with both states.
    package nonisolated var reports: [String] { opened.device?.database.reports ?? [] }

    /// Returns the scene as the directory has it now; `nil` before the first connection.
    package nonisolated func storedScene(
        _ scene: SceneID
    ) async throws(NavigationClientError) -> ConfirmedScene? {
        let device = try opened.requiredDevice()
        do {
            return try await opened.host.run {
                try device.database.confirmed(SceneKey(user: opened.user, scene: scene))
            }
        } catch { throw .device(error, at: opened.path) }
    }

    /// The number of states of the user's scenes that this device keeps since a daemon may have
    /// lost them. Needs no daemon.
    package nonisolated var lostStateCount: Int {
        get throws(NavigationClientError) {
            do { return try opened.device?.database.lostStateCount(of: user) ?? 0 } catch {
                throw .device(error, at: opened.path)
            }
        }
    }

    /// The users other than ``user`` with pending changes in the device's outbox: a mirror as one
    /// of them submits them.
    package nonisolated var otherWaitingUsers: [UserID] {
        get throws(NavigationClientError) {
            do {
                return try opened.device?.database.waitingUsers().filter { $0 != user } ?? []
            } catch { throw .device(error, at: opened.path) }
        }
    }
}
