import DatabaseHarness
import Foundation
import NavigationModel
import NavigationPostgres
import NavigationStore
import NavigationSync
import NavigationWire
import PostgreSQL
import RunningProcesses
import StoreSamples
import Testing

/// The promises of the store of a fleet beyond the contract, on a server of its own.
@Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct PostgresStoreTests {
    private func open(_ url: String, lease: Duration = .seconds(6)) throws -> PostgresStore {
        try PostgresStore(opening: PostgresConfiguration(url: url, lease: lease))
    }

    private func error(_ url: String, replicas: Int = 0) -> String {
        do throws(StoreError) {
            _ = try PostgresStore(opening: PostgresConfiguration(url: url, replicas: replicas))
            return ""
        } catch {
            return error.description
        }
    }

    @Test(
        "A server that may lose commits is refused, with the setting to change",
        arguments: [
            ("synchronous_commit", "off", 0, "set synchronous_commit = on"),
            ("synchronous_commit", "local", 1, "set synchronous_commit = on"),
            ("synchronous_standby_names", "", 1, "set synchronous_standby_names = 'ANY 1 (*)'"),
        ])
    func durability(_ name: String, _ value: String, _ replicas: Int, _ remedy: String) async throws
    {
        let server = try await PostgresServer.shared.value
        let url = try await server.makeDatabase()
        let database = PostgresServer.database(in: url)
        // Only the settings that are not the whole server's can be set for a database.
        if name != "synchronous_standby_names" {
            try await server.run(
                "ALTER DATABASE \(database) SET \(name) = \(value)", in: "postgres")
        }
        #expect(error(url, replicas: replicas).contains(remedy))
    }

    @Test(
        "A server without fsync or full pages is refused",
        arguments: ["fsync", "full_page_writes"])
    func lossyServer(_ name: String) async throws {
        let server = try await PostgresServer(["\(name)=off"])
        #expect(error(server.url(of: "postgres")).contains("set \(name) = on"))
    }

    @Test("A schema of another program, or of a newer version, is left alone")
    func foreignSchema() async throws {
        let server = try await PostgresServer.shared.value
        let foreign = try await server.makeDatabase()
        let database = PostgresServer.database(in: foreign)
        try await server.run("CREATE SCHEMA navsync", in: database)
        #expect(error(foreign).contains("that navsyncd did not make"))
        try await server.run("CREATE TABLE navsync.store (name text)", in: database)
        #expect(error(foreign).contains("that navsyncd did not make"))

        let newer = try await server.makeDatabase()
        await (try open(newer)).close()
        try await server.run(
            "UPDATE navsync.store SET version = 99", in: PostgresServer.database(in: newer))
        #expect(error(newer).contains("upgrade this navsyncd"))
    }

    @Test("Several daemons that start at once make one schema")
    func concurrentMigration() async throws {
        let url = try await PostgresServer.shared.value.makeDatabase()
        let ids = try await withThrowingTaskGroup(of: StoreID.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let store = try await onOwnThread {
                        try PostgresStore(opening: PostgresConfiguration(url: url, lease: .zero))
                    }
                    defer { Task { await store.close() } }
                    // Another may have claimed it by now.
                    while true {
                        let claim = try await store.claim(.all, after: .zero)
                        do throws(StoreError) {
                            return try await store.identity(under: claim).id
                        } catch {
                            guard error == .fenced else { throw error }
                        }
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
    }

    @Test("A server that can't be reached, or knows no such database, is an error with its reason")
    func unreachable() async throws {
        #expect(error("postgresql://navsync@/x?host=/nonexistent").contains("store.url"))
        let server = try await PostgresServer.shared.value
        let missing = error(server.url(of: "missing"))
        #expect(missing.contains("does not exist") && missing.contains("create the role"))
        let refused = error("postgresql://navsync@127.0.0.1:1/x")
        #expect(refused.contains("check host and port"))
    }

    @Test("A server that refuses the password, or gives the role no right, says what to change")
    func rights() async throws {
        let server = try await PostgresServer()
        let file = try await server.run("SHOW hba_file", in: "postgres")
        let rules = try String(contentsOfFile: file, encoding: .utf8)
        try "local all guest scram-sha-256\n\(rules)".write(
            toFile: file, atomically: false, encoding: .utf8)
        try await server.run(
            "CREATE ROLE guest LOGIN PASSWORD 'right'; CREATE ROLE other LOGIN; "
                + "CREATE SCHEMA navsync; CREATE TABLE navsync.store (version bigint)",
            in: "postgres")
        try await server.run("SELECT pg_reload_conf()", in: "postgres")
        func url(_ role: String, _ rest: String = "") -> String {
            "postgresql://\(role)@/postgres?host=\(server.directory)\(rest)"
        }
        let wrong = error(url("guest", "&passfile=/nonexistent"))
        #expect(wrong.contains("no password supplied") && wrong.contains("pass the credential"))
        let denied = error(url("other"))
        #expect(denied.contains("permission denied") && denied.contains("make the role the owner"))
    }

    @Test("A full disk is not said to have room before a write has found some")
    func fullDisk() async throws {
        let server = try await PostgresServer.shared.value
        let url = try await server.makeDatabase()
        let store = try open(url)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(1)], [], under: claim)
        let database = PostgresServer.database(in: url)
        try await server.run(
            """
            CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN RAISE EXCEPTION USING ERRCODE = ''disk_full''; END';
            CREATE TRIGGER fill BEFORE INSERT ON navsync.log EXECUTE FUNCTION fill();
            """, in: database)
        let write = history.write(1)
        let error = await #expect(throws: StoreError.self) {
            try await store.commit([write], [], under: claim)
        }
        guard case .full? = error else { throw NeverCame("a full disk: \(error as Any)") }
        #expect(await !store.recover())
        try await server.run("DROP TRIGGER fill ON navsync.log", in: database)
        #expect(await store.recover())
        try await store.commit([write], [], under: claim)
        let rows = try await server.run(
            "SELECT count(*) FROM navsync.log WHERE scene = 0", in: database)
        #expect(rows == "0")
        await store.close()
    }

    @Test("Two owners race for one shard 1,000 times: no stale append, and none is lost")
    func fencing() async throws {
        let url = try await PostgresServer.shared.value.makeDatabase()
        // Without leases: each takes over from the other at once.
        let stores = [try open(url, lease: .zero), try open(url, lease: .zero)]
        let key = SampleHistory().key
        let shard = Shard(of: key.user)
        let acknowledged = try await withThrowingTaskGroup(of: [StoredReceipt].self) { group in
            for (number, store) in stores.enumerated() {
                let device = DeviceID(high: 7, low: UInt64(number + 1))
                group.addTask {
                    var receipts: [StoredReceipt] = []
                    for _ in 0..<500 {
                        let claim = try await store.claim([shard], after: .zero)
                        do throws(StoreError) {
                            let stored = try await store.load(key, under: claim)
                            var history = SampleHistory(by: device, from: stored)
                            // As many as the other owner leaves time for.
                            for _ in 0..<3 {
                                let write = history.write(1)
                                try await store.commit([write], under: claim)
                                receipts += write.storedReceipts
                            }
                        } catch {
                            guard error == .fenced else { throw error }
                        }
                    }
                    return receipts
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let claim = try await stores[0].claim([shard], after: .zero)
        let stored = try #require(try await stores[0].load(key, under: claim))
        #expect(claim.term.rawValue >= 1_001)
        // The revision of a change that only one of them can have made.
        #expect(Set(acknowledged.map(\.revision)).count == acknowledged.count)
        for receipt in acknowledged {
            let found = try await stores[0].storedReceipt(
                of: receipt.sequence, by: receipt.device, in: key)
            #expect(found == receipt, "\(receipt.sequence) is lost")
        }
        #expect(stored.state.digest == stored.state.recomputedDigest)
        for store in stores { await store.close() }
    }

    @Test(
        "An owner whose server ends its connections goes on under a newer term, and loses nothing")
    func terminatedConnections() async throws {
        let server = try await PostgresServer.shared.value
        let url = try await server.makeDatabase()
        let store = try open(url)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<10 {
            try await store.commit([history.write(1)], under: claim)
            try await server.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                    + "'\(PostgresServer.database(in: url))'", in: "postgres")
        }
        try await store.commit([history.write(1)], under: claim)
        #expect(try await store.load(history.key, under: claim)?.state == history.state)
        #expect(try await store.log(of: history.key, after: 0, limit: 99, length: .max).count == 11)
        await store.close()
    }

    @Test("A connection cut at any byte of a commit leaves it written once")
    func cutConnections() async throws {
        let server = try await PostgresServer.shared.value
        let database = PostgresServer.database(in: try await server.makeDatabase())
        let proxy = try CuttingProxy(to: server.directory)
        let store = try open("postgresql://navsync@/\(database)?host=\(proxy.directory)")
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        // Its statements are prepared.
        try await store.commit([history.write(1)], under: claim)
        try await store.commit([history.write(1)], under: claim)
        var byte = 0
        while proxy.cuts == byte {
            byte += 1
            proxy.cut(after: byte)
            // It is prepared anew after a cut: the next byte is one of as long a conversation.
            try await store.commit([history.write(1)], under: claim)
        }
        #expect(byte > 500)
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.revision == history.revision && stored.state == history.state)
        let log = try await store.commits(of: history.key, after: .zero, limit: .max)
        #expect(log.map(\.revision.rawValue) == Array(1...history.revision.rawValue))
        await store.close()
        proxy.close()
    }

    @Test(
        "A commit that the standbys did not confirm is acknowledged when a later one is confirmed")
    func unconfirmedCommit() async throws {
        let server = try await PostgresServer()
        let store = try open(server.url(of: "postgres"))
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(1)], under: claim)
        func setStandbys(_ names: String) async throws {
            try await server.run(
                "ALTER SYSTEM SET synchronous_standby_names = '\(names)'", in: "postgres")
            try await server.run("SELECT pg_reload_conf()", in: "postgres")
        }
        /// Waits on the server until a commit waits for standbys, and cancels its waiting.
        func cancelCommit() async throws {
            let waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            try await server.run(
                """
                DO $$ BEGIN
                    WHILE NOT EXISTS (\(waiting)) LOOP
                        PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
                    END LOOP;
                END $$
                """, in: "postgres")
            try await server.run(
                "SELECT pg_cancel_backend(pid) FROM (\(waiting)) AS w", in: "postgres")
        }
        try await setStandbys("ghost")
        let write = history.write(1)
        async let committed: Void = store.commit([write], under: claim)
        try await cancelCommit()
        // The claim anew waits as well: the commit is there, and yet not acknowledged.
        try await cancelCommit()
        try await setStandbys("")
        try await committed
        let stored = try await store.load(history.key, under: claim)
        #expect(stored?.revision == 2 && stored?.state == history.state)
        let batch = try await server.run("SELECT batch FROM navsync.writer", in: "postgres")
        #expect(batch == "2")
        await store.close()
    }
}
