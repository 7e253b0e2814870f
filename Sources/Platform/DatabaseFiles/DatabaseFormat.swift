package import SQLite

/// The way from one version of a format to the next.
package enum Migration: Sendable {
    /// One transaction.
    case atOnce(@Sendable (Database) throws -> Void)
    /// A transaction for each call, which moves some rows and returns their length in bytes; `nil`
    /// for the last one, which leaves the next version. For what takes as long, and as much space in
    /// the log, as the file has rows: a process that ends in between is continued by the next.
    case inSteps(@Sendable (Database) throws -> Int?)
}

/// A kind of database file, with its identification and its migrations.
package struct DatabaseFormat: Sendable {
    /// The name of the kind of file, for messages.
    package let title: String
    /// The number in the header of every file of this kind.
    package let applicationID: Int32
    /// The migrations from an empty file to the present form, one for each version. Append only:
    /// files of every version exist.
    package let migrations: [Migration]
    /// The tables of the present form, each after those that its rows reference.
    package let tables: [String]
    /// The SHA-256 of the present form's schema, as `digest(_:)` takes it, in hexadecimal digits:
    /// a file with this schema is sound without a comparison to a newly created one, which would
    /// take a fifth of a command's time.
    package let schemaDigest: String

    /// Joins the parts.
    package init(
        title: String, applicationID: Int32, migrations: [Migration], tables: [String],
        schemaDigest: String
    ) {
        self.title = title
        self.applicationID = applicationID
        self.migrations = migrations
        self.tables = tables
        self.schemaDigest = schemaDigest
    }

    /// The present version.
    package var version: Int { migrations.count }

    /// Migrates the database from any known version to the present one, or to an earlier one that
    /// is later than its own. At that version it takes no lock.
    ///
    /// - Parameter progress: Called after each step that moved rows, with the bytes moved so far;
    ///     ends the migration if it throws.
    package func migrate(
        _ db: Database, upTo last: Int? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws {
        var moved = 0
        while let number = try Int.fetchOne(db, sql: "PRAGMA user_version"),
            number >= 0, number < last ?? version
        {
            var length: Int?
            try db.inTransaction(.immediate) {
                // Another process may have made this step meanwhile.
                guard try Int.fetchOne(db, sql: "PRAGMA user_version") == number else {
                    return .rollback
                }
                switch migrations[number] {
                case .atOnce(let migrate): try migrate(db)
                case .inSteps(let step): length = try step(db)
                }
                if length == nil { try db.execute(sql: "PRAGMA user_version = \(number + 1)") }
                return .commit
            }
            guard let length else { continue }
            moved += length
            try progress(moved)
        }
    }

    /// Throws unless the database is of this kind and of a known version. Reads the header alone.
    package func checkKind(_ db: Database, at path: String) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        guard id == applicationID else {
            throw DatabaseFileError(
                .unusable,
                "\(path) is another database, not \(title)",
                advice: "move it away, or use another path")
        }
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found <= version else {
            throw DatabaseFileError(
                .newer,
                "\(path) was written by a newer navsync (format \(found), "
                    + "this version supports \(version))",
                advice: "update navsync, or restore a backup that this version made")
        }
        guard found > 0 else { throw DatabaseFileError.damaged(path, "its header has no version") }
    }
}
