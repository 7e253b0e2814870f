internal import FoundationEssentials
package import GRDB

/// Columns by position, without GRDB's traps: a damaged file may contain anything.
extension Row {
    /// Returns an integer.
    package func integer(_ column: Int) throws -> Int64 {
        guard let value = try optionalInteger(column) else { throw unexpected(column) }
        return value
    }

    /// Returns an integer or `nil` for NULL.
    package func optionalInteger(_ column: Int) throws -> Int64? {
        switch (self[column] as DatabaseValue).storage {
        case .null: return nil
        case .int64(let value): return value
        case .double, .string, .blob: throw unexpected(column)
        }
    }

    /// Returns a text.
    package func text(_ column: Int) throws -> String {
        guard case .string(let value) = (self[column] as DatabaseValue).storage else {
            throw unexpected(column)
        }
        return value
    }

    /// Returns a text or `nil` for NULL.
    package func optionalText(_ column: Int) throws -> String? {
        if case .null = (self[column] as DatabaseValue).storage { return nil }
        return try text(column)
    }

    /// Returns bytes.
    package func bytes(_ column: Int) throws -> [UInt8] {
        guard case .blob(let value) = (self[column] as DatabaseValue).storage else {
            throw unexpected(column)
        }
        return [UInt8](value)
    }

    /// Returns bytes or `nil` for NULL.
    package func optionalBytes(_ column: Int) throws -> [UInt8]? {
        if case .null = (self[column] as DatabaseValue).storage { return nil }
        return try bytes(column)
    }

    /// Returns the error for a column of another type.
    package func unexpected(_ column: Int) -> DatabaseError {
        DatabaseError(
            resultCode: .SQLITE_CORRUPT, message: "column \(column) has a value of the wrong type")
    }
}

extension Database {
    /// Runs a statement that is compiled once for each connection.
    package func run(_ sql: String, _ arguments: StatementArguments) throws {
        let statement = try cachedStatement(sql: sql)
        statement.setUncheckedArguments(arguments)
        try statement.execute()
    }

    /// Returns the first row of a statement that is compiled once for each connection.
    package func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Calls `body` with every row of a statement that is compiled once for each connection.
    package func forEachRow(
        _ sql: String, _ arguments: StatementArguments, _ body: (Row) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { try body(row) }
    }

    /// Calls `body` with one row after the other until it returns `false`.
    package func readRows(
        _ sql: String, _ arguments: StatementArguments, while body: (Row) throws -> Bool
    ) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next(), try body(row) {}
    }
}
