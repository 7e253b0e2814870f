/// A result that one task awaits: the first of several that arrive.
package final class Completion: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Bool, Never>)
        case finished(Bool)
    }

    private let state = Locked(State.open)

    /// Creates a completion without a result.
    package init() {}

    /// Sets the result; any after the first is ignored. From any thread.
    package func finish(_ answer: Bool) {
        let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .finished(answer)
                return nil
            case .awaited(let continuation):
                state = .finished(answer)
                return continuation
            case .finished:
                return nil
            }
        }
        waiting?.resume(returning: answer)
    }

    /// The first result. To be awaited by one task alone.
    package var value: Bool {
        get async {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if case .finished(let answer) = state { return answer }
                    state = .awaited(continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        }
    }
}
