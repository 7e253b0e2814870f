import CSQLite
import DatabaseHarness
import Foundation
import NavigationModel
import NavigationSync
import POSIX
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
        #expect(used < 235)
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

    /// Copies the running store as a power cut leaves it: with so many pages of its log.
    private func copy(_ number: Int, pages: Int) throws -> String {
        let copy = scratch("copy\(number)/navsync.sqlite")
        try DurableFiles.createDirectory(DurableFiles.directory(of: copy))
        for suffix in ["", "-wal", ".token", ".mark"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        let log = try FileHandle(forWritingTo: URL(filePath: copy + "-wal"))
        try log.truncate(atOffset: UInt64(32 + pages * (24 + 4_096)))
        try log.close()
        return copy
    }

    @Test("A power cut before it is synced loses no commit, and it is done once more")
    func powerCut() async throws {
        var (store, claim, history) = try await store(batches: 12)
        let rest = history.write(5)
        try await store.commit([rest], under: claim)
        let synced = store.checkpoints.length
        var lengths = [synced]
        while true {
            let compaction = try await store.compact(
                history.key, upTo: history.revision, limit: 1_000, under: claim)
            lengths += [(synced + store.checkpoints.length) / 2, store.checkpoints.length]
            guard !compaction.isComplete else { break }
        }
        #expect(lengths.count > 4)
        for (number, pages) in lengths.enumerated() {
            let copy = try copy(number, pages: pages)
            let again = try SQLiteStore(opening: copy, journal: .atOnce)
            #expect(again.acceptedLoss == nil)
            let claim = try await again.claim(.all, after: .zero)
            let stored = try #require(try await again.load(history.key, under: claim))
            #expect(stored.revision == history.revision && stored.state == history.state)
            while try await !again.compact(
                history.key, upTo: history.revision, limit: 1_000, under: claim
            ).isComplete {}
            #expect(
                try await again.log(of: history.key, after: .zero, limit: 99, length: .max)
                    == rest.commits)
            await again.close()
        }
        await store.close()
    }
}
