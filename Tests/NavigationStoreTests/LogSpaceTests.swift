import DatabaseHarness
import Foundation
import NavigationModel
import StoreSamples
import Testing

@testable import NavigationStore
import DatabaseFiles
import NavigationSync
import POSIX

/// The space that the write-ahead log has ahead of it.
@Suite struct LogSpaceTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("navsync.sqlite")
    }

    private func size() throws -> Int { try DurableFiles.size(of: path + "-wal") ?? 0 }

    /// Commits alone; returns the sizes that the log's file had.
    private func commit(_ count: Int, _ store: SQLiteStore) async throws -> [Int] {
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        var sizes: [Int] = []
        for _ in 0..<count {
            try await store.commit([history.write(1)], under: claim)
            let size = try size()
            if size != sizes.last { sizes.append(size) }
        }
        return sizes
    }

    @Test func aLoneCommitRarelyMakesTheFileLonger() async throws {
        let store = try SQLiteStore(opening: path, journal: JournalLimits())
        let sizes = try await commit(200, store)
        // 200 pages: the space doubles from 64 KiB on.
        #expect(sizes.count <= 6, "\(sizes)")
        let log = try #require(try WriteAheadLog(at: path + "-wal"))
        #expect(log.whole >= 200 && log.count > log.whole)
        #expect(try WriteAheadLog.corruption(in: path + "-wal") == nil)
        await store.close()
    }

    @Test func aLogThatBeginsAnewKeepsItsSpace() async throws {
        let interval = 100
        let store = try SQLiteStore(
            opening: path, checkpointInterval: interval, journal: JournalLimits())
        let sizes = try await commit(interval * 5 / 2, store)
        let last = try #require(sizes.last)
        #expect(sizes == sizes.sorted(), "it never became shorter")
        #expect(sizes.count < 12 && last < 2 * interval * 4_096, "\(sizes)")
        await store.close()
    }

    /// Copies a running store with its log, as a power cut would leave it, and opens it.
    @Test func whatIsAheadOfALogIsNoneOfIt() async throws {
        let store = try SQLiteStore(opening: path, journal: JournalLimits())
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<30 { try await store.commit([history.write(1)], under: claim) }
        let copy = scratch("copy.sqlite")
        for suffix in ["", "-wal", ".token", ".mark"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        await store.close()
        let reopened = try SQLiteStore(opening: copy, journal: JournalLimits())
        let loaded = try await reopened.load(
            history.key, under: reopened.claim(.all, after: Term(rawValue: 1)))
        #expect(loaded?.revision == history.revision)
        await reopened.close()
    }
}
