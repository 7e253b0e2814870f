internal import FoundationEssentials
internal import GRDB

/// Columns by position, without GRDB's traps: a damaged file may hold anything.
extension Row {
    /// A whole number.
    func integer(_ column: Int) throws -> Int64 {
        guard let value = try optionalInteger(column) else { throw unexpected(column) }
        return value
    }

    /// A whole number or NULL.
    func optionalInteger(_ column: Int) throws -> Int64? {
        switch (self[column] as DatabaseValue).storage {
        case .null: return nil
        case .int64(let value): return value
        case .double, .string, .blob: throw unexpected(column)
        }
    }

    /// Text.
    func text(_ column: Int) throws -> String {
        guard case .string(let value) = (self[column] as DatabaseValue).storage else {
            throw unexpected(column)
        }
        return value
    }

    /// Text or NULL.
    func optionalText(_ column: Int) throws -> String? {
        if case .null = (self[column] as DatabaseValue).storage { return nil }
        return try text(column)
    }

    /// Bytes.
    func bytes(_ column: Int) throws -> [UInt8] {
        guard case .blob(let value) = (self[column] as DatabaseValue).storage else {
            throw unexpected(column)
        }
        return [UInt8](value)
    }

    /// Bytes or NULL.
    func optionalBytes(_ column: Int) throws -> [UInt8]? {
        if case .null = (self[column] as DatabaseValue).storage { return nil }
        return try bytes(column)
    }

    /// Returns the error for a column that holds something else.
    func unexpected(_ column: Int) -> DatabaseError {
        DatabaseError(
            resultCode: .SQLITE_CORRUPT, message: "column \(column) holds a value of another type")
    }
}

extension Database {
    /// Runs a statement that is compiled once for the connection.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        let statement = try cachedStatement(sql: sql)
        statement.setUncheckedArguments(arguments)
        try statement.execute()
    }

    /// The first row of a statement that is compiled once for the connection.
    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Calls `body` with every row of a statement that is compiled once for the connection.
    func forEachRow(
        _ sql: String, _ arguments: StatementArguments, _ body: (Row) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { try body(row) }
    }

    /// Reads rows one after the other until `body` has seen enough, and returns `false`.
    func readRows(
        _ sql: String, _ arguments: StatementArguments, while body: (Row) throws -> Bool
    ) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next(), try body(row) {}
    }
}
