internal import SQLite
internal import POSIX

/// The connection that writes, on a thread of its own: its transactions run in the order of their
/// submission.
///
/// Nobody else uses the connection, so none waits for it.
final class DatabaseWriter: Sendable {
    private let pool: DatabasePool
    private let thread: WorkerThread

    /// The maximum of writes that wait. Callers wait for theirs, and the daemon gathers changes
    /// while a batch is written, so a longer queue is a fault.
    static let limit = 1_024

    /// Starts the thread of the pool's writer.
    init(_ pool: DatabasePool, limit: Int = limit) throws {
        self.pool = pool
        thread = try WorkerThread(named: "navsync.writer", limit: limit)
    }

    /// Calls `body` on the writer's thread in its turn; returns `false`, and does not, if too many
    /// wait or the connection is closed. Never waits.
    func run(_ body: @escaping @Sendable (Database) -> Void) -> Bool {
        thread.run { [pool] in pool.writeWithoutTransaction(body) }
    }

    /// Calls `body` after all that waits, then closes all connections of the pool, and calls `end`:
    /// on the writer's thread, which ends.
    func close(
        after body: @escaping @Sendable (Database) -> Void, then end: @escaping @Sendable () -> Void
    ) {
        let isFirst = thread.finish { [pool] in
            pool.writeWithoutTransaction(body)
            try? pool.close()
            end()
        }
        if !isFirst { end() }
    }
}
