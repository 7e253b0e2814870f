internal import CSQLite
package import GRDB

extension Database {
    /// Keeps the write-ahead log when the connection is closed, even the last one.
    package func keepLog() {
        _ = unsafe csqlite_keep_log(sqliteConnection)
    }

    /// SQLite's own checks of a whole file.
    package enum Check: String {
        /// The structure of all pages.
        case quick = "quick_check"
        /// The structure, and each index against its table.
        case integrity = "integrity_check"
    }

    /// Returns the first fault that SQLite finds in the file, in one line; `nil` if there is none.
    package func fault(_ check: Check) throws -> String? {
        let verdict = try String.fetchOne(self, sql: "PRAGMA \(check.rawValue)(1)") ?? "no answer"
        guard verdict != "ok" else { return nil }
        // SQLite's report starts with a line that names the connection's database: there is one.
        let lines = verdict.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("***") }
        return lines.isEmpty ? verdict : lines.joined(separator: "; ")
    }
}
