internal import Reactor
internal import ZeroMQ

/// The thread of a client's connections, with its libzmq context.
final class ReactorThread: Sendable {
    let context: Context
    let reactor: Reactor

    init() throws(NavigationClientError) {
        do {
            context = try Context()
            reactor = try Reactor(name: "navsync-client")
        } catch {
            throw NavigationClientError(.configuration, "\(error)", cause: error)
        }
    }

    /// Runs blocking work on the reactor's thread, which keeps the cooperative pool free.
    func run<Result: Sendable>(
        _ work: @Sendable () throws -> Result
    ) async rethrows -> Result {
        try await ThreadActor(reactor: reactor).run(work)
    }

    /// Ends the thread and the context, after everything on them has been closed. Idempotent.
    func stop() async {
        reactor.shutdown()
        await reactor.waitUntilStopped()
        try? await context.terminate(within: .seconds(2))
    }

    /// An actor for work that needs nothing but the thread.
    private actor ThreadActor {
        let reactor: Reactor

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe reactor.asUnownedSerialExecutor()
        }

        init(reactor: Reactor) {
            self.reactor = reactor
        }

        func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result {
            try work()
        }
    }
}
