package import SQLite

/// A kind of database file, with its identification and its migrations.
package struct DatabaseFormat: Sendable {
    /// The name of the kind of file, for messages.
    package let title: String
    /// The number in the header of every file of this kind.
    package let applicationID: Int32
    /// The migrations from an empty file to the present form, one for each version. Append only:
    /// files of every version exist.
    package let migrations: [@Sendable (Database) throws -> Void]
    /// The tables of the present form, each after those that its rows reference.
    package let tables: [String]
    /// The SHA-256 of the present form's schema, as `digest(_:)` takes it, in hexadecimal digits:
    /// a file with this schema is sound without a comparison to a newly created one, which would
    /// take a fifth of a command's time.
    package let schemaDigest: String

    /// Joins the parts.
    package init(
        title: String, applicationID: Int32, migrations: [@Sendable (Database) throws -> Void],
        tables: [String], schemaDigest: String
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
    /// is later than its own; each step is one transaction. At that version it takes no lock.
    package func migrate(_ db: Database, upTo last: Int? = nil) throws {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        for number in 1...version where number > found && number <= last ?? version {
            try db.inTransaction(.immediate) {
                guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 < number else {
                    return .rollback
                }
                try migrations[number - 1](db)
                try db.execute(sql: "PRAGMA user_version = \(number)")
                return .commit
            }
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
