import DatabaseHarness
import NavigationModel
import StoreSamples
import Testing

@testable import NavigationStore
import NavigationSync
import NavigationWire

/// The last rows of the log, which are in memory.
@Suite struct RecentRowsTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("navsync.sqlite")
    }

    /// A store in which each batch is a row of the log.
    private func open(recentLength: Int = JournalLimits().recentLength) throws -> SQLiteStore {
        var limits = JournalLimits.atOnce
        limits.recentLength = recentLength
        return try SQLiteStore(opening: path, journal: limits)
    }

    /// The position of a mirror that has so many commits.
    private static func position(_ revision: Int, in history: SampleHistory) -> MirrorPosition {
        MirrorPosition(epoch: history.epoch, revision: Revision(rawValue: UInt64(revision)))
    }

    private func damageAllRows() throws {
        try RawDatabase(path).run("UPDATE log SET checksum = checksum + 1")
    }

    @Test func theLastRowsAreNotReadAgain() async throws {
        let store = try open()
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let key = history.key
        let writes = (0..<10).map { _ in history.write(5) }
        for write in writes { try await store.commit([write], under: claim) }
        let commits = writes.flatMap(\.commits)
        try damageAllRows()
        for start in 0..<commits.count {
            let position = Self.position(start, in: history)
            let log = store.recentLog(of: key, after: position, limit: 12, length: .max)
            #expect(log == Array(commits[start...].prefix(12)), "after \(start)")
        }
        let end = Self.position(commits.count, in: history)
        #expect(store.recentLog(of: key, after: end, limit: 12, length: .max) == nil)
        let other = MirrorPosition(epoch: Epoch(rawValue: 7), revision: .zero)
        #expect(store.recentLog(of: key, after: other, limit: 12, length: .max) == nil)
        let audit = try await store.audit(key, upTo: history.revision, wholeStore: false)
        #expect(!audit.isSound, "an audit reads the disk")
        await store.close()
        let reopened = try open()
        let start = Self.position(0, in: history)
        #expect(reopened.recentLog(of: key, after: start, limit: 12, length: .max) == nil)
        await reopened.close()
    }

    @Test func olderRowsAreNotAmongThem() async throws {
        let store = try open(recentLength: 4_000)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let writes = (0..<20).map { _ in history.write(5) }
        for write in writes { try await store.commit([write], under: claim) }
        let commits = writes.flatMap(\.commits)
        let logs = (0..<commits.count).map { start in
            let position = Self.position(start, in: history)
            return store.recentLog(of: history.key, after: position, limit: 99, length: .max)
        }
        let first = try #require(logs.firstIndex { $0 != nil })
        #expect(first > 50 && first <= commits.count - 5)
        for (start, log) in logs.enumerated() {
            #expect(log == (start < first ? nil : Array(commits[start...])), "after \(start)")
        }
        await store.close()
    }

    @Test func anErasedSceneHasNone() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(5)], under: claim)
        let actor = Attribution(
            device: nil, name: nil, uid: 0, origin: "pid:1", time: Timestamp(rawValue: 1))
        // In the same batch as a write: both are a row before it is erased. Those of the next scene
        // of this name are in the journal.
        try await store.commit(
            [history.write(5)], [.eraseScene(history.key, epoch: nil, by: actor)], under: claim)
        var next = SampleHistory()
        let write = next.write(1)
        try await store.commit([write], under: claim)
        let start = Self.position(0, in: next)
        let log = store.recentLog(of: next.key, after: start, limit: 99, length: .max)
        #expect(log == write.commits)
        await store.close()
    }

    @Test func theirLengthIsBounded() throws {
        var recent = RecentRows()
        let names = (0..<5).map { SceneID(unchecked: "scene-\($0)") }
        var histories = names.map { SampleHistory(of: $0) }
        var rows: [[Segment]] = names.map { _ in [] }
        var keptLength = 0
        for number in 0..<100 {
            let index = number % 3 == 0 ? 0 : number % 5
            let row = try #require(Segment.segments(of: histories[index].write(20).commits).first)
            rows[index].append(row)
            recent.add(row, of: histories[index].key, histories[index].epoch, within: 100_000)
        }
        for (history, rows) in zip(histories, rows) {
            let last = try #require(rows.last)
            #expect(recent.rows(of: history.key, history.epoch, after: .zero).isEmpty)
            #expect(recent.rows(of: history.key, history.epoch, after: last.revision).isEmpty)
            let kept = rows.filter { row in
                recent.rows(of: history.key, history.epoch, after: row.revision).first
                    .map { $0.first == row.revision.next } ?? (row == last)
            }
            #expect(kept.count > 1 && kept == rows.suffix(kept.count), "the newest, without a hole")
            keptLength += kept.reduce(0) { $0 + $1.bytes.count }
            let other = Epoch(rawValue: history.epoch.rawValue + 1)
            #expect(
                recent.rows(of: history.key, other, after: rows[rows.count - 2].revision).isEmpty)
        }
        // A tenth of it, about, is for what rows take besides their commits.
        #expect(keptLength > 80_000 && keptLength <= 100_000, "\(keptLength)")
    }
}
