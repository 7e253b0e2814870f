internal import Dispatch
internal import POSIX

/// Work that takes milliseconds and is not urgent: on threads of its own, in series. On the
/// cooperative pool it would delay completed writes.
enum BackgroundQueue {
    private static let thread = BackgroundThread(named: "navsync.long-work")
    private static let pruningThread = BackgroundThread(named: "navsync.pruning", isAwaited: true)
    private static let shortQueue = DispatchQueue(label: "navsync.short-work", qos: .utility)

    /// Runs `body` after the work queued before it.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await thread.run(body)
    }

    /// Runs `body`, which blocks changes of a scene, without queueing behind requested work.
    static func prune<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await pruningThread.run(body)
    }

    /// Runs `body`, which takes a few milliseconds at most, without queueing behind longer work.
    static func runShort<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            shortQueue.async { continuation.resume(returning: body()) }
        }
    }
}
