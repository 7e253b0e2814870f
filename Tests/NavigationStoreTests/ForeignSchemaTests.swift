import DatabaseHarness
@testable import DatabaseFiles
@testable import DeviceStore
import Foundation
import SQLite
import Glibc
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

@testable import POSIX
@testable import NavigationStore

/// Tables, triggers and rows that somebody else has put into a database: refused by name, and never
/// run.
@Suite struct ForeignSchemaTests {
    let place: BackupPlace
    var scratch: Scratch { place.scratch }
    var path: String { place.path }
    var target: String { place.target }

    init() throws {
        place = try BackupPlace()
    }

    /// Statements, and the words of the message.
    static let foreign: [(sql: String, says: String)] = [
        (
            "CREATE TRIGGER t AFTER INSERT ON log BEGIN UPDATE device SET revoked = NULL; END",
            #"the trigger "t" on "log""#
        ),
        ("CREATE TABLE f (x)", #"the table "f""#),
        ("CREATE VIEW v AS SELECT * FROM device", #"the view "v""#),
        ("CREATE INDEX i ON log (revision)", #"the index "i" on "log""#),
        ("ALTER TABLE shard ADD COLUMN extra TEXT", #"a modified schema (the table "shard")"#),
        (
            "ALTER TABLE shard ADD COLUMN extra INTEGER AS (term) VIRTUAL",
            #"a modified schema (the table "shard")"#
        ),
        ("CREATE TABLE \"a\u{1b}[2J\" (x)", #"the table "a\u{1B}[2J""#),
    ]

    @Test("The kept digest of a schema is that of one made anew")
    func digests() throws {
        for format in [SQLiteStore.format, DeviceDatabase.format] {
            let digest = try DatabaseQueue().writeWithoutTransaction { db in
                try format.migrate(db)
                return try DatabaseFormat.digest(db)
            }
            #expect(digest == format.schemaDigest, "\(format.title)")
        }
    }

    @Test(
        "A database with what is foreign is not opened, and stays as it is",
        arguments: foreign.indices)
    func inPlace(_ index: Int) async throws {
        _ = try await filled()
        try RawDatabase(path).run(Self.foreign[index].sql)
        let before = try contents(of: path)
        let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: path) }
        #expect(error.description.contains(Self.foreign[index].says), "\(error)")
        #expect(error.description.contains(path), "\(error)")
        #expect(try contents(of: path) == before)
    }

    @Test(
        "A backup with what is foreign is refused, and nothing has changed",
        arguments: foreign.indices)
    func inABackup(_ index: Int) async throws {
        _ = try await filled()
        _ = try SQLiteStore.backup(of: path, to: target, at: .zero)
        try RawDatabase(target).run(Self.foreign[index].sql)
        let before = try contents(of: path)
        let error = try #require(throws: StoreError.self) { try restore() }
        #expect(error.description.contains(Self.foreign[index].says), "\(error)")
        #expect(try contents(of: path) == before)
    }

    @Test("A device's database with what is foreign is not opened", arguments: [0, 1, 2, 3])
    func inADevice(_ index: Int) throws {
        let place = scratch("device")
        do {
            let device = try DeviceDatabase(opening: place, name: "phone") { SampleHistory.device }
            #expect(device.name == "phone")
        }
        let statements = [
            "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM pairing; END",
            "CREATE TABLE f (x)", "CREATE VIEW v AS SELECT * FROM entry",
            "ALTER TABLE role ADD COLUMN extra TEXT",
        ]
        try RawDatabase(place + "/device.sqlite").run(statements[index])
        let error = #expect(throws: DeviceDatabaseError.self) {
            try DeviceDatabase(opening: place, name: nil) { SampleHistory.device }
        }
        #expect(error?.code == .unusable, "\(String(describing: error))")
    }

    @Test("Never runs a trigger that comes while the database is in use")
    func inUse() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        try RawDatabase(path).run(
            """
            CREATE TABLE f (x);
            CREATE TRIGGER t AFTER INSERT ON log BEGIN INSERT INTO f VALUES (1); END;
            CREATE TRIGGER u AFTER INSERT ON journal BEGIN INSERT INTO f VALUES (1); END
            """)
        var history = SampleHistory()
        try await store.commit([history.write(5)], under: claim)
        try await store.commit([history.write(5, snapshot: true)], under: claim)
        #expect(try RawDatabase(path).value("SELECT count(*) FROM f") == "0")
        await store.close()
    }

    @Test("A restored database has our own schema, and the rows of the other")
    func rebuilt() async throws {
        let history = try await filled()
        // What ANALYZE counts is SQLite's own, and not taken along.
        try RawDatabase(path).run("ANALYZE")
        _ = try SQLiteStore.backup(of: path, to: target, at: .zero)
        try restore()
        let fresh = scratch("fresh/navsync.sqlite")
        await (try SQLiteStore(opening: fresh)).close()
        let query = "SELECT group_concat(type || name || sql, ';') FROM sqlite_schema"
        #expect(try RawDatabase(path).value(query) == RawDatabase(fresh).value(query))
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        #expect(try await store.load(history.key, under: claim)?.state == history.state)
        let audit = try await store.audit(history.key, upTo: history.revision, wholeStore: true)
        #expect(audit.fault == nil)
        #expect(try await store.users(after: nil, limit: 9).count == 3)
        await store.close()
    }

    /// Harms of rows, what the message says, and whether the rest comes back on demand.
    static let harms: [(sql: String, says: String, isTolerable: Bool)] = [
        (
            "UPDATE log SET bytes = CAST(bytes || x'00' AS BLOB) WHERE revision = 10",
            "scene ada/main: revisions 1 to 10 have a wrong checksum", true
        ),
        (
            "UPDATE log SET bytes = CAST(bytes || x'00' AS BLOB) WHERE revision = 17",
            "scene ada/main: revision 17 has a wrong checksum", true
        ),
        (
            "UPDATE log SET receipts = zeroblob(length(receipts)) WHERE revision = 10",
            "scene ada/main: invalid receipts at revision 10", true
        ),
        (
            "UPDATE snapshot SET checksum = checksum + 1",
            "scene ada/main: the snapshot at revision 10 has a wrong checksum", true
        ),
        (
            "DELETE FROM log WHERE revision = 14",
            "scene ada/main: revision 14 is missing from the log", true
        ),
        (
            "DELETE FROM log WHERE revision > 19",
            "scene ada/main: the log ends before revision 20, not at 20", true
        ),
        (
            "UPDATE device SET role = 1 - role", "a row of the table device has a wrong checksum",
            false
        ),
        ("UPDATE user SET removed = 5", "a row of the table user has a wrong checksum", false),
        ("PRAGMA foreign_keys = OFF; DELETE FROM user", "has a dangling reference", false),
    ]

    @Test("A backup with damaged rows is refused by name", arguments: harms.indices)
    func damage(_ index: Int) async throws {
        let (sql, says, isTolerable) = Self.harms[index]
        let history = try await filled()
        _ = try SQLiteStore.backup(of: path, to: target, at: .zero)
        try RawDatabase(target).run(sql)
        let before = try contents(of: path)
        let error = try #require(throws: StoreError.self) { try restore() }
        #expect(error.description.contains(says), "\(error)")
        #expect(try contents(of: path) == before)
        guard isTolerable else {
            #expect(throws: StoreError.self) { try restore(toleratesDamage: true) }
            return
        }
        let summary = try restore(toleratesDamage: true)
        #expect(summary.damage == [says])
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        #expect(try await store.account(of: "user-1") != nil)
        let other = SceneKey(user: history.key.user, scene: "other")
        #expect(try await store.load(other, under: claim)?.revision == 3)
        await store.close()
    }

    @Test(
        "A data directory, a database and a backup's place of others are not used",
        .enabled(if: geteuid() == 0))
    func strangers() async throws {
        _ = try await filled()
        _ = try SQLiteStore.backup(of: path, to: target, at: .zero)
        let stranger: uid_t = 65_531
        for changed in [path, DurableFiles.directory(of: path)] {
            #expect(unsafe chown(changed, stranger, stranger) == 0)
            let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: path) }
            #expect(error.description.contains("is owned by uid 65531"), "\(error)")
            #expect(unsafe chown(changed, 0, 0) == 0)
        }
        for mode: mode_t in [0o777, 0o702] {
            #expect(unsafe chmod(DurableFiles.directory(of: path), mode) == 0)
            #expect(throws: StoreError.self) { try SQLiteStore(opening: path) }
            #expect(throws: StoreError.self) { try restore() }
        }
        #expect(unsafe chmod(DurableFiles.directory(of: path), 0o700) == 0)
        await (try SQLiteStore(opening: path)).close()
    }

    /// Puts a store with three households and two scenes in place, closed; returns the first scene.
    private func filled() async throws -> SampleHistory {
        let (files, history) = try await Self.filled.value
        try files.write(to: path)
        return history
    }

    private static let filled = Task {
        var history = SampleHistory()
        var other = SampleHistory(of: "other")
        let writes = [history.write(10, snapshot: true), other.write(3)]
        let later = (0..<10).map { _ in history.write(1) }
        let files = try await StoreFiles { path in
            let store = try SQLiteStore(opening: path, journal: .atOnce)
            let claim = try await store.claim(.all, after: .zero)
            try await store.commit(writes, SampleRegistry.threeHouseholds, under: claim)
            try await store.commit(later, under: claim)
            await store.close()
        }
        return (files, history)
    }

    @discardableResult
    private func restore(toleratesDamage: Bool = false) throws -> BackupSummary {
        try SQLiteStore.restore(
            OpenedDatabase(opening: target), to: path, toleratesDamage: toleratesDamage)
    }
}
