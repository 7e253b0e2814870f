internal import Glibc
internal import Synchronization

/// What the reloads of the configuration came to: the start is the first.
final class ReloadRecord: Sendable {
    private let state: Mutex<State>

    /// What is known of it.
    struct State: Sendable {
        /// Whether the last one was taken.
        var isGood = true
        /// When one was taken last, in seconds since 1970.
        var taken: Double
    }

    init() {
        state = Mutex(State(taken: Self.now))
    }

    /// What is known now.
    var current: State { state.withLock { $0 } }

    /// One was taken, or not.
    func note(isGood: Bool) {
        state.withLock { state in
            state.isGood = isGood
            if isGood { state.taken = Self.now }
        }
    }

    private static var now: Double { Double(Glibc.time(nil)) }
}
