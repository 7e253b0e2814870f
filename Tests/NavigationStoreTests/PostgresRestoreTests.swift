import DatabaseHarness
import Foundation
import NavigationModel
import NavigationStore
import NavigationSync
import RunningProcesses
import StoreSamples
import Synchronization
import Testing

@testable import NavigationPostgres

/// Databases that are put back to an earlier state: no device goes on with a history that goes on
/// otherwise.
@Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct PostgresRestoreTests {
    private let server: PostgresServer
    private let database: String
    private let scratch: Scratch

    init() async throws {
        server = try await PostgresServer.shared.value
        database = PostgresServer.database(in: try await server.makeDatabase())
        scratch = try Scratch()
    }

    /// A store with what the processes before have recorded in a data directory.
    private func open(_ name: String, lease: Duration = .seconds(6)) throws -> PostgresStore {
        try FileManager.default.createDirectory(
            atPath: scratch(name), withIntermediateDirectories: true)
        return try PostgresStore(
            opening: PostgresConfiguration(
                url: server.url(of: database), name: name, lease: lease),
            record: RenewalRecord(in: scratch(name)))
    }

    /// Adds commits to the sample scene as a process of its own; returns its epoch after that.
    @discardableResult
    private func write(_ count: Int, as name: String) async throws -> Epoch {
        let store = try open(name)
        let claim = try await store.claim(.all, after: .zero)
        #expect(claim.detectedRestore == nil)
        var history = SampleHistory(
            from: try await store.load(SampleHistory().key, under: claim))
        try await store.commit([history.write(count)], under: claim)
        await store.close()
        return history.epoch
    }

    private func backUp() async throws {
        try await server.run("DROP DATABASE IF EXISTS \(database)_backup", in: "postgres")
        try await server.run(
            "CREATE DATABASE \(database)_backup TEMPLATE \(database)", in: "postgres")
    }

    private func restore() async throws {
        try await server.run("DROP DATABASE \(database)", in: "postgres")
        try await server.run(
            "CREATE DATABASE \(database) TEMPLATE \(database)_backup", in: "postgres")
    }

    @Test("A restored database begins new epochs, once, for the first node that knows better")
    func restored() async throws {
        let former = try await write(3, as: "a")
        try await backUp()
        #expect(try await write(2, as: "a") == former, "a restart is no restore")
        try await write(1, as: "b")
        try await restore()
        let store = try open("a")
        let claim = try await store.claim(.all, after: .zero)
        #expect(claim.detectedRestore?.scenes == 1)
        let stored = try #require(try await store.load(SampleHistory().key, under: claim))
        #expect(stored.epoch != former && stored.revision == 3)
        #expect(try await store.claim(.all, after: claim.term).detectedRestore == nil)
        await store.close()
        let second = try open("b", lease: .seconds(1))
        #expect(try await second.claim(.all, after: claim.term).detectedRestore == nil)
        let renewals = second.fleetMetrics.renewals.count
        try await within(.seconds(60), "two renewals") {
            while second.fleetMetrics.renewals.count < renewals + 2 { await Task.yield() }
        }
        #expect(second.mayAnswer, "it has noticed that the other one began them")
        await second.close()
        #expect(try await write(1, as: "b") == stored.epoch)
        #expect(try await write(1, as: "a") == stored.epoch)
    }

    @Test(
        "A backup from the moment before a node has stopped is recognised, and one from after is not"
    )
    func close() async throws {
        let store = try open("a", lease: .seconds(600))
        let claim = try await store.claim(.all, after: .zero)
        let count = try await server.run(
            "SELECT s.renewals + n.renewals FROM navsync.store AS s, navsync.node AS n",
            in: database)
        var history = SampleHistory()
        try await store.commit([history.write(1)], under: claim)
        await store.close()
        try await server.run("UPDATE navsync.store SET renewals = \(count)", in: database)
        let next = try open("a")
        #expect(try await next.claim(.all, after: .zero).detectedRestore != nil)
        await next.close()
        try await backUp()
        try await restore()
        try await write(1, as: "a")
    }

    @Test("A node that goes on while its database is put back loses its claim")
    func running() async throws {
        let store = try open("a", lease: .seconds(2))
        let (states, continuation) = AsyncStream.makeStream(of: LeaseState.self)
        store.observeLease { continuation.yield($0) }
        _ = try await store.claim(.all, after: .zero)
        try await server.run(
            "UPDATE navsync.store SET renewals = renewals - 1000", in: database)
        let state = try await within(.seconds(60), "the loss of the claim") { () -> LeaseState? in
            for await state in states { return state }
            return nil
        }
        #expect(state == .lost)
        #expect(!store.mayAnswer)
        await store.close()
        let next = try open("a")
        #expect(try await next.claim(.all, after: .zero).detectedRestore != nil)
        await next.close()
    }

    @Test("A node that claims anew while it renews its lease has not been put back")
    func renewalsBesideClaims() async throws {
        let store = try open("a", lease: .milliseconds(12))
        var claim = try await store.claim(.all, after: .zero)
        for _ in 1...60 {
            claim = try await store.claim(.all, after: claim.term)
            try #require(claim.detectedRestore == nil)
        }
        #expect(store.fleetMetrics.renewals.count > 61, "its timer has renewed it, too")
        await store.close()
    }

    @Test("A node that begins new histories renews its lease meanwhile, however long that takes")
    func lease() async throws {
        try await write(1, as: "a")
        try await server.run(
            "UPDATE navsync.store SET renewals = renewals - 1000", in: database)
        async let lock = try? server.run(
            "BEGIN; SELECT 1 FROM navsync.store FOR UPDATE; SELECT pg_sleep(120)", in: database)
        let sleeping =
            "FROM pg_stat_activity WHERE query LIKE '%pg_sleep(120)%' "
            + "AND wait_event = 'PgSleep' AND datname = '\(database)'"
        try await within(.seconds(60), "the lock") {
            while try await server.run("SELECT count(*) \(sleeping)", in: database) != "1" {}
        }
        let store = try open("a", lease: .milliseconds(600))
        let states = Mutex<[LeaseState]>([])
        store.observeLease { state in states.withLock { $0.append(state) } }
        async let claim = store.claim(.all, after: .zero)
        try await within(.seconds(60), "three renewals") {
            while store.fleetMetrics.renewals.count < 3 { await Task.yield() }
        }
        try await server.run("SELECT pg_terminate_backend(pid) \(sleeping)", in: database)
        _ = await lock
        #expect(try await claim.detectedRestore?.scenes == 1)
        let reported = states.withLock { $0 }
        #expect(!reported.contains(.lost))
        await store.close()
    }

    @Test("Nodes that serve a restored database, and do not know that, lose their shards")
    func others() async throws {
        try await write(2, as: "a")
        try await backUp()
        try await write(2, as: "a")
        try await restore()
        let other = try open("new")
        let shard = Shard(of: SampleHistory().key.user)
        let claim = try await other.claim([], after: .zero)
        #expect(try await other.take([shard], under: claim) == [shard])
        var history = SampleHistory(
            from: try await other.load(SampleHistory().key, under: claim))
        let store = try open("a")
        #expect(try await store.claim([], after: .zero).detectedRestore?.scenes == 1)
        await #expect(throws: StoreError.notOwner) {
            try await other.commit([history.write(1)], under: claim)
        }
        await store.close()
        await other.close()
    }

    @Test(
        "A record that can't be read, or is of another store, is none",
        arguments: [
            "", "1", "x 2", "7 4000000000000000000", "ID 9223372036854775807", "ID -1", "1 2 3",
            "\u{0}",
        ])
    func records(text: String) async throws {
        try await write(1, as: "a")
        let id = try await server.run("SELECT id FROM navsync.store", in: database)
        try text.replacing("ID", with: id).write(
            toFile: RenewalRecord(in: scratch("a")).path, atomically: false, encoding: .utf8)
        try await write(1, as: "a")
        try await write(1, as: "a")
    }
}

