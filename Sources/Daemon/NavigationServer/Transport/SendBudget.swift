internal import Synchronization

/// The budget of the large replies that are queued for one peer, in bytes, from queueing until
/// libzmq releases them.
final class SendBudget: Sendable {
    private let count = Atomic(0)
    private let limit: Int

    /// Creates an empty budget of at most `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reserves `bytes`; returns `false` if they exceed the limit. On the reactor's thread only.
    func take(_ bytes: Int) -> Bool {
        guard count.load(ordering: .relaxed) + bytes <= limit else { return false }
        count.add(bytes, ordering: .relaxed)
        return true
    }

    /// Releases `bytes`. On any thread.
    func give(back bytes: Int) {
        count.subtract(bytes, ordering: .relaxed)
    }
}
