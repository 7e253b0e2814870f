internal import Dispatch
internal import Files

/// Work that takes milliseconds and that nobody is in a hurry for: on threads of its own, one piece
/// after the other. On the cooperative pool the news of what is on disk would wait behind it.
enum BackgroundQueue {
    private static let thread = BackgroundThread(named: "navsync.long-work")
    private static let pruningThread = BackgroundThread(named: "navsync.pruning", isAwaited: true)
    private static let shortQueue = DispatchQueue(label: "navsync.short-work", qos: .utility)

    /// Runs `body` in its turn.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await thread.run(body)
    }

    /// Runs `body`, for which changes of a scene wait, without waiting for what is asked for.
    static func prune<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await pruningThread.run(body)
    }

    /// Runs `body`, which takes a few milliseconds at most, without waiting for what takes longer.
    static func runShort<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            shortQueue.async { continuation.resume(returning: body()) }
        }
    }
}
