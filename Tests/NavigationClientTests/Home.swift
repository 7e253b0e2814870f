import DeviceStore
import Foundation
import Logging
import NavigationClient
import NavigationModel
import NavigationServer
import NavigationStore
import NavigationSync
import Testing

/// A daemon in this process and the directories of its devices, on real sockets and a real disk.
final class Home: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "navsync-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Starts the daemon on the home's data, or on another store.
    func start(quotas: Quotas = Quotas(), store: (any Store)? = nil) throws -> Daemon {
        var configuration = try ServerConfiguration(socketDirectory: "\(path)/run", tcp: nil)
        configuration.quotas = quotas
        configuration.login = "ann"
        let server = try NavigationServer(
            configuration: configuration,
            store: try store ?? SQLiteStore(opening: "\(path)/navsync.sqlite"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return Daemon(server: server, running: Task { try await server.run() })
    }

    /// A device of the home's only user.
    func client(_ name: DeviceName) async throws -> NavigationClient {
        try await NavigationClient(configuration(name))
    }

    /// A device's mirror for one command.
    func visit(
        _ name: DeviceName, timeout: Duration = .seconds(5), flushesOutbox: Bool = true
    ) async throws -> SceneMirror {
        let mode = MirrorMode.oneShot(timeout: timeout, flushesOutbox: flushesOutbox)
        return try await client(name).mirror(mode: mode)
    }

    /// The scene that all change.
    let key = SceneKey(user: "ann", scene: .main)

    /// The directory of a device that is there, as another process of it has it.
    func directory(_ name: DeviceName) throws -> DeviceDatabase {
        try DeviceDatabase(opening: "\(path)/\(name)", name: nil) {
            DeviceID(high: 0, low: 0)
        }
    }

    /// Such a device's configuration: its daemon and directory.
    func configuration(_ name: DeviceName) -> ClientConfiguration {
        ClientConfiguration(
            endpoint: "ipc://\(path)/run/control.sock", deviceDirectory: "\(path)/\(name)",
            deviceName: name, user: "ann")
    }
}

struct Daemon {
    let server: NavigationServer
    let running: Task<Void, any Error>

    func stop() async throws {
        server.shutdown()
        try await running.value
    }
}

/// A daemon, and the mirrors of two devices in a scene with ``MirrorTests/tabs``.
struct TwoMirrors {
    let home: Home
    let phone: SceneMirror
    let tablet: SceneMirror
    private let daemon: Daemon
    private let clients: [NavigationClient]

    init() async throws {
        home = try Home()
        daemon = try home.start()
        clients = [try await home.client("phone"), try await home.client("tablet")]
        phone = try await clients[0].mirror()
        tablet = try await clients[1].mirror()
        _ = try await #require(try await phone.perform(.replaceScene(MirrorTests.tabs))).outcome()
    }

    /// Ends both clients, and the daemon.
    func stop() async throws {
        for client in clients { await client.close() }
        try await daemon.stop()
    }
}

extension SceneMirror {
    /// The first update that is as wanted; `nil` if none comes in time, so that a test that waits in
    /// vain fails soon.
    func update(
        within time: Duration = .seconds(120), where isWanted: (MirrorUpdate) -> Bool
    ) async -> MirrorUpdate? {
        let updates = updates
        let end = ContinuousClock.now + time
        // Whatever comes, and an end by the clock.
        let next = AsyncStream<MirrorUpdate?> { continuation in
            let reader = Task {
                for await update in updates { continuation.yield(update) }
                continuation.yield(nil)
            }
            let alarm = Task {
                try? await Task.sleep(until: end)
                continuation.yield(nil)
            }
            continuation.onTermination = { _ in
                reader.cancel()
                alarm.cancel()
            }
        }
        for await update in next {
            guard let update else { return nil }
            if isWanted(update) { return update }
        }
        return nil
    }
}
