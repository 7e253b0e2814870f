import NavigationModel
import NavigationPostgres
import NavigationStore
import NavigationSync
import PostgreSQL
import RunningProcesses
import StoreSamples
import Testing

/// The nodes of a fleet on one database: shards taken, handed over and lost.
@Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct PostgresFleetTests {
    private let server: PostgresServer
    private let url: String

    init() async throws {
        server = try await PostgresServer.shared.value
        url = try await server.makeDatabase()
    }

    private func join(
        _ name: String, lease: Duration = .seconds(60)
    ) async throws -> (store: PostgresStore, claim: Claim) {
        let store = try PostgresStore(
            opening: PostgresConfiguration(url: url, name: name, lease: lease))
        store.announce(["\(name):7311"])
        return (store, try await store.claim([], after: .zero))
    }

    @Test("A shard that is handed over while the lease is renewed is not taken for lost")
    func handoverInRenewal() async throws {
        let database = PostgresServer.database(in: url)
        let (store, claim) = try await join("first", lease: .seconds(6))
        let shard = Shard(of: "ann")
        _ = try await store.take([shard], under: claim)
        // The next renewal has begun, and waits for the row of the node.
        let holder = try PostgresConnection([
            ("host", server.directory), ("user", "navsync"), ("dbname", database),
        ])
        try holder.run(
            [
                PostgresStatement("BEGIN"),
                PostgresStatement("SELECT 1 FROM navsync.node FOR UPDATE"),
            ],
            before: .now + .seconds(60))
        try await within(.seconds(60), "a renewal that waits") { [server] in
            while try await server.run(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                    + "AND wait_event_type = 'Lock'", in: database) != "1"
            {}
        }
        let renewals = store.fleetMetrics.renewals.count
        try await store.handOver([shard], to: 9, under: claim)
        try holder.run([PostgresStatement("COMMIT")], before: .now + .seconds(60))
        try await within(.seconds(60), "the renewal") {
            while store.fleetMetrics.renewals.count == renewals { await Task.yield() }
        }
        #expect(store.fleetMetrics.lost == 0)
        #expect(store.mayAnswer)
        await store.close()
    }

    @Test("A shard is handed over with all that was written, and its owner before writes nothing")
    func handover() async throws {
        let (first, second) = (try await join("first"), try await join("second"))
        let shard = Shard(of: "ann")
        #expect(try await first.store.take(.all, under: first.claim) == .all)
        #expect(try await second.store.take([shard], under: second.claim).isEmpty)
        var history = SampleHistory(user: "ann")
        try await first.store.commit([history.write(2)], under: first.claim)
        let before = try await second.store.map()
        #expect(before.nodes.map(\.name).sorted() == ["first", "second"])
        #expect(before.owners[shard.number] == first.store.node)
        try await first.store.handOver([shard], to: second.store.node, under: first.claim)
        #expect(!first.store.heldShards.contains(shard))
        #expect(first.store.heldShards.count == Shard.count - 1)
        let after = try await second.store.map()
        #expect(after.version > before.version)
        #expect(after.owners[shard.number] == second.store.node)
        let late = history.write(1)
        await #expect(throws: StoreError.notOwner) {
            try await first.store.commit([late], under: first.claim)
        }
        #expect(first.store.fleetMetrics.fencedWrites == 1)
        #expect(first.store.fleetMetrics.handedOver == 1)
        #expect(first.store.fleetMetrics.taken[.free] == UInt64(Shard.count))
        #expect(try await second.store.take([shard], under: second.claim) == [shard])
        #expect(try await second.store.load(history.key, under: second.claim)?.revision == 2)
        try await second.store.commit([late], under: second.claim)
        #expect(second.store.fleetMetrics.taken[.handover] == 1)
        #expect(second.store.fleetMetrics.taken.total == 1)
        #expect(second.store.fleetMetrics.shards == 1)
        #expect(second.store.fleetMetrics.fencedWrites == 0)
        await first.store.close()
        await second.store.close()
    }

    @Test("A node that lost one shard goes on with the others, once it has noticed")
    func loss() async throws {
        let node = try await join("node", lease: .seconds(2))
        #expect(try await node.store.take(.all, under: node.claim) == .all)
        let (states, continuation) = AsyncStream.makeStream(of: LeaseState.self)
        node.store.observeLease { continuation.yield($0) }
        let shard = Shard(of: "ann")
        try await server.run(
            "UPDATE navsync.shard SET owner = 9, term = term + 1 WHERE id = \(shard.number)",
            in: PostgresServer.database(in: url))
        var iterator = states.makeAsyncIterator()
        #expect(await iterator.next() == .held)
        #expect(!node.store.mayAnswer)
        #expect(!node.store.heldShards.contains(shard))
        node.store.acknowledgeLoss()
        #expect(node.store.mayAnswer)
        var (ann, root) = (SampleHistory(user: "ann"), SampleHistory(user: "root"))
        let write = ann.write(1)
        await #expect(throws: StoreError.notOwner) {
            try await node.store.commit([write], under: node.claim)
        }
        #expect(node.store.fleetMetrics.lost == 1)
        #expect(node.store.fleetMetrics.fencedWrites == 1)
        try await node.store.commit([root.write(1)], under: node.claim)
        await node.store.close()
    }

    @Test("Shards of a node whose lease has ended are free, those of a live one are not")
    func leases() async throws {
        let node = try await join("node")
        let database = PostgresServer.database(in: url)
        try await server.run(
            "INSERT INTO navsync.node (id, name, until) VALUES "
                + "(7, 'gone', clock_timestamp()), (8, 'there', clock_timestamp() + '1 hour'); "
                + "UPDATE navsync.shard SET owner = CASE WHEN id = 0 THEN 6 ELSE 7 + id % 2 END",
            in: database)
        let taken = try await node.store.take(.all, under: node.claim)
        #expect(taken.count == Shard.count / 2)
        #expect(taken.allSatisfy { $0.number.isMultiple(of: 2) })
        let metrics = node.store.fleetMetrics
        #expect(metrics.taken[.expired] == UInt64(Shard.count / 2 - 1))
        #expect(metrics.taken[.free] == 1)
        #expect(metrics.takes.count == 1)
        await node.store.close()
    }

    @Test("A node that leaves stays marked when its lease is renewed")
    func draining() async throws {
        let node = try await join("node", lease: .seconds(2))
        let database = PostgresServer.database(in: url)
        #expect(try await node.store.setDraining(true, node.store.node))
        #expect(try await !node.store.setDraining(true, 1))
        try await server.run(
            """
            DO $$ DECLARE seen timestamptz := (SELECT until FROM navsync.node);
            BEGIN
                WHILE (SELECT until FROM navsync.node) = seen LOOP PERFORM pg_sleep(0.01); END LOOP;
            END $$
            """, in: database)
        #expect(try await node.store.map().nodes.map(\.isDraining) == [true])
        await node.store.close()
    }
}