/// The counts of renewals on two connections, which a node may note in any order.
struct SeenRenewalsTests {
    private let seen = SeenRenewals(nil)

    private func count(_ value: Int64) throws -> RenewalCount {
        try #require(RenewalCount(store: 1, count: value))
    }

    @Test("Of two renewals at the same time, either may be noted first")
    func order() throws {
        let (first, second) = (seen.moment, seen.moment)
        #expect(!seen.note(try count(8), sentAfter: second))
        #expect(!seen.note(try count(7), sentAfter: first))
        #expect(seen.beforeSetback == nil)
        #expect(seen.note(try count(8), sentAfter: seen.moment), "the greater one is kept")
        #expect(seen.beforeSetback == (try count(8)))
    }

    @Test("A renewal from before new histories began is noted after that as none")
    func histories() throws {
        #expect(!seen.note(try count(9), sentAfter: seen.moment))
        let late = seen.moment
        #expect(seen.note(try count(3), sentAfter: seen.moment))
        seen.goOn(past: seen.beforeSetback)
        #expect(!seen.note(try count(4), sentAfter: late))
        #expect(seen.beforeSetback == nil)
    }

    @Test("A database that is put back while a node claims is one at its next claim")
    func claim() throws {
        #expect(!seen.note(try count(9), sentAfter: seen.moment))
        let former = seen.beforeSetback
        #expect(seen.note(try count(3), sentAfter: seen.moment))
        seen.goOn(past: former)
        #expect(seen.beforeSetback == (try count(9)))
    }
}
