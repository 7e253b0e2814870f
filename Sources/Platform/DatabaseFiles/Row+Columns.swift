package import SQLite

/// Columns by position, checked: a damaged file may contain anything.
extension Row {
    /// Returns an integer.
    package func integer(_ column: Int) throws -> Int64 {
        guard let value = try optionalInteger(column) else { throw unexpected(column) }
        return value
    }

    /// Returns an integer or `nil` for NULL.
    package func optionalInteger(_ column: Int) throws -> Int64? {
        switch self[column].storage {
        case .null: return nil
        case .int64(let value): return value
        case .double, .string, .blob: throw unexpected(column)
        }
    }

    /// Returns a text.
    package func text(_ column: Int) throws -> String {
        guard case .string(let value) = self[column].storage else {
            throw unexpected(column)
        }
        return value
    }

    /// Returns a text or `nil` for NULL.
    package func optionalText(_ column: Int) throws -> String? {
        if case .null = self[column].storage { return nil }
        return try text(column)
    }

    /// Returns bytes.
    package func bytes(_ column: Int) throws -> [UInt8] {
        guard case .blob(let value) = self[column].storage else {
            throw unexpected(column)
        }
        return value
    }

    /// Returns bytes or `nil` for NULL.
    package func optionalBytes(_ column: Int) throws -> [UInt8]? {
        if case .null = self[column].storage { return nil }
        return try bytes(column)
    }

    /// Returns the error for a column of another type.
    package func unexpected(_ column: Int) -> DatabaseError {
        DatabaseError(
            resultCode: .SQLITE_CORRUPT, message: "column \(column) has a value of the wrong type")
    }
}
