import Foundation

/// The deadline for events that should come soon, on a machine that is busy with other tests.
package let timeout = Duration.seconds(120)

/// An expected event that did not come in time, or can't come any more.
package struct NeverCame: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Runs `body` on a thread of its own, so that it may block without holding up other tests.
package func onOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}

/// Runs `body`, which fails if it is not done in time. It has to heed cancellation.
package func within<Result: Sendable>(
    _ time: Duration = timeout, _ what: String,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: time)
            throw NeverCame("not within \(time): \(what)")
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
