import Foundation
import SQLite
import NavigationModel

/// A database whose rows hold what an input says, past what normally writes them.
struct DamagedRows {
    /// A column, and what tells the rows of its table apart.
    struct Column: Sendable {
        let table: String
        let key: String
        let name: String
    }

    /// Those of the daemon's store, where every blob of `bytes` has a checksum beside it: in the log
    /// over `lengths` too.
    static let ofStore = columns([
        ("shard", "id", ["term", "lived"]),
        ("scene", "id", ["epoch", "revision", "retained"]),
        ("log", "revision", ["revision", "bytes", "lengths", "receipts"]),
        ("journal", "id", ["id", "scenes", "slices"]),
        ("snapshot", "revision", ["revision", "bytes", "lived", "position"]),
        (
            "settlement", "sequence",
            ["device", "sequence", "hash", "time", "outcomes", "revision", "head", "earlier"]
        ),
        ("mark", "revision", ["revision", "lived", "position"]),
        ("user", "name", ["uid", "removed", "checksum"]),
        ("device", "device", ["device", "role", "key", "uid", "revoked", "checksum"]),
        ("invitation", "id", ["id", "key", "expires", "expires_lived", "used_by", "checksum"]),
        ("store", "id", ["identity", "token", "copied"]),
    ])

    /// Those of a device's directory.
    static let ofDevice = columns([
        ("device", "id", ["id", "name"]),
        (
            "scene", "id",
            [
                "epoch", "revision", "sequence", "chained", "snapshot_revision", "snapshot",
                "overflowed",
            ]
        ),
        ("tail", "revision", ["revision", "bytes"]),
        (
            "entry", "id",
            [
                "epoch", "sequence", "after", "change", "boot", "nanoseconds", "state", "outcomes",
                "revision", "code", "message", "expected", "made", "submitted", "shelved",
            ]
        ),
        ("journal", "id", ["entry", "sequence", "undone", "done", "inverse"]),
        ("role", "user", ["user", "role"]),
    ])

    private static func columns(_ tables: [(String, String, [String])]) -> [Column] {
        tables.flatMap { table, key, names in
            names.map { Column(table: table, key: key, name: $0) }
        }
    }

    /// Writes the steps of `script` into a database: each gives a column of a row a value. What the
    /// tables do not take is left out.
    static func write(_ script: Script, into path: String, _ columns: [Column]) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE")
            for step in script.prefix(8) {
                let column = columns[Int(step.kind) % columns.count]
                guard let row = step.content.first else { continue }
                let value = value(step.content.dropFirst())
                try? update(column, ofRow: Int(row), to: value, db)
            }
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
    }

    private static func update(
        _ column: Column, ofRow row: Int, to value: DatabaseValue, _ db: Database
    ) throws {
        let place =
            "\(column.key) = (SELECT \(column.key) FROM \(column.table) "
            + "ORDER BY \(column.key) LIMIT 1 OFFSET ?)"
        try db.execute(
            sql: "UPDATE OR REPLACE \(column.table) SET \(column.name) = ? WHERE \(place)",
            arguments: [value, row])
        let summed = ["log": ["bytes", "lengths"], "snapshot": ["bytes"]][column.table] ?? []
        guard summed.contains(column.name) else { return }
        let content = summed.map { "coalesce(\($0), x'')" }.joined(separator: " || ")
        let bytes = try Data.fetchOne(
            db, sql: "SELECT CAST(\(content) AS BLOB) FROM \(column.table) WHERE \(place)",
            arguments: [row])
        try db.execute(
            sql: "UPDATE \(column.table) SET checksum = ? WHERE \(place)",
            arguments: [
                Int64(bitPattern: Digest(hashing: Array(bytes ?? Data())).firstLane), row,
            ])
    }

    /// The first byte says of which type it is.
    private static func value(_ bytes: ArraySlice<UInt8>) -> DatabaseValue {
        let rest = bytes.dropFirst()
        switch (bytes.first ?? 0) & 3 {
        case 0:
            return Int64(bitPattern: rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
                .databaseValue
        case 1: return String(decoding: rest, as: UTF8.self).databaseValue
        case 2: return Data(rest).databaseValue
        default: return .null
        }
    }
}
