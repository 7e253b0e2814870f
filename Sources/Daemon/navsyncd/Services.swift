internal import NavigationServer
internal import ServiceLifecycle
internal import UnixSignals

/// The server as a service that stops gracefully.
struct ServerService: Service {
    let server: NavigationServer

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await server.run()
        } onGracefulShutdown: {
            server.shutdown()
        }
    }
}

/// Reloads the configuration at each signal, one after the other.
struct ReloadService: Service {
    let daemon: Daemon
    let signals: UnixSignalsSequence

    func run() async throws {
        for await _ in signals.cancelOnGracefulShutdown() {
            await daemon.reload()
        }
    }
}
