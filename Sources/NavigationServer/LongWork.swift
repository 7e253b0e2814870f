internal import Dispatch

/// Work that takes milliseconds and that nobody is in a hurry for: on a thread of its own, one piece
/// after the other. On the cooperative pool the news of what is on disk would wait behind it.
enum LongWork {
    private static let queue = DispatchQueue(label: "navsync.long-work", qos: .utility)

    /// Runs `body` in its turn.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
