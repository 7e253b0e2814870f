internal import ZeroMQ

/// What a client's connections live on: one libzmq context, one thread.
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

    /// Runs blocking work on the reactor's thread, so that the cooperative pool goes on.
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
