import Foundation
import GRDB
import NavigationModel
import NavigationSync
import StoreSamples
import Testing

@testable import NavigationStore

@Suite("The write-ahead log", .timeLimit(.minutes(2)))
struct CheckpointTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("daemon/navsync.sqlite")
    }

    @Test("Who writes without pause has a log that begins anew again and again")
    func beginsAnew() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<100 { try await store.commit([history.write(500)], under: claim) }
        let figures = store.figures
        #expect(figures.logLength * 2 < figures.databaseLength, "\(figures)")
        #expect(try await store.load(history.key, under: claim)?.revision == history.revision)
        await store.close()
    }

    @Test("A log that has grown long while somebody read it is cut when the reader has gone")
    func long() async throws {
        let pace = Checkpoints.Pace(interval: 1_000, long: 400_000)
        let store = try SQLiteStore(opening: path, checkpoints: pace)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(1)], under: claim)
        let reader = try Reader(path)
        let start = ContinuousClock.now
        for _ in 0..<30 { try await store.commit([history.write(100)], under: claim) }
        #expect(store.figures.logLength > 1_000_000, "\(store.figures)")
        let time = ContinuousClock.now - start
        #expect(time < .seconds(2 * SQLiteStore.patience), "nobody waits for the reader")
        try reader.close()
        for _ in 0..<2_000 where store.figures.logLength > 400_000 {
            try await store.commit([history.write(1)], under: claim)
        }
        #expect(store.figures.logLength <= 400_000)
        #expect(try await store.load(history.key, under: claim)?.revision == history.revision)
        await store.close()
    }

    @Test("Closed in the middle of a checkpoint, a store has lost nothing")
    func closed() async throws {
        for _ in 0..<20 {
            let pace = Checkpoints.Pace(interval: 100)
            let place = scratch("\(UInt64.random(in: 0...UInt64.max))/navsync.sqlite")
            let store = try SQLiteStore(opening: place, checkpoints: pace)
            let claim = try await store.claim(.all, after: .zero)
            var history = SampleHistory()
            for _ in 0..<3 { try await store.commit([history.write(60)], under: claim) }
            await store.close()
            let again = try SQLiteStore(opening: place)
            let next = try await again.claim(.all, after: claim.term)
            let stored = try await again.load(history.key, under: next)
            #expect(stored?.state.digest == history.state.digest)
            await again.close()
        }
    }
}

/// Somebody who reads the database as it is now, until it is closed.
private struct Reader {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { db in
            try db.beginTransaction(.deferred)
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM log")
        }
    }

    func close() throws {
        try queue.inDatabase { db in try db.commit() }
        try queue.close()
    }
}
