internal import Synchronization

/// The large replies that wait for one peer, counted in bytes, from when they are queued until
/// libzmq lets go of them.
final class SendBudget: Sendable {
    private let count = Atomic(0)
    private let limit: Int

    /// Nothing waits, and at most `limit` bytes ever will.
    init(limit: Int) {
        self.limit = limit
    }

    /// Counts `bytes` in if there is room. Only the reactor's thread takes.
    func take(_ bytes: Int) -> Bool {
        guard count.load(ordering: .relaxed) + bytes <= limit else { return false }
        count.add(bytes, ordering: .relaxed)
        return true
    }

    /// Counts `bytes` out again. From any thread.
    func give(back bytes: Int) {
        count.subtract(bytes, ordering: .relaxed)
    }
}
