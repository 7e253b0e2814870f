internal import CSQLite

/// A connection to a SQLite database, for one thread at a time: see ``DatabaseQueue`` and
/// ``DatabasePool``.
///
/// A thin layer over SQLite's functions: statements are compiled once for each connection, and
/// values are copied in and out. Nothing in it traps on what a file contains.
@safe package final class Database {
    /// SQLite's handle; valid until the connection is closed.
    package private(set) var sqliteConnection: OpaquePointer?

    private var statements: [String: Statement] = [:]
    /// The actions that follow the commit of the present transaction.
    private var afterCommit: [() -> Void] = []
    /// The callback of a busy database, which SQLite has a pointer to.
    private var busyCallback: ((Int) -> Bool)?

    /// The most statements that a connection keeps compiled: more than there are in the sources.
    private static let statementLimit = 512

    /// Opens a connection; an empty path is a database in memory.
    init(path: String, _ configuration: Configuration) throws {
        let access =
            configuration.readonly
            ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var handle: OpaquePointer?
        let code = unsafe sqlite3_open_v2(
            path.isEmpty ? ":memory:" : path, &handle,
            access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        unsafe sqliteConnection = handle
        do {
            guard code == SQLITE_OK else { throw failure(code) }
            setBusyMode(configuration.busyMode)
            let quoted = unsafe csqlite_no_quoted_literals(handle)
            guard quoted == SQLITE_OK else { throw failure(quoted) }
            // Set whichever way SQLite was built.
            let references = configuration.foreignKeysEnabled ? "ON" : "OFF"
            try execute(sql: "PRAGMA foreign_keys = \(references)")
            for body in configuration.preparations { try body(self) }
            // A file that is no database fails here, and not with the first real access.
            _ = try row("SELECT 1 FROM sqlite_schema LIMIT 1", [])
        } catch {
            closeFinally()
            throw error
        }
    }

    deinit {
        closeFinally()
    }

    /// Closes the connection; throws if one of its statements or copies is in use. Idempotent.
    func close() throws {
        guard let handle = unsafe sqliteConnection else { return }
        statements = [:]
        let code = unsafe sqlite3_close(handle)
        guard code == SQLITE_OK else { throw failure(code) }
        unsafe sqliteConnection = nil
    }

    /// Closes the connection, as soon as nothing uses it.
    private func closeFinally() {
        statements = [:]
        if let handle = unsafe sqliteConnection { _ = unsafe sqlite3_close_v2(handle) }
        unsafe sqliteConnection = nil
    }

    private func setBusyMode(_ mode: Configuration.BusyMode) {
        switch mode {
        case .immediateError: break
        case .timeout(let seconds):
            unsafe sqlite3_busy_timeout(sqliteConnection, Int32(seconds * 1_000))
        case .callback(let callback):
            busyCallback = callback
            // The connection is closed before this object is gone.
            let context = unsafe Unmanaged.passUnretained(self).toOpaque()
            unsafe sqlite3_busy_handler(
                sqliteConnection,
                { context, count in
                    guard let context = unsafe context else { return 0 }
                    let database = unsafe Unmanaged<Database>.fromOpaque(context)
                        .takeUnretainedValue()
                    return database.busyCallback?(Int(count)) ?? false ? 1 : 0
                }, context)
        }
    }

    // MARK: Statements

    /// Runs statements, separated by semicolons, and discards their rows.
    package func execute(sql: String) throws {
        let code = unsafe sqlite3_exec(sqliteConnection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql) }
    }

    /// Runs a statement with arguments, and discards its rows.
    package func execute(sql: String, arguments: StatementArguments) throws {
        try makeStatement(sql: sql).execute(arguments)
    }

    /// Compiles a statement.
    package func makeStatement(sql: String) throws -> Statement {
        try Statement(sql, in: self)
    }

    /// Returns a statement that is compiled once for the connection.
    package func cachedStatement(sql: String) throws -> Statement {
        // One that is being stepped through can't be started again.
        if let known = statements[sql], !known.isBusy { return known }
        let statement = try makeStatement(sql: sql)
        if statements.count >= Self.statementLimit { statements = [:] }
        statements[sql] = statement
        return statement
    }

    /// Runs a statement that is compiled once for each connection.
    package func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments)
    }

    /// Returns the first row of a statement that is compiled once for each connection.
    package func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try cachedStatement(sql: sql).firstRow(arguments)
    }

    /// Calls `body` with every row of a statement that is compiled once for each connection.
    package func forEachRow(
        _ sql: String, _ arguments: StatementArguments, _ body: (Row) throws -> Void
    ) throws {
        try cachedStatement(sql: sql).readRows(arguments) { row in
            try body(row)
            return true
        }
    }

    /// Calls `body` with one row after the other until it returns `false`.
    package func readRows(
        _ sql: String, _ arguments: StatementArguments, while body: (Row) throws -> Bool
    ) throws {
        try cachedStatement(sql: sql).readRows(arguments, while: body)
    }

    // MARK: Transactions

    /// The kinds of transactions, by the moment of their lock.
    package enum TransactionKind: String {
        /// Locked at the first read, and at the first write.
        case deferred = "BEGIN DEFERRED"
        /// Locked against other writers at once.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// The end of a transaction.
    package enum TransactionCompletion {
        case commit
        case rollback
    }

    /// A Boolean value indicating whether a transaction is open.
    package var isInsideTransaction: Bool {
        guard let handle = unsafe sqliteConnection else { return false }
        return unsafe sqlite3_get_autocommit(handle) == 0
    }

    /// Begins a transaction.
    package func beginTransaction(_ kind: TransactionKind) throws {
        afterCommit = []
        try run(kind.rawValue, [])
    }

    /// Commits the transaction.
    package func commit() throws {
        try run("COMMIT", [])
        let bodies = afterCommit
        afterCommit = []
        for body in bodies { body() }
    }

    /// Rolls the transaction back.
    package func rollback() throws {
        afterCommit = []
        try run("ROLLBACK", [])
    }

    /// Calls `body` once the present transaction is committed, and not if it is rolled back.
    package func afterCommit(_ body: @escaping () -> Void) {
        afterCommit.append(body)
    }

    /// Runs `body` in a transaction, which it decides the end of; rolls back if it throws.
    package func inTransaction(
        _ kind: TransactionKind, _ body: () throws -> TransactionCompletion
    ) throws {
        try beginTransaction(kind)
        do {
            switch try body() {
            case .commit: try commit()
            case .rollback: try rollback()
            }
        } catch {
            // After some failures SQLite has rolled back already.
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }

    // MARK: State

    /// The number of rows that the last statement changed.
    package var changesCount: Int {
        guard let handle = unsafe sqliteConnection else { return 0 }
        return Int(unsafe sqlite3_changes64(handle))
    }

    /// The number of rows that all statements have changed.
    package var totalChangesCount: Int {
        guard let handle = unsafe sqliteConnection else { return 0 }
        return Int(unsafe sqlite3_total_changes64(handle))
    }

    /// The id of the row that was inserted last.
    package var lastInsertedRowID: Int64 {
        guard let handle = unsafe sqliteConnection else { return 0 }
        return unsafe sqlite3_last_insert_rowid(handle)
    }

    /// SQLite's words for the last failure.
    package var lastErrorMessage: String {
        unsafe sqlite3_errmsg(sqliteConnection).map { unsafe String(cString: $0) } ?? "no memory"
    }

    /// Gives as much memory back as possible: pages that were read are read again.
    package func releaseMemory() {
        if let handle = unsafe sqliteConnection { unsafe sqlite3_db_release_memory(handle) }
    }

    /// Returns the handle for the calls that do not check it; throws if the connection is closed.
    func openHandle() throws -> OpaquePointer {
        guard let handle = unsafe sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the connection is closed")
        }
        return unsafe handle
    }

    /// Returns the error of a failed call.
    func failure(_ code: Int32, _ sql: String? = nil) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }
}
