import DatabaseHarness
import Foundation
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
                + "UPDATE navsync.shard SET term = 40, owner = 77 WHERE id = 5", in: database)
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
        #expect(await iterator.next()?.isLapsed == true)
        let lapsed = store.fleetMetrics
        #expect(lapsed.failedRenewals > 0 && lapsed.lease == .zero && lapsed.renewals.count > 0)
        proxy.refuse(false)
        #expect(await iterator.next() == .held)
        let held = store.fleetMetrics
        #expect(held.lease > .zero && held.renewals.count > lapsed.renewals.count)
        // Another one has claimed in the meantime.
        try await server.run("UPDATE navsync.shard SET owner = 9, term = term + 1", in: database)
        #expect(await iterator.next() == .lost)
        await store.close()
        proxy.close()
    }

    @Test("A server that is no longer durable ends the lease at once, and the reason is told")
    func durability() async throws {
        let server = try await PostgresServer()
        let store = try PostgresStore(
            opening: PostgresConfiguration(
                url: server.url(of: "postgres"), lease: .seconds(3)))
        let (states, continuation) = AsyncStream.makeStream(of: LeaseState.self)
        store.observeLease { continuation.yield($0) }
        _ = try await store.claim(.all, after: .zero)
        for value in ["off", "on"] {
            try await server.run("ALTER SYSTEM SET full_page_writes = \(value)", in: "postgres")
            try await server.run("SELECT pg_reload_conf()", in: "postgres")
            let state = try await within(.seconds(60), "another state of the lease") {
                () -> LeaseState? in
                for await state in states { return state }
                return nil
            }
            if value == "on" {
                #expect(state == .held)
            } else {
                guard case .lapsed(let why) = state else {
                    Issue.record("\(String(describing: state))")
                    return
                }
                #expect(why.contains("set full_page_writes = on"))
            }
        }
        await store.close()
    }

    @Test("A node takes over at once from the process before in its data directory")
    func replacement() async throws {
        let scratch = try Scratch()
        let record = NodeRecord(in: scratch.path)
        #expect(record.former == nil)
        let first = try open("first", lease: .seconds(60))
        try record.write(first.node)
        #expect(record.former == first.node)
        let claim = try await first.claim(.all, after: .zero)
        // As after a crash: it neither gives up its lease nor renews it.
        let url = "postgresql://navsync@/\(database)?host=\(server.directory)"
        let second = try PostgresStore(
            opening: PostgresConfiguration(url: url, name: "second"), replacing: record.former)
        let next = try await second.claim(.all, after: .zero)
        #expect(next.term > claim.term)
        await #expect(throws: StoreError.fenced) {
            var history = SampleHistory()
            try await first.commit([history.write(1)], under: claim)
        }
        await first.close()
        await second.close()
    }

    @Test("A record of another boot, of another directory or of no form names no node")
    func records() throws {
        let (scratch, other) = (try Scratch(), try Scratch())
        let record = NodeRecord(in: scratch.path)
        try record.write(-77)
        #expect(record.former == -77)
        let text = try String(contentsOfFile: record.path, encoding: .utf8)
        for changed in [text.replacing("-77", with: "x"), "", "1 2", text.uppercased() + "1"] {
            try changed.write(toFile: record.path, atomically: false, encoding: .utf8)
            #expect(record.former == nil, "\(changed)")
        }
        let copied = NodeRecord(in: other.path)
        try text.write(toFile: copied.path, atomically: false, encoding: .utf8)
        #expect(copied.former == nil)
    }
}

extension LeaseState {
    fileprivate var isLapsed: Bool { if case .lapsed = self { true } else { false } }
}
