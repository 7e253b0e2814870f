import NavigationModel
import NavigationPostgres
import NavigationStore
import NavigationSync
import RunningProcesses
import StoreSamples
import Testing

/// Leases: one owner at a time, and a time without any between two.
@Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct PostgresLeaseTests {
    private let server: PostgresServer
    private let database: String

    init() async throws {
        server = try await PostgresServer.shared.value
        database = PostgresServer.database(in: try await server.makeDatabase())
    }

    private func open(
        _ name: String, lease: Duration = .seconds(6), at directory: String? = nil
    ) throws -> PostgresStore {
        let place = directory ?? server.directory
        let url = "postgresql://navsync@/\(database)?host=\(place)"
        return try PostgresStore(
            opening: PostgresConfiguration(url: url, name: name, lease: lease))
    }

    @Test("A second node waits for the first, and takes over when that stops")
    func handover() async throws {
        let first = try open("first", lease: .seconds(60))
        let claim = try await first.claim(.all, after: .zero)
        var history = SampleHistory()
        try await first.commit([history.write(3)], under: claim)
        let second = try open("second")
        let refusal = StoreError.inUse("the database of store.url, on first")
        await #expect(throws: refusal) { try await second.claim(.all, after: .zero) }
        try await first.commit([history.write(1)], under: claim)
        let start = ContinuousClock.now
        await first.close()
        let next = try await second.claim(.all, after: .zero)
        #expect(ContinuousClock.now - start < .seconds(30), "the lease was given up")
        #expect(next.term > claim.term)
        #expect(try await second.load(history.key, under: next)?.state == history.state)
        await second.close()
    }

    @Test("A node that is gone is replaced when its lease has run out, and not before")
    func runningOut() async throws {
        let store = try open("heir")
        try await server.run(
            "INSERT INTO navsync.node VALUES (77, 'gone', clock_timestamp() + '3 s'); "
                + "INSERT INTO navsync.shard VALUES (0, 40, 77, 5)", in: database)
        let start = ContinuousClock.now
        let claim = try await store.claim(.all, after: .zero)
        #expect(claim.term.rawValue == 41)
        #expect(ContinuousClock.now - start > .seconds(1))
        await store.close()
    }

    @Test("A node learns that its lease has ended, that it goes on, and that it has a new owner")
    func lapsing() async throws {
        let proxy = try CuttingProxy(to: server.directory)
        let store = try open("cut off", lease: .seconds(2), at: proxy.directory)
        let (states, continuation) = AsyncStream.makeStream(of: LeaseState.self)
        store.observeLease { continuation.yield($0) }
        _ = try await store.claim(.all, after: .zero)
        proxy.refuse(true)
        var iterator = states.makeAsyncIterator()
        #expect(await iterator.next() == .lapsed)
        proxy.refuse(false)
        #expect(await iterator.next() == .held)
        // Another one has claimed in the meantime.
        try await server.run("UPDATE navsync.shard SET owner = 9, term = term + 1", in: database)
        #expect(await iterator.next() == .lost)
        await store.close()
        proxy.close()
    }
}
