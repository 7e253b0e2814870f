import Foundation
import SQLite
import NavigationModel
import NavigationStore

/// Opens a file that is no database of ours, or one with a foreign schema: as a daemon's, as a
/// device's, or as a backup that is restored. The first byte says as which, and whether the rest is
/// the file itself or steps that alter the schema of a good one.
func fuzzDatabase(_ bytes: [UInt8]) async throws {
    guard let kind = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    let files = try await DatabaseSamples.shared.value.get()
    let directory = try files.scratch()
    defer { files.remove(directory) }
    let isDevice = kind & 3 == 1
    let path = directory + (isDevice ? "/device.sqlite" : "/navsync.sqlite")
    if kind & 4 == 0 {
        try Data(rest).write(to: URL(filePath: path))
    } else {
        try (isDevice ? files.device : files.store).write(to: URL(filePath: path))
        try alter(rest, path)
    }
    switch kind & 3 {
    case 1: try? readDevice(directory)
    case 2:
        guard let backup = try? OpenedDatabase(opening: path) else { return }
        let target = directory + "/restored/navsync.sqlite"
        guard (try? SQLiteStore.restore(backup, to: target)) != nil else { return }
        try await readStore(target)
    default: try await readStore(path)
    }
}

/// Tables that a statement may name.
private let tables = [
    "scene", "log", "snapshot", "settlement", "user", "device", "invitation", "store", "shard",
    "entry", "tail", "journal", "role", "mark",
]

/// Carries out steps of two bytes: a statement, and the table that it is about. What SQLite refuses
/// is left out.
private func alter(_ steps: [UInt8], _ path: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE")
        for index in stride(from: 0, to: min(steps.count, 32) - 1, by: 2) {
            let table = tables[Int(steps[index + 1]) % tables.count]
            try? db.execute(sql: statement(steps[index], table))
        }
    }
    try queue.close()
}

private func statement(_ kind: UInt8, _ table: String) -> String {
    switch kind % 12 {
    case 0: "DROP TABLE \(table)"
    case 1: "ALTER TABLE \(table) RENAME TO other"
    case 2: "ALTER TABLE \(table) ADD COLUMN extra"
    case 3: "CREATE TRIGGER t\(kind) AFTER INSERT ON \(table) BEGIN DELETE FROM \(table); END"
    case 4: "CREATE TRIGGER u\(kind) BEFORE UPDATE ON \(table) BEGIN SELECT RAISE(IGNORE); END"
    case 5: "DROP TABLE \(table); CREATE VIEW \(table) AS SELECT 1 AS id, 'x' AS name"
    case 6: "DROP TABLE \(table); CREATE TABLE \(table) (id, name)"
    case 7: "CREATE UNIQUE INDEX i\(kind) ON \(table) (1)"
    case 8: "PRAGMA user_version = \(kind)"
    case 9: "PRAGMA application_id = \(kind)"
    case 10: "DELETE FROM \(table)"
    default: "ALTER TABLE \(table) RENAME COLUMN id TO other"
    }
}

/// Each way with nothing, with no database, and with steps.
let databaseSeeds: [[UInt8]] = (0..<8).flatMap { kind in
    [[kind], [kind] + Array("SQLite format 3\0".utf8), [kind, 3, 0, 5, 4, 8, 0, 2, 9]]
}
