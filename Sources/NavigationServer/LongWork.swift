internal import Dispatch

/// Work that takes milliseconds and that nobody is in a hurry for: on a thread of its own, one piece
/// after the other. On the cooperative pool the news of what is on disk would wait behind it.
enum LongWork {
    private static let queue = DispatchQueue(label: "navsync.long-work", qos: .utility)
    private static let shortQueue = DispatchQueue(label: "navsync.short-work", qos: .utility)

    /// Runs `body` in its turn.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await run(body, on: queue)
    }

    /// Runs `body`, which takes a few milliseconds at most, without waiting for what takes longer.
    static func runShort<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await run(body, on: shortQueue)
    }

    private static func run<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result, on queue: DispatchQueue
    ) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
