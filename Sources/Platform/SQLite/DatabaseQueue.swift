internal import Dispatch

/// The settings of a connection.
package struct Configuration: Sendable {
    /// The behaviour when another connection has a lock.
    package enum BusyMode: Sendable {
        /// The call fails.
        case immediateError
        /// SQLite tries for a time in seconds.
        case timeout(Double)
        /// Called after each attempt with the number of those before; `false` ends them.
        case callback(@Sendable (Int) -> Bool)
    }

    /// A Boolean value indicating whether the connection can't write.
    package var readonly = false
    /// The behaviour when another connection has a lock.
    package var busyMode = BusyMode.immediateError
    /// A Boolean value indicating whether references between tables are enforced.
    package var foreignKeysEnabled = true
    /// The closures that prepare the connection, in order.
    private(set) var preparations: [@Sendable (Database) throws -> Void] = []

    /// Creates the settings of a connection that writes, and waits for no lock.
    package init() {}

    /// Adds a closure that prepares each connection.
    package mutating func prepareDatabase(_ body: @escaping @Sendable (Database) throws -> Void) {
        preparations.append(body)
    }
}

/// One connection that any thread may use, one at a time.
package final class DatabaseQueue: @unchecked Sendable {
    // Sendable, as `connection` is touched only by the thread that has taken `turn`.

    private let connection: Database
    private let turn = DispatchSemaphore(value: 1)

    /// Opens a database, which is created if it is missing and may be written.
    package init(path: String, configuration: Configuration = Configuration()) throws {
        connection = try Database(path: path, configuration)
    }

    /// Opens a database in memory.
    package convenience init() throws {
        try self.init(path: "")
    }

    /// Runs `body` alone with the connection. Blocks while another thread does; not to be called
    /// again by `body`.
    package func inDatabase<Result>(_ body: (Database) throws -> Result) rethrows -> Result {
        turn.wait()
        defer { turn.signal() }
        return try body(connection)
    }

    /// Runs `body` alone with the connection, in no transaction but its own.
    package func writeWithoutTransaction<Result>(
        _ body: (Database) throws -> Result
    ) rethrows -> Result {
        try inDatabase(body)
    }

    /// Runs `body` in a transaction, which is committed unless it throws.
    package func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try inDatabase { db in
            var result: Result?
            try db.inTransaction(.immediate) {
                result = try body(db)
                return .commit
            }
            // It is there unless the transaction has thrown.
            guard let result else { throw DatabaseError(resultCode: .SQLITE_ERROR) }
            return result
        }
    }

    /// Runs `body` in one consistent view of the database.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try inDatabase { db in try db.reading(body) }
    }

    /// Closes the connection: later calls throw. Idempotent.
    package func close() throws {
        try inDatabase { db in try db.close() }
    }
}

extension Database {
    /// Runs `body` in one consistent view of the database.
    func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try beginTransaction(.deferred)
        // Nothing was written: either end is the same, and this one can't fail for a lock.
        defer { if isInsideTransaction { try? rollback() } }
        return try body(self)
    }
}
