internal import Glibc
internal import Synchronization

/// The result of the last reload of the configuration, and the time of the last success: the start
/// is the first.
final class ReloadRecord: Sendable {
    private let state: Mutex<State>

    /// The recorded values.
    struct State: Sendable {
        /// A Boolean value indicating whether the last reload succeeded.
        var isGood = true
        /// The time of the last successful reload, in seconds since 1970.
        var taken: Double
    }

    init() {
        state = Mutex(State(taken: Self.now))
    }

    /// The current record.
    var current: State { state.withLock { $0 } }

    /// Records a reload.
    func note(isGood: Bool) {
        state.withLock { state in
            state.isGood = isGood
            if isGood { state.taken = Self.now }
        }
    }

    private static var now: Double { Double(Glibc.time(nil)) }
}
