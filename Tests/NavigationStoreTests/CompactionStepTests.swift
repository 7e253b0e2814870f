import CSQLite
import DatabaseHarness
import NavigationModel
import NavigationSync
import SQLite
import StoreSamples
import Testing

@testable import NavigationStore

@Suite("Steps of a compaction on a disk")
struct CompactionStepTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("daemon/navsync.sqlite")
    }

    /// Opens a store with a scene of long rows, up to a snapshot.
    private func store(
        batches: Int
    ) async throws -> (store: SQLiteStore, claim: Claim, history: SampleHistory) {
        let store = try SQLiteStore(opening: path, journal: .atOnce)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for number in 1...batches {
            let write = history.write(200, snapshot: number == batches)
            try await store.commit([write], under: claim)
        }
        return (store, claim, history)
    }

    private func count(_ table: String) throws -> Int {
        try #require(RawDatabase(path).value("SELECT count(*) FROM \(table)").flatMap(Int.init))
    }

    /// The pages that the writer has used so far.
    private func pagesUsed(_ store: SQLiteStore) -> Int {
        store.pool.writeWithoutTransaction { db in
            var (hits, misses, unused): (Int32, Int32, Int32) = (0, 0, 0)
            _ = unsafe sqlite3_db_status(
                db.sqliteConnection, SQLITE_DBSTATUS_CACHE_HIT, &hits, &unused, 0)
            _ = unsafe sqlite3_db_status(
                db.sqliteConnection, SQLITE_DBSTATUS_CACHE_MISS, &misses, &unused, 0)
            return Int(hits) + Int(misses)
        }
    }

    @Test("It reads the rows that it deletes, and few that stay")
    func reads() async throws {
        let (store, claim, history) = try await store(batches: 300)
        let before = pagesUsed(store)
        for _ in 0..<3 {
            _ = try await store.compact(
                history.key, upTo: history.revision, limit: 1_000, under: claim)
        }
        let used = (pagesUsed(store) - before) / 3
        // Each deletes some thirty pages of commits, and as many of receipts.
        #expect(used < 1_300)
        #expect(try count("log") > 130)
        await store.close()
    }

    @Test("It deletes few receipts if they are long")
    func receipts() async throws {
        let (store, claim, history) = try await store(batches: 60)
        var before = try count("settlement")
        for _ in 0..<3 {
            _ = try await store.compact(
                history.key, upTo: history.revision, limit: 1_000, under: claim)
            let after = try count("settlement")
            #expect(before - after <= 30, "\(before - after)")
            before = after
        }
        await store.close()
    }

    @Test("It is synced with the next batch, and each batch at once")
    func syncs() async throws {
        var (store, claim, history) = try await store(batches: 4)
        for _ in 0..<2 {
            _ = try await store.compact(
                history.key, upTo: history.revision, limit: 1_000, under: claim)
            #expect(try store.synchronous() == 1)
            try await store.commit([history.write(1)], under: claim)
            #expect(try store.synchronous() == 2)
        }
        await store.close()
    }
}
