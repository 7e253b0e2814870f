internal import Dispatch

/// Runs asynchronous work as a task, and blocks the calling thread until it has ended.
///
/// For the threads of callers that know no tasks: one that runs tasks must not wait for another.
package func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
    let handoff = Handoff<Value>()
    let task = Task(operation: work)
    // A task ends after it has released what its body refers to: nothing of it is left behind then.
    Task { handoff.finish(await task.result) }
    return try handoff.wait().get()
}

/// Runs work that may block on a thread of its own, and returns its value.
///
/// - Parameter name: the thread's name, as in ``startThread(named:_:)``.
/// - Throws: ``ThreadError`` if the system refuses a thread: the work has not begun then.
package func onThread<Value: Sendable>(
    named name: String, _ work: @escaping @Sendable () -> Value
) async throws(ThreadError) -> Value {
    let result: Result<Value, ThreadError> = await withCheckedContinuation { continuation in
        do throws(ThreadError) {
            try startThread(named: name) { continuation.resume(returning: .success(work())) }
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }
    return try result.get()
}

/// A result that one thread waits for.
private final class Handoff<Value: Sendable>: Sendable {
    private let result = Locked<Result<Value, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func finish(_ value: Result<Value, any Error>) {
        result.withLock { $0 = value }
        isThere.signal()
    }

    func wait() -> Result<Value, any Error> {
        while true {
            isThere.wait()
            if let value = result.withLock({ $0 }) { return value }
        }
    }
}
