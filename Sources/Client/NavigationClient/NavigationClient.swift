internal import DeviceStore
public import NavigationModel
internal import ZeroMQ

/// An app's client of navsync: mirrors of its scenes, for one device and one user.
///
/// All of a client's connections, and its device's database, live on one thread of its own. Each
/// scene has its own connection to the daemon.
///
/// ``close()`` ends it in order. Without that it ends when an app has released the client and all
/// objects that it has from it: its mirrors, their sequences and its changes. They may be released
/// on any thread, and the device's directory is closed with the last of them; the commits that were
/// received last are then synced again at the next start, as after a crash.
public actor NavigationClient {
    private nonisolated let opened: OpenedDevice
    private var drivers: [SceneID: MirrorDriver] = [:]
    private var isClosed = false

    /// The client's own thread.
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        unsafe opened.host.reactor.asUnownedSerialExecutor()
    }

    /// Opens the device's directory, which the first use creates. The daemon need not run.
    ///
    /// - Throws: ``NavigationClientError/Code/configuration``,
    ///   ``NavigationClientError/Code/device``, ``NavigationClientError/Code/notPaired`` or
    ///   ``NavigationClientError/Code/notPermitted``.
    public init(
        _ configuration: ClientConfiguration = ClientConfiguration()
    ) async throws(NavigationClientError) {
        opened = try await OpenedDevice(configuration)
    }

    /// A description of the loss that was found in the device's own files when they were opened;
    /// `nil` for none.
    public nonisolated var loss: String? { opened.device.loss }

    /// Returns the mirror of a scene; the same one every time.
    ///
    /// - Parameter delegate: The delegate to set from the start, as ``SceneMirror/setDelegate(_:)``
    ///   does; `nil` leaves the present one.
    /// - Throws: ``NavigationClientError/Code/closed``, or the error of the device's directory.
    public func mirror(
        of scene: SceneID = .main, delegate: (any NavigationDelegate)? = nil
    ) async throws(NavigationClientError) -> SceneMirror {
        let mirror = try openMirror(of: scene)
        if let delegate { await mirror.setDelegate(delegate) }
        return mirror
    }

    private func openMirror(
        of scene: SceneID
    ) throws(NavigationClientError) -> SceneMirror {
        guard !isClosed else { throw .closed }
        if let driver = drivers[scene] {
            return SceneMirror(driver: driver, lifetime: opened.lifetime)
        }
        let driver = try MirrorDriver(
            opened, key: SceneKey(user: opened.user, scene: scene), followsFeed: true)
        // At once, on the thread that they share: so nobody gets a driver that has not started, and
        // one that failed to is not kept.
        do { try driver.assumeIsolated { try $0.start() } } catch {
            driver.assumeIsolated { $0.close() }
            throw .device(error, at: opened.device.path)
        }
        drivers[scene] = driver
        return SceneMirror(driver: driver, lifetime: opened.lifetime)
    }

    /// Saves unsaved state, ends all sequences, and releases all resources. Changes that the daemon
    /// has not taken stay in the outbox. Idempotent.
    public func close() async {
        guard !isClosed else { return }
        isClosed = true
        await opened.lifetime.end()
    }
}
