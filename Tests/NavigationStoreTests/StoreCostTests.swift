import DatabaseHarness
import NavigationModel
import NavigationStore
import NavigationSync
import StoreSamples
import Testing

/// The reads of the store, counted in bytes by the system: whatever is on disk, no more than is
/// asked for.
@Suite struct StoreCostTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func whatIsThereIsNotReadAtStart() async throws {
        let few = try await cost(of: 10)
        let many = try await cost(of: 200_000)
        for step in ["open", "claim", "load", "owner", "household", "users"] {
            let small = try #require(few.read[step])
            let large = try #require(many.read[step])
            #expect(large <= small + 262_144, "\(step): \(small) bytes of few, \(large) of many")
        }
        #expect(many.length > 67_108_864)
    }

    /// The bytes that each step reads of a store with as many scenes, each of a user of its own with
    /// a device and an invitation; and the size of the file.
    private func cost(of count: Int) async throws -> (read: [String: Int], length: Int) {
        let path = scratch("\(count)/navsync.sqlite")
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let account = SampleRegistry.account(1)
        try await store.commit(
            [history.write(5)], SampleRegistry.changes(for: account), under: claim)
        await store.close()
        try RawDatabase(path).run(
            """
            BEGIN;
            CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (
                SELECT 1000 UNION ALL SELECT i + 1 FROM n LIMIT \(count)) SELECT i FROM n;
            INSERT INTO user (name, uid, added, removed, checksum)
            SELECT 'user-' || i, i, 0, NULL, 0 FROM n;
            INSERT INTO device (user, device, name, platform, role, key, uid, invitation, added,
                revoked, checksum)
            SELECT 'user-' || i, zeroblob(16), 'phone', '', 0,
                CAST(printf('%032d', i) AS BLOB), NULL, NULL, 0, NULL, 0 FROM n;
            INSERT INTO invitation (user, id, key, name, role, expires, expires_lived, used_by,
                withdrawn, checksum)
            SELECT 'user-' || i, i, CAST(printf('%-32d', i) AS BLOB), 'phone', 0, 0, 0, NULL, 0, 0
                FROM n;
            INSERT INTO scene (id, user, scene, epoch, revision, retained)
            SELECT i, 'user-' || i, 'main', i, 1, 0 FROM n;
            INSERT INTO log (scene, revision, bytes, checksum) SELECT i, 1, zeroblob(100), 0 FROM n;
            COMMIT;
            """)
        let length = try contents(of: path).count
        let lines = try WriterProcess("read", path).remainingLines()
        let pairs = lines.map { $0.split(separator: " ") }.filter { $0.count == 2 }
        return (
            Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int($0[1]) ?? -1) }),
            length
        )
    }
}
