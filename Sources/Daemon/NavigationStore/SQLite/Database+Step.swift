internal import FoundationEssentials
internal import SQLite
internal import CSQLite

/// A value of a statement's parameter.
enum BoundValue {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    case data(Data)

    /// Wraps an integer; `nil` is NULL.
    static func orNull(_ value: Int64?) -> BoundValue { value.map(BoundValue.integer) ?? .null }

    /// Wraps bytes; `nil` is NULL.
    static func orNull(_ value: [UInt8]?) -> BoundValue { value.map(BoundValue.bytes) ?? .null }
}

/// The statements of each batch: compiled once, bound and run without
/// boxes for values and rows, which take longer than SQLite does.
extension Database {
    /// Runs a statement that returns at most one row; returns the integer in its first column.
    @discardableResult
    func step(_ sql: String, _ values: [BoundValue]) throws -> Int64? {
        let statement = unsafe try cachedStatement(sql: sql).sqliteStatement
        defer {
            unsafe sqlite3_reset(statement)
            unsafe sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let code = unsafe value.bind(to: statement, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw error(code, sql) }
        }
        var result: Int64?
        while true {
            let code = unsafe sqlite3_step(statement)
            switch code {
            case SQLITE_ROW:
                let isNull = unsafe sqlite3_column_type(statement, 0) == SQLITE_NULL
                if result == nil, !isNull {
                    result = unsafe sqlite3_column_int64(statement, 0)
                }
            case SQLITE_DONE: return result
            default: throw error(code, sql)
            }
        }
    }

    private func error(_ code: Int32, _ sql: String) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }
}

extension BoundValue {
    /// Binds it; SQLite copies the content.
    fileprivate func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT, which Swift does not import.
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: return unsafe sqlite3_bind_null(statement, index)
        case .integer(let value): return unsafe sqlite3_bind_int64(statement, index, value)
        case .text(let value):
            return unsafe sqlite3_bind_text(
                statement, index, value, Int32(value.utf8.count), copied)
        case .bytes(let value):
            return unsafe value.withUnsafeBytes { bytes in
                unsafe Self.bind(bytes, to: statement, at: index, copied)
            }
        case .data(let value):
            return unsafe value.withUnsafeBytes { bytes in
                unsafe Self.bind(bytes, to: statement, at: index, copied)
            }
        }
    }

    /// Binds bytes; a null pointer would mean NULL.
    private static func bind(
        _ bytes: UnsafeRawBufferPointer, to statement: OpaquePointer?, at index: Int32,
        _ copied: sqlite3_destructor_type?
    ) -> Int32 {
        guard let start = bytes.baseAddress, bytes.count > 0 else {
            return unsafe sqlite3_bind_zeroblob(statement, index, 0)
        }
        return unsafe sqlite3_bind_blob64(
            statement, index, start, UInt64(bytes.count), copied)
    }
}
