internal import GRDB

/// A kind of database file: how to tell it from others, and how it came to its present form.
///
/// The application id and the number of the last migration stand in the file's header
/// (`application_id`, `user_version`), so that a foreign or newer file is refused untouched.
struct DatabaseFormat: Sendable {
    /// The name of the kind of file, for messages.
    let title: String
    /// The number in the header of every file of this kind.
    let applicationID: Int32
    /// The steps from an empty file to the present form, one for each version. Append only: files
    /// of every version are out there.
    let migrations: [@Sendable (Database) throws -> Void]
    /// The tables of the present form, each after those that its rows refer to.
    let tables: [String]
    /// The SHA-256 of the present form's schema, as ``digest(_:)`` takes it, in hexadecimal digits: a
    /// file with this schema is known to be in order without making one anew to compare with, which
    /// would be a fifth of what a command costs.
    let schemaDigest: String

    /// The present version.
    var version: Int { migrations.count }

    /// Takes the database, of whatever known version, to the present one, or to an earlier one that is
    /// later than its own; each step is one transaction. At that version it takes no lock.
    func migrate(_ db: Database, upTo last: Int? = nil) throws {
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

    /// Throws unless the database is of this kind and of a known version. Reads only the header.
    func recognise(_ db: Database, at path: String) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        guard id == applicationID else {
            throw DatabaseFileError(
                .unusable,
                "\(path) is not \(title) but some other database: move it away, or use another path"
            )
        }
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found <= version else {
            throw DatabaseFileError(
                .newer,
                "\(path) was written by a newer navsync (format \(found), "
                    + "this one knows \(version)): update navsync, "
                    + "or restore a backup that this version made"
            )
        }
        guard found > 0 else { throw DatabaseFileError.damaged(path, "its header has no version") }
    }
}
