package import SQLite
internal import NavigationModel

extension DatabaseFormat {
    /// A table, an index, or anything else that a schema may name.
    package struct SchemaEntry: Hashable {
        let kind: String
        let name: String
        let table: String
        /// The statement that creates it, with white space normalized; empty for an entry that
        /// SQLite creates itself.
        let definition: String

        /// A name for people: `the trigger "t" on "log"`.
        var title: String {
            let place = kind == "table" || kind == "view" ? "" : " on \(table.debugDescription)"
            return "the \(kind) \(name.debugDescription)\(place)"
        }
    }

    /// Throws unless the schema is that of our own migrations, entry by entry: an added entry could
    /// run code in this process, and a changed one could alter our rows at will.
    package func checkSchema(_ db: Database, at path: String) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if version == self.version, try Self.digest(db) == schemaDigest { return }
        let found = try Self.schema(db)
        let expected = try schema(of: version)
        let foreign = found.filter { entry in
            !expected.contains { $0.kind == entry.kind && $0.name == entry.name }
        }
        guard foreign.isEmpty else {
            let names = foreign.map(\.title).sorted().prefix(8).joined(separator: ", ")
            throw DatabaseFileError(
                .unusable,
                "\(path) has foreign schema objects (\(names)) and was not changed",
                advice: "use a backup without them, or drop them with sqlite3 if they are your own")
        }
        let changed = found.subtracting(expected).map(\.title).sorted()
        guard changed.isEmpty else {
            throw DatabaseFileError(
                .unusable,
                "\(path) has a modified schema (\(changed[0])) and was not changed",
                advice: "use an unmodified backup")
        }
        // A table before its indexes.
        let missing = expected.subtracting(found).min {
            ($0.name == $0.table ? 0 : 1, $0.title) < ($1.name == $1.table ? 0 : 1, $1.title)
        }
        if let missing {
            throw DatabaseFileError.damaged(path, "the \(missing.kind) \(missing.name) is missing")
        }
    }

    /// Returns the schema of a version, created in memory.
    private func schema(of version: Int) throws -> Set<SchemaEntry> {
        try DatabaseQueue().writeWithoutTransaction { db in
            try migrate(db, upTo: version)
            return try Self.schema(db)
        }
    }

    /// Returns the SHA-256 of a database's schema: of its entries ordered by kind and name, each
    /// with its table and its statement as written, in hexadecimal digits.
    package static func digest(_ db: Database) throws -> String {
        let entries = try String.fetchOne(
            db,
            sql: """
                SELECT group_concat(
                    quote(type) || quote(name) || quote(tbl_name) || quote(sql), char(10))
                FROM (
                    SELECT * FROM sqlite_schema
                    WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))
                    ORDER BY type, name
                )
                """)
        return "\(Digest(hashing: Array((entries ?? "").utf8)))"
    }

    private static func schema(_ db: Database) throws -> Set<SchemaEntry> {
        var entries: Set<SchemaEntry> = []
        try db.forEachRow("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema", []) {
            row in
            let name = try row.text(1)
            let kind = try row.text(0)
            // The statistics of ANALYZE, in tables with reserved names.
            if kind == "table", ["sqlite_stat1", "sqlite_stat4"].contains(name) { return }
            let words = try row.text(3).split { $0 == " " || $0 == "\n" || $0 == "\t" }
            entries.insert(
                SchemaEntry(
                    kind: kind, name: name, table: try row.text(2),
                    definition: words.joined(separator: " ")))
        }
        return entries
    }
}
