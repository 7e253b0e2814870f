internal import CSQLite
package import FoundationEssentials

/// A value as SQLite stores it.
package struct DatabaseValue: Hashable, Sendable {
    /// The types of SQLite.
    package enum Storage: Hashable, Sendable {
        case null
        case int64(Int64)
        case double(Double)
        case string(String)
        case blob([UInt8])
    }

    /// The value, with its type.
    package let storage: Storage

    /// The absence of a value.
    package static let null = DatabaseValue(storage: .null)

    /// Wraps a value.
    package init(storage: Storage) {
        self.storage = storage
    }

    /// Copies a column of a statement's present row.
    init(column: Int32, of statement: OpaquePointer?) {
        let length: () -> Int = { Int(unsafe sqlite3_column_bytes(statement, column)) }
        switch unsafe sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: storage = .int64(unsafe sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: storage = .double(unsafe sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let text = unsafe sqlite3_column_text(statement, column)
            let bytes = unsafe UnsafeBufferPointer(start: text, count: length())
            storage = .string(unsafe String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let blob = unsafe sqlite3_column_blob(statement, column)
            let bytes = unsafe UnsafeRawBufferPointer(start: blob, count: length())
            storage = .blob(unsafe [UInt8](bytes))
        default: storage = .null
        }
    }

    /// Binds it to a parameter; SQLite copies the content. Returns SQLite's code.
    func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT, which Swift does not import.
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch storage {
        case .null: return unsafe sqlite3_bind_null(statement, index)
        case .int64(let value): return unsafe sqlite3_bind_int64(statement, index, value)
        case .double(let value): return unsafe sqlite3_bind_double(statement, index, value)
        case .string(let value):
            return unsafe sqlite3_bind_text64(
                statement, index, value, UInt64(value.utf8.count), copied, UInt8(SQLITE_UTF8))
        case .blob(let value):
            // A null pointer would mean NULL.
            guard !value.isEmpty else {
                return unsafe sqlite3_bind_zeroblob(statement, index, 0)
            }
            return unsafe value.withUnsafeBytes { bytes in
                unsafe sqlite3_bind_blob64(
                    statement, index, bytes.baseAddress, UInt64(bytes.count), copied)
            }
        }
    }
}

/// A type that SQLite can store.
package protocol DatabaseValueConvertible: Sendable {
    /// The value as SQLite stores it.
    var databaseValue: DatabaseValue { get }
    /// Reads a value; `nil` for one of another type.
    static func fromDatabaseValue(_ value: DatabaseValue) -> Self?
}

extension DatabaseValueConvertible {
    /// Returns the first column of the first row; `nil` if there is none, or it is of another type.
    package static func fetchOne(
        _ db: Database, sql: String, arguments: StatementArguments = []
    ) throws -> Self? {
        try Row.fetchOne(db, sql: sql, arguments: arguments).flatMap { fromDatabaseValue($0[0]) }
    }
}

extension DatabaseValue: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { self }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> DatabaseValue? { value }
}

extension Int64: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { DatabaseValue(storage: .int64(self)) }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> Int64? {
        if case .int64(let number) = value.storage { number } else { nil }
    }
}

extension Int: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { Int64(self).databaseValue }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> Int? {
        Int64.fromDatabaseValue(value).flatMap(Int.init(exactly:))
    }
}

extension Int32: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { Int64(self).databaseValue }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> Int32? {
        Int64.fromDatabaseValue(value).flatMap(Int32.init(exactly:))
    }
}

extension Bool: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { Int64(self ? 1 : 0).databaseValue }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> Bool? {
        Int64.fromDatabaseValue(value).map { $0 != 0 }
    }
}

extension String: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { DatabaseValue(storage: .string(self)) }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> String? {
        if case .string(let text) = value.storage { text } else { nil }
    }
}

extension Data: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { DatabaseValue(storage: .blob([UInt8](self))) }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> Data? {
        if case .blob(let bytes) = value.storage { Data(bytes) } else { nil }
    }
}
