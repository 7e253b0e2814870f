import Foundation
import Logging
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@testable import NavigationServer

/// A server in this process, on real sockets in a directory of its own.
struct TestDaemon {
    let directory: String
    let server: NavigationServer
    let running: Task<Void, any Error>

    init(
        store: any Store, tcp: TCPAddress? = nil, keys: ServerKeys? = nil,
        retention: RetentionPolicy = RetentionPolicy(), supervisor: (any Supervisor)? = nil,
        login: String? = "ann"
    ) throws {
        directory = NSTemporaryDirectory() + "navsync-\(UInt32.random(in: 0...UInt32.max))"
        var configuration = try ServerConfiguration(socketDirectory: directory, tcp: tcp)
        configuration.retention = retention
        configuration.login = login
        configuration.keys = keys
        let server = try NavigationServer(
            configuration: configuration, store: store,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            supervisor: supervisor)
        self.server = server
        running = Task { try await server.run() }
    }

    var control: String { "ipc://\(directory)/control.sock" }
    var feed: String { "ipc://\(directory)/feed.sock" }

    /// Stops it and waits until it has stopped.
    func stop() async throws {
        server.shutdown()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await running.value
    }
}
