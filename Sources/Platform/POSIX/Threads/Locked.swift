internal import CPOSIX
internal import Synchronization

/// A value that only one thread at a time can reach.
///
/// A wrapper over `Synchronization.Mutex`. The thread sanitizer does not see that lock (its code in
/// the toolchain is not instrumented) and reports races that are none, so each turn annotates the
/// order that the lock makes. Without the sanitizer that costs two tests of a null pointer.
///
/// Not recursive. Never hold it across a call that blocks, calls back or suspends.
package struct Locked<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    /// Takes `value` over; nobody else may keep a reference into it.
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` alone with the value, and returns or throws what it does.
    ///
    /// Blocks while another thread holds the lock. Entering again from `body` is a programmer
    /// error.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        // A mutex can't be copied, so this is its address in every call.
        let address = unsafe withUnsafePointer(to: mutex) { unsafe UnsafeRawPointer($0) }
        return try mutex.withLock { value throws(Failure) in
            unsafe cposix_order_acquired(address)
            defer { unsafe cposix_order_released(address) }
            return try body(&value)
        }
    }
}

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
