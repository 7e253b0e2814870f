import DatabaseHarness
import Foundation
import SQLite
import NavigationModel
import NavigationSync
import StoreSamples
import Testing

@testable import NavigationStore

@Suite("The write-ahead log", .timeLimit(.minutes(5)))
struct CheckpointTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("daemon/navsync.sqlite")
    }

    @Test("The log of a constant writer begins anew again and again")
    func beginsAnew() async throws {
        let store = try SQLiteStore(
            opening: path, checkpointInterval: 200, journal: JournalLimits())
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<250 { try await store.commit([history.write(100)], under: claim) }
        let metrics = store.metrics
        #expect(metrics.logLength * 2 < metrics.databaseLength, "\(metrics)")
        #expect(try await store.load(history.key, under: claim)?.revision == history.revision)
        await store.close()
    }

    @Test("A log that has grown during a read is truncated when the reader has ended")
    func long() async throws {
        let store = try SQLiteStore(opening: path, checkpointInterval: 50, journal: JournalLimits())
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(1)], under: claim)
        let reader = try Reader(path)
        let writes = (0..<45).map { _ in history.write(100) }
        let start = ContinuousClock.now
        for write in writes { try await store.commit([write], under: claim) }
        #expect(store.metrics.logLength > 1_000_000, "\(store.metrics)")
        let time = ContinuousClock.now - start
        #expect(time < .seconds(2 * SQLiteStore.timeout), "nobody waits for the reader")
        try reader.close()
        for _ in 0..<2_000 where store.metrics.logLength > 500_000 {
            try await store.commit([history.write(1)], under: claim)
        }
        #expect(store.metrics.logLength <= 500_000)
        #expect(try await store.load(history.key, under: claim)?.revision == history.revision)
        await store.close()
    }

    @Test("A check has what the last checkpoint was held up with written first, and only then")
    func beforeACheck() async throws {
        let store = try SQLiteStore(opening: path, checkpointInterval: 50, journal: JournalLimits())
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(1)], under: claim)
        _ = try await store.audit(history.key, upTo: history.revision, wholeStore: true)
        #expect(try frames() > 0, "a short log is nobody's trouble")
        let reader = try Reader(path)
        for _ in 0..<30 { try await store.commit([history.write(100)], under: claim) }
        #expect(try frames() > 50, "a reader holds it up")
        try reader.close()
        let audit = try await store.audit(history.key, upTo: history.revision, wholeStore: true)
        #expect(audit.fault == nil)
        #expect(try frames() == 0)
        #expect(try await store.load(history.key, under: claim)?.revision == history.revision)
        await store.close()
    }

    @Test("Closed in the middle of a checkpoint, a store has lost nothing")
    func closed() async throws {
        for _ in 0..<20 {
            let place = scratch("\(UInt64.random(in: 0...UInt64.max))/navsync.sqlite")
            let store = try SQLiteStore(
                opening: place, checkpointInterval: 30, journal: JournalLimits())
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

    /// Pages of the log that are not in the database yet, as its index says: at byte 16 how many the log
    /// has, and at byte 96 how many of them are written (SQLite's file format of the WAL, 2.2).
    private func frames() throws -> Int {
        let index = try Data(contentsOf: URL(fileURLWithPath: path + "-shm"))
        func number(at offset: Int) -> Int {
            index[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        return number(at: 16) - number(at: 96)
    }
}

/// Somebody who reads the database as it is now, until it is closed.
private struct Reader {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
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
