import Synchronization

/// A number that several threads see.
final class Counter: Sendable {
    private let value = Atomic(0)

    /// The number now.
    var current: Int { value.load(ordering: .sequentiallyConsistent) }

    /// Sets the number; returns the one before.
    func exchange(_ new: Int) -> Int { value.exchange(new, ordering: .sequentiallyConsistent) }
}
