internal import CSQLite

/// A compiled statement; finalized with the object, which its connection outlives.
@safe package final class Statement {
    /// SQLite's handle; nil for a text without a statement.
    package let sqliteStatement: OpaquePointer?
    private let sql: String
    private unowned let database: Database

    /// Compiles the one statement in `sql`.
    init(_ sql: String, in database: Database) throws {
        self.sql = sql
        self.database = database
        var statement: OpaquePointer?
        // Most live as long as the connection.
        let code = unsafe sqlite3_prepare_v3(
            database.sqliteConnection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        unsafe sqliteStatement = statement
        guard code == SQLITE_OK else { throw database.failure(code, sql) }
    }

    deinit {
        _ = unsafe sqlite3_finalize(sqliteStatement)
    }

    /// A Boolean value indicating whether it has been started and not ended.
    var isBusy: Bool { unsafe sqlite3_stmt_busy(sqliteStatement) != 0 }

    /// Runs it to its end.
    package func execute(_ arguments: StatementArguments = []) throws {
        try readRows(arguments) { _ in true }
    }

    /// Runs it as far as its first row.
    func firstRow(_ arguments: StatementArguments) throws -> Row? {
        var first: Row?
        try readRows(arguments) { row in
            first = row
            return false
        }
        return first
    }

    /// Calls `body` with one row after the other until it returns `false`.
    func readRows(_ arguments: StatementArguments, while body: (Row) throws -> Bool) throws {
        defer {
            // It reports the failure of the last step again.
            _ = unsafe sqlite3_reset(sqliteStatement)
            _ = unsafe sqlite3_clear_bindings(sqliteStatement)
        }
        try bind(arguments)
        while true {
            let code = unsafe sqlite3_step(sqliteStatement)
            switch code {
            case SQLITE_ROW: guard try body(Row(of: self)) else { return }
            case SQLITE_DONE: return
            default: throw database.failure(code, sql)
            }
        }
    }

    private func bind(_ arguments: StatementArguments) throws {
        for (index, value) in arguments.values.enumerated() {
            let code = unsafe value.bind(to: sqliteStatement, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw database.failure(code, sql) }
        }
    }
}

/// The values of a statement's parameters, in order.
package struct StatementArguments: Sendable, ExpressibleByArrayLiteral {
    /// The values.
    let values: [DatabaseValue]

    /// Takes values of any types that SQLite stores; `nil` is NULL.
    package init(arrayLiteral values: (any DatabaseValueConvertible)?...) {
        self.values = values.map { $0?.databaseValue ?? .null }
    }

    /// Takes the values of a row, or others of one type.
    package init(_ values: some Sequence<some DatabaseValueConvertible>) {
        self.values = values.map(\.databaseValue)
    }
}

/// A row of a statement's result: a copy of its values.
package struct Row: Sendable {
    /// The values, in the order of the columns.
    package let databaseValues: [DatabaseValue]

    /// Copies the present row.
    init(of statement: Statement) {
        databaseValues = (0..<(unsafe sqlite3_column_count(statement.sqliteStatement))).map {
            unsafe DatabaseValue(column: $0, of: statement.sqliteStatement)
        }
    }

    /// The value of a column; NULL beyond the last.
    package subscript(_ column: Int) -> DatabaseValue {
        databaseValues.indices.contains(column) ? databaseValues[column] : .null
    }

    /// Returns the first row of a statement; `nil` if it has none.
    package static func fetchOne(
        _ db: Database, sql: String, arguments: StatementArguments = []
    ) throws -> Row? {
        try db.makeStatement(sql: sql).firstRow(arguments)
    }
}
