import DatabaseFiles
import DatabaseHarness
import Foundation
import NavigationModel
import POSIX
import SQLite
import StoreSamples
import Testing

@testable import NavigationStore
import NavigationSync
import NavigationWire

/// The migration whose rows are moved in many transactions.
@Suite struct MigrationTests {
    let scratch: Scratch
    let path: String
    /// The tables that are moved, with their keys and columns.
    private static let rows = [
        (
            "log", "scene, revision",
            ["scene", "revision", "checksum", "lengths", "receipts", "length(bytes)", "bytes"]
        ),
        (
            "settlement", "scene, device, sequence",
            [
                "scene", "device", "sequence", "hash", "time", "outcomes", "revision", "head",
                "earlier",
            ]
        ),
    ]

    init() throws {
        scratch = try Scratch()
        path = scratch("navsync.sqlite")
    }

    /// Puts the database of an earlier version in place.
    private func place(_ name: String) throws {
        try FileManager.default.copyItem(atPath: try fixture(name), toPath: path)
    }

    /// Makes the database of a daemon of version 14 some steps long: rows of up to 100 kB, and of
    /// receipts.
    private func fill() throws {
        try place("store-v14.sqlite")
        try RawDatabase(path).run(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400)
            INSERT INTO log (scene, revision, bytes, checksum, lengths)
                SELECT 1, 1000 + i, randomblob(40000 + i % 7 * 10000), i, randomblob(i % 9)
                FROM n;
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400)
            INSERT INTO settlement
                (scene, device, sequence, hash, time, outcomes, revision, head, earlier)
                SELECT 1, randomblob(16), i, randomblob(32), i, x'', NULL, i,
                    CASE i % 2 WHEN 0 THEN randomblob(50000) END
                FROM n;
            """)
    }

    /// All rows of each table in order, whether they are moved or not.
    private func contents() throws -> [String?] {
        let database = try RawDatabase(path)
        return try Self.rows.map { table, order, columns in
            let tables = try ["old_\(table)", table].filter { name in
                try database.value("SELECT 1 FROM sqlite_schema WHERE name = '\(name)'") != nil
            }
            let columns = columns.map { "quote(\($0))" }.joined(separator: " || ")
            let all = tables.map { "SELECT \(order), \(columns) AS row FROM \($0)" }
            return try database.value(
                """
                SELECT group_concat(row, char(10)) FROM (
                    \(all.joined(separator: " UNION ALL ")) ORDER BY \(order))
                """)
        }
    }

    private func withDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let queue = try DatabaseQueue(path: path, configuration: DatabaseFile.configuration())
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction(body)
    }

    private struct Interruption: Error {}

    @Test("A migration that ends after any step is continued, and no row is lost or altered")
    func interrupted() throws {
        try fill()
        let before = try contents()
        var steps = 0
        while try withDatabase({ db in
            do {
                try SQLiteStore.format.migrate(db) { _ in throw Interruption() }
                return false
            } catch is Interruption { return true }
        }) {
            steps += 1
            #expect(try contents() == before, "after step \(steps)")
            #expect(throws: Never.self) {
                try DatabaseFile(path: path, format: SQLiteStore.format).check()
            }
        }
        #expect(steps > 24)
        #expect(try contents() == before)
        #expect(try RawDatabase(path).value("PRAGMA foreign_key_check") == nil)
        #expect(
            try RawDatabase(path).value("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'old%'")
                == "0")
    }

    @Test("A migration needs room for two steps, however long the database is")
    func room() throws {
        try fill()
        let before = try contents()
        try withDatabase { db in
            let pages = try #require(try Int.fetchOne(db, sql: "PRAGMA page_count"))
            #expect(pages > 5_000)
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 512)")
            try SQLiteStore.format.migrate(db)
        }
        #expect(try contents() == before)
    }

    @Test("A version that no migration leads to is refused", arguments: [-1, Int(Int32.min)])
    func foreignVersion(_ version: Int) throws {
        try place("store-v14.sqlite")
        try RawDatabase(path).run("PRAGMA user_version = \(version)")
        #expect(throws: StoreError.self) { try SQLiteStore(opening: path) }
        #expect(throws: (any Error).self) {
            try SQLiteStore.restore(OpenedDatabase(opening: path), to: scratch("other.sqlite"))
        }
        #expect(try RawDatabase(path).value("PRAGMA user_version") == "\(version)")
    }

    @Test("The progress of a migration increases up to what the database has")
    func progress() async throws {
        try fill()
        var reports: [CopyProgress] = []
        var logLength: UInt64 = 0
        let log = path + "-wal"
        try await SQLiteStore(opening: path) { progress in
            reports.append(progress)
            logLength = max(logLength, (try? FileStatus(of: log).size).map(UInt64.init) ?? 0)
        }.close()
        #expect(reports.count > 24)
        #expect(reports.map(\.completed) == reports.map(\.completed).sorted())
        #expect(reports.allSatisfy { $0.completed > 0 && $0.completed <= $0.total })
        #expect((1..<10 << 20).contains(logLength), "the log restarts on the way: \(logLength)")
    }

    /// As after a crash in the middle of the migration: commits 6 to 9 are still in the former log.
    @Test("Rows that are not moved yet do not count as lost")
    func unmovedTail() async throws {
        try place("store-v13-tail.sqlite")
        let (key, identity, epoch) = try withDatabase { db in
            try SQLiteStore.format.migrate(db, upTo: 15)
            let epoch = try #require(try db.row("SELECT epoch FROM scene", [])).integer(0)
            let identity = try SQLiteStore.identity(db)
            // It is no copy.
            try CompanionFiles(path: path).token.accept([identity.token])
            return (
                SceneKey(user: "root", scene: .main), identity.number, Epoch(column: epoch)
            )
        }
        let mark = try HighWaterMark(path + ".mark")
        try mark.begin(store: identity, batch: 0, anew: true)
        mark.note(
            1_000,
            [HighWaterMark.Scene(key: key, epoch: epoch, revision: 9, digest: .zero)],
            isRecorded: false)
        mark.end()
        let store = try SQLiteStore(opening: path)
        #expect(store.acceptedLoss == nil)
        let claim = try await store.claim(.all, after: .zero)
        #expect(try await store.load(key, under: claim)?.revision == 9)
        await store.close()
    }

    @Test("A half-migrated database that is restored has the rows of both tables")
    func restored() async throws {
        try place("store-v13-tail.sqlite")
        try withDatabase { db in
            try SQLiteStore.format.migrate(db, upTo: 15)
            try db.execute(
                sql: """
                    INSERT INTO log (scene, revision, checksum, lengths, receipts, bytes)
                        SELECT scene, revision, checksum, lengths, receipts, bytes FROM old_log
                        WHERE revision <= 3;
                    DELETE FROM old_log WHERE revision <= 3;
                    """)
        }
        let other = scratch("other/navsync.sqlite")
        let summary = try SQLiteStore.restore(OpenedDatabase(opening: path), to: other)
        #expect(summary.scenes == 1 && summary.damage.isEmpty)
        let store = try SQLiteStore(opening: other)
        let claim = try await store.claim(.all, after: .zero)
        let key = SceneKey(user: "root", scene: .main)
        #expect(try await store.load(key, under: claim)?.revision == 9)
        let log = try await store.log(of: key, after: .zero, limit: 99, length: .max)
        #expect(log.map(\.revision.rawValue) == Array(1...9))
        await store.close()
    }
}
