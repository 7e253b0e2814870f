import NavigationModel
import NavigationPostgres
import NavigationStore
import NavigationSync
import NavigationWire
import RunningProcesses
import StoreSamples
import Testing

/// Shards: each with one owner, several owners at once.
@Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct PostgresShardTests {
    private let server: PostgresServer
    private let url: String
    private var database: String { PostgresServer.database(in: url) }

    init() async throws {
        server = try await PostgresServer.shared.value
        url = try await server.makeDatabase()
    }

    private func open(_ name: String, lease: Duration = .seconds(60)) throws -> PostgresStore {
        try PostgresStore(
            opening: PostgresConfiguration(url: url, name: name, lease: lease))
    }

    @Test(
        "A user's shard is a fixed number, the same in SQL",
        arguments: [("ann", 1_177), ("José", 588), ("root", 1_153), ("navsync", 201)])
    func numbers(_ name: String, _ number: Int) async throws {
        #expect(Shard(of: try #require(UserID(rawValue: name))).number == number)
        let found = try await server.run(
            "SELECT get_byte(h, 0) * 16 + get_byte(h, 1) / 16 "
                + "FROM sha256(convert_to('\(name)', 'UTF8')) AS h", in: database)
        #expect(found == "\(number)")
    }

    @Test("Two nodes own shards of one database at once, and neither writes in the other's")
    func twoOwners() async throws {
        let (first, second) = (try open("first"), try open("second"))
        var (ann, root) = (SampleHistory(user: "ann"), SampleHistory(user: "root"))
        let claims = (
            try await first.claim([Shard(of: "ann")], after: .zero),
            try await second.claim([Shard(of: "root")], after: .zero)
        )
        try await first.commit([ann.write(2)], under: claims.0)
        try await second.commit([root.write(3)], under: claims.1)
        let (late, foreign) = (ann.write(1), root.write(1))
        await #expect(throws: StoreError.fenced) {
            try await second.commit([late], under: claims.1)
        }
        await #expect(throws: StoreError.fenced) {
            try await first.load(root.key, under: claims.0)
        }
        // Of two shards, whole or not at all.
        await #expect(throws: StoreError.fenced) {
            try await first.commit([late, foreign], under: claims.0)
        }
        #expect(try await first.load(ann.key, under: claims.0)?.revision == 2)
        #expect(try await second.load(root.key, under: claims.1)?.revision == 3)
        let refusal = StoreError.inUse("the database of store.url, on second")
        await #expect(throws: refusal) {
            try await first.claim([Shard(of: "root"), Shard(of: "ann")], after: .zero)
        }
        await first.close()
        await second.close()
    }

    @Test("A registry change is fenced by the shard of its user, and a key is unique over all")
    func registry() async throws {
        let (first, second) = (try open("first"), try open("second"))
        let claims = (
            try await first.claim([Shard(of: "ann")], after: .zero),
            try await second.claim([Shard(of: "root")], after: .zero)
        )
        func added(_ user: UserID) -> RegistryChange {
            .user(RegisteredUser(name: user, uid: nil, added: Timestamp(rawValue: 1)))
        }
        try await first.commit([], [added("ann")], under: claims.0)
        await #expect(throws: StoreError.fenced) {
            try await second.commit([], [added("ann")], under: claims.1)
        }
        func invited(_ user: UserID, _ number: UInt64) throws -> RegistryChange {
            .invitation(
                Invitation(
                    id: InvitationID(rawValue: number),
                    key: try #require(PublicKey(bytes: Array(repeating: 7, count: 32))),
                    name: "tablet", role: .full, expires: Timestamp(rawValue: 9),
                    expiresAtUptime: .seconds(9), madeBy: nil), of: user)
        }
        try await first.commit([], [try invited("ann", 1)], under: claims.0)
        let taken = try invited("root", 2)
        await #expect(throws: StoreError.registryConflict(taken)) {
            try await second.commit([], [added("root"), taken], under: claims.1)
        }
        await first.close()
        await second.close()
    }

    @Test("A batch of which one shard has another owner by now is not written in any")
    func partialLoss() async throws {
        let (first, second) = (try open("first", lease: .zero), try open("second", lease: .zero))
        var (ann, root) = (SampleHistory(user: "ann"), SampleHistory(user: "root"))
        let claim = try await first.claim([Shard(of: "ann"), Shard(of: "root")], after: .zero)
        try await first.commit([ann.write(1), root.write(1)], under: claim)
        let next = try await second.claim([Shard(of: "root")], after: .zero)
        let writes = [ann.write(1), root.write(1)]
        await #expect(throws: StoreError.fenced) { try await first.commit(writes, under: claim) }
        #expect(try await first.load(ann.key, under: claim)?.revision == 1)
        // The other shard is still its own.
        try await first.commit([writes[0]], under: claim)
        #expect(try await second.load(root.key, under: next)?.revision == 1)
        await first.close()
        await second.close()
    }

    /// Gives a database the tables of the version without shards, owned by one node.
    private func revert() async throws {
        try await server.run(
            """
            DROP TABLE navsync.writer;
            DROP INDEX navsync.shard_owner;
            TRUNCATE navsync.shard;
            ALTER TABLE navsync.shard ADD batch bigint NOT NULL DEFAULT 0,
                ADD lived bigint NOT NULL DEFAULT 0;
            INSERT INTO navsync.shard VALUES (0, 41, 77, 5, 9000000);
            DROP TABLE navsync.reservation;
            ALTER TABLE navsync.store DROP batch, DROP lived, DROP map,
                DROP first_shard, DROP last_shard, DROP renewals;
            ALTER TABLE navsync.node DROP addresses, DROP version, DROP draining,
                DROP key, DROP next_key, DROP renewals;
            UPDATE navsync.store SET version = 2
            """, in: database)
    }

    @Test("A database of the version without shards keeps all, under terms that no node has")
    func migration() async throws {
        let store = try open("before")
        var history = SampleHistory()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([history.write(4, snapshot: true)], under: claim)
        let identity = try await store.identity(under: claim)
        await store.close()
        try await revert()
        let migrated = try open("after")
        let next = try await migrated.claim(.all, after: .zero)
        #expect(next.term > Term(rawValue: 41))
        #expect(try await migrated.identity(under: next) == identity)
        #expect(try await migrated.accumulatedUptime(under: next) == .seconds(9))
        #expect(try await migrated.load(history.key, under: next)?.state == history.state)
        let rows = try await server.run(
            "SELECT count(*), min(id), max(id) FROM navsync.shard", in: database)
        #expect(rows == "4096|0|4095")
        try await migrated.commit([history.write(1)], under: next)
        await migrated.close()
    }

    @Test("A database is not migrated under a node of the version without shards")
    func migrationInUse() async throws {
        await (try open("before")).close()
        try await revert()
        try await server.run(
            "INSERT INTO navsync.node VALUES (77, 'old', clock_timestamp() + '1 hour')",
            in: database)
        #expect(throws: StoreError.inUse("the database of store.url, on old")) {
            _ = try open("after")
        }
        try await server.run("DELETE FROM navsync.node", in: database)
        await (try open("after")).close()
    }
}
