internal import POSIX
internal import PostgreSQL
internal import Synchronization

/// A thread with a connection of its own, which is opened when it is needed and anew after a loss.
final class ConnectionThread: Sendable {
    private let thread: WorkerThread
    private let link = Mutex(Link())

    private struct Link {
        var connection: PostgresConnection?
        var generation: UInt64 = 0
    }

    /// Starts the thread.
    init(named name: String) throws(ThreadError) {
        thread = try WorkerThread(named: name, limit: PostgresStore.queueLimit)
    }

    /// Runs `body` in its turn; returns `false`, and does not, if too many wait or the thread is
    /// closed.
    func run(_ body: @escaping @Sendable () -> Void) -> Bool { thread.run(body) }

    /// Takes over a new connection.
    func keep(_ connection: PostgresConnection, generation: UInt64 = 0) {
        link.withLock { $0 = Link(connection: connection, generation: generation) }
    }

    /// Ends the connection, if there is one.
    func drop() {
        link.withLock { $0.connection = nil }
    }

    /// Returns the connection, if it is open and not older than `generation`.
    func connection(since generation: UInt64 = 0) -> PostgresConnection? {
        link.withLock { link in
            guard let connection = link.connection, connection.isOpen,
                link.generation >= generation
            else {
                link.connection = nil
                return nil
            }
            return connection
        }
    }

    /// Ends the thread and the connection, after all that waits.
    func close() async {
        await withCheckedContinuation { continuation in
            let isFirst = thread.finish { [self] in
                drop()
                continuation.resume()
            }
            if !isFirst { continuation.resume() }
        }
    }
}

/// A transaction as its statements see it, on the thread of its connection.
final class PostgresSession {
    private let connection: PostgresConnection
    /// Returns the deadline of statements that are sent now.
    private var deadline: () -> ContinuousClock.Instant
    /// The statement that begins the transaction, until it is sent with the first one.
    private var beginning: String?
    /// A Boolean value indicating whether the transaction was begun and not ended.
    private var isOpen = false

    /// The beginning of a transaction that writes.
    static let writing = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    /// The beginning of a transaction that reads: all of it as of one moment.
    static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    /// Prepares a transaction, which begins with its first statement.
    init(
        on connection: PostgresConnection, before deadline: ContinuousClock.Instant,
        beginning: String
    ) {
        (self.connection, self.deadline, self.beginning) = (connection, { deadline }, beginning)
    }

    /// Prepares a transaction of any length, whose statements have a time each.
    init(on connection: PostgresConnection, each timeout: Duration, beginning: String) {
        (self.connection, self.deadline, self.beginning) = (
            connection, { .now + timeout }, beginning
        )
    }

    /// Gives each further statement a time, however long the transaction becomes.
    func allow(_ timeout: Duration) { deadline = { .now + timeout } }

    /// Runs statements, all sent at once.
    @discardableResult
    func run(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresResult] {
        guard let beginning else { return try connection.run(statements, before: deadline()) }
        self.beginning = nil
        isOpen = true
        let all = [PostgresStatement(beginning)] + statements
        do throws(PostgresError) {
            return Array(try connection.run(all, before: deadline()).dropFirst())
        } catch {
            throw PostgresError(error.kind, error.message, at: error.index.map { $0 - 1 })
        }
    }

    /// Runs a statement, and returns its rows.
    func rows(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> [PostgresRow]
    {
        try run([PostgresStatement(sql, values)]).first?.rows ?? []
    }

    /// Runs a statement that has one row.
    func one(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> PostgresRow {
        guard let row = try rows(sql, values).first else {
            throw PostgresError(.value, "a row is missing")
        }
        return row
    }

    /// Runs the last statements, and commits with them. Throws an error that is not definite unless
    /// the transaction is durable.
    func commit(after statements: [PostgresStatement] = []) throws {
        let warnings = connection.warnings
        let results = try run(statements + [PostgresStatement("COMMIT")])
        isOpen = false
        guard results.last?.command == "COMMIT" else {
            throw PostgresError(.unconfirmed, "the server did not commit")
        }
        guard connection.warnings == warnings else {
            throw PostgresError(.unconfirmed, "the standbys have not confirmed a commit")
        }
    }

    /// Ends the transaction without effect, if it was begun.
    func rollBack() {
        guard isOpen, connection.isOpen else { return }
        isOpen = false
        // A failure ends the connection, and thereby the transaction.
        _ = try? connection.run([PostgresStatement("ROLLBACK")], before: deadline())
    }
}
