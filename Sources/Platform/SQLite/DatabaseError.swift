internal import CSQLite

/// A code of SQLite for the result of a call.
package struct ResultCode: RawRepresentable, Hashable, Sendable {
    /// SQLite's number.
    package let rawValue: Int32

    /// Wraps a number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The code without its details.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

    package static let SQLITE_ERROR = ResultCode(rawValue: 1)
    package static let SQLITE_PERM = ResultCode(rawValue: 3)
    package static let SQLITE_BUSY = ResultCode(rawValue: 5)
    package static let SQLITE_LOCKED = ResultCode(rawValue: 6)
    package static let SQLITE_READONLY = ResultCode(rawValue: 8)
    package static let SQLITE_IOERR = ResultCode(rawValue: 10)
    package static let SQLITE_CORRUPT = ResultCode(rawValue: 11)
    package static let SQLITE_FULL = ResultCode(rawValue: 13)
    package static let SQLITE_CANTOPEN = ResultCode(rawValue: 14)
    package static let SQLITE_CONSTRAINT = ResultCode(rawValue: 19)
    package static let SQLITE_MISMATCH = ResultCode(rawValue: 20)
    package static let SQLITE_MISUSE = ResultCode(rawValue: 21)
    package static let SQLITE_AUTH = ResultCode(rawValue: 23)
    package static let SQLITE_FORMAT = ResultCode(rawValue: 24)
    package static let SQLITE_NOTADB = ResultCode(rawValue: 26)
    package static let SQLITE_IOERR_SHMSIZE = ResultCode(rawValue: 10 | 19 << 8)
    package static let SQLITE_CONSTRAINT_FOREIGNKEY = ResultCode(rawValue: 19 | 3 << 8)
    package static let SQLITE_CONSTRAINT_PRIMARYKEY = ResultCode(rawValue: 19 | 6 << 8)
    package static let SQLITE_CONSTRAINT_UNIQUE = ResultCode(rawValue: 19 | 8 << 8)
}

/// A failed call of SQLite.
package struct DatabaseError: Error, CustomStringConvertible {
    /// The code, with its details.
    package let extendedResultCode: ResultCode
    /// SQLite's words.
    package let message: String?
    /// The statement.
    package let sql: String?

    /// The code without its details.
    package var resultCode: ResultCode { extendedResultCode.primary }

    /// Joins the parts.
    package init(resultCode: ResultCode, message: String? = nil, sql: String? = nil) {
        extendedResultCode = resultCode
        self.message = message
        self.sql = sql
    }

    package var description: String {
        let words = message.map { ": \($0)" } ?? ""
        return "SQLite error \(extendedResultCode.rawValue)\(words)"
            + (sql.map { " - while executing `\($0)`" } ?? "")
    }
}
