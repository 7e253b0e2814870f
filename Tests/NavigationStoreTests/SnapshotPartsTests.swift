import DatabaseHarness
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

@testable import NavigationStore

/// Long snapshots, which are written in parts before the batch that they are in.
@Suite struct SnapshotPartsTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("daemon/navsync.sqlite")
    }

    /// A store with a scene of some megabytes, which is at revision 2, and its history.
    private func filled() async throws -> (SQLiteStore, Claim, SampleHistory) {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let payload = Array(repeating: UInt8(7), count: 12_000)
        try await store.commit([history.write(1)], under: claim)
        try await store.commit([history.write(pushing: 200, with: payload)], under: claim)
        return (store, claim, history)
    }

    /// Prepares the snapshot of where the history is now, and writes it with the next change.
    private func keep(
        _ store: SQLiteStore, _ claim: Claim, _ history: inout SampleHistory
    ) async throws {
        let snapshot = history.snapshot()
        try await store.prepare(
            snapshot.bytes, of: history.key, at: history.revision, under: claim)
        var write = history.write(1)
        write.snapshot = snapshot
        try await store.commit([write], under: claim)
    }

    private func value(_ sql: String) throws -> String? { try RawDatabase(path).value(sql) }

    @Test("A batch with a prepared snapshot of megabytes writes some pages")
    func shortBatch() async throws {
        var (store, claim, history) = try await filled()
        let snapshot = history.snapshot()
        try await store.prepare(
            snapshot.bytes, of: history.key, at: history.revision, under: claim)
        #expect(try value("SELECT count(*) FROM snapshot") == "0")
        #expect(
            try value("SELECT max(length(bytes)) FROM part") == "\(SnapshotParts.length)",
            "and each part is a transaction of its own")
        let pages = store.checkpoints.length
        var write = history.write(1)
        write.snapshot = snapshot
        try await store.commit([write], under: claim)
        #expect(store.checkpoints.length - pages < 40, "\(store.checkpoints.length - pages)")
        #expect(snapshot.bytes.count > 2_000_000, "\(snapshot.bytes.count)")
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.state == history.state && stored.snapshotRevision == 2)
        #expect(stored.snapshotLength == snapshot.bytes.count)
        await store.close()
    }

    @Test("Each part waits in the writer's queue behind what came before it")
    func parts() async throws {
        let (store, claim, history) = try await filled()
        let before = store.metrics.syncs.count
        let snapshot = history.snapshot()
        try await store.prepare(
            snapshot.bytes, of: history.key, at: history.revision, under: claim)
        let count = (snapshot.bytes.count - 1) / SnapshotParts.length + 1
        #expect(store.metrics.syncs.count - before == UInt64(count))
        await store.close()
    }

    @Test("It is read after a restart, and checked")
    func restart() async throws {
        var (store, claim, history) = try await filled()
        try await keep(store, claim, &history)
        await store.close()
        let again = try SQLiteStore(opening: path)
        let next = try await again.claim(.all, after: claim.term)
        #expect(try await again.load(history.key, under: next)?.state == history.state)
        let audit = try await again.audit(history.key, upTo: history.revision, wholeStore: true)
        #expect(audit.isSound && audit.fault == nil, "\(audit)")
        await again.close()
    }

    @Test("One that was prepared and never came with a batch is not read, and goes before the next")
    func stray() async throws {
        var (store, claim, history) = try await filled()
        try await store.prepare(
            history.snapshot().bytes, of: history.key, at: history.revision, under: claim)
        await store.close()
        let again = try SQLiteStore(opening: path)
        let next = try await again.claim(.all, after: claim.term)
        let stored = try #require(try await again.load(history.key, under: next))
        #expect(stored.snapshotRevision == .zero && stored.state == history.state)
        try await again.commit([history.write(1)], under: next)
        try await keep(again, next, &history)
        #expect(try value("SELECT group_concat(DISTINCT revision) FROM part") == "3")
        #expect(try await again.load(history.key, under: next)?.state == history.state)
        await again.close()
    }

    @Test("Of another snapshot than was prepared nothing is taken from the parts")
    func another() async throws {
        var (store, claim, history) = try await filled()
        try await store.prepare(
            Array(repeating: 7, count: 300_000), of: history.key, at: history.revision,
            under: claim)
        let snapshot = history.snapshot()
        var write = history.write(1)
        write.snapshot = snapshot
        try await store.commit([write], under: claim)
        let row = try value("SELECT length(bytes) || '+' || parts FROM snapshot")
        #expect(row == "\(snapshot.bytes.count)+0")
        #expect(try await store.load(history.key, under: claim)?.state == history.state)
        await store.close()
    }

    @Test("A part that has rotted, or is missing, is damage of its scene")
    func damage() async throws {
        var (store, claim, history) = try await filled()
        try await keep(store, claim, &history)
        let says = "the snapshot at revision 2 has a wrong checksum"
        let harms = [
            "UPDATE part SET bytes = CAST(bytes || x'00' AS BLOB) WHERE number = 3",
            "DELETE FROM part WHERE number = 3",
        ]
        for harm in harms {
            try RawDatabase(path).run(harm)
            let error = await #expect(throws: StoreError.self) {
                try await store.load(history.key, under: claim)
            }
            #expect(error?.description.contains(says) ?? false, "\(error as Any)")
        }
        await store.close()
    }

    @Test("Compacting and erasing remove parts in steps, and count their bytes")
    func removal() async throws {
        var (store, claim, history) = try await filled()
        try await keep(store, claim, &history)
        try await store.commit([history.write(1)], under: claim)
        try await keep(store, claim, &history)
        var steps = 0
        var compaction = Compaction(oldestRevision: .zero, isComplete: false, length: 0)
        while !compaction.isComplete {
            compaction = try await store.compact(
                history.key, upTo: history.revision, limit: 100, under: claim)
            steps += 1
            try #require(steps < 100)
        }
        #expect(steps > 15)
        #expect(try value("SELECT group_concat(DISTINCT revision) FROM part") == "4")
        let sum = "(SELECT coalesce(sum(length(bytes)), 0) FROM "
        #expect(
            try value("SELECT \(sum)log) + \(sum)snapshot) + \(sum)part)")
                == "\(compaction.length)")
        #expect(try await store.load(history.key, under: claim)?.state == history.state)
        try await store.commit([], [.erase("ada")], under: claim)
        while try value("SELECT count(*) FROM scene") != "0" {
            try await store.recordUptime(.seconds(steps), under: claim)
            steps += 1
            try #require(steps < 200)
        }
        #expect(try value("SELECT count(*) FROM part") == "0")
        await store.close()
    }

    @Test("A backup has the parts, and one from which a part is missing is refused by name")
    func backup() async throws {
        var (store, claim, history) = try await filled()
        try await keep(store, claim, &history)
        await store.close()
        let copy = scratch("copy.sqlite")
        _ = try SQLiteStore.backup(of: path, to: copy, at: .zero)
        let other = scratch("other/navsync.sqlite")
        _ = try SQLiteStore.restore(OpenedDatabase(opening: copy), to: other)
        let restored = try SQLiteStore(opening: other)
        let next = try await restored.claim(.all, after: .zero)
        #expect(try await restored.load(history.key, under: next)?.state == history.state)
        await restored.close()
        try RawDatabase(copy).run("DELETE FROM part WHERE number = 3")
        let third = scratch("third/navsync.sqlite")
        let error = #expect(throws: (any Error).self) {
            try SQLiteStore.restore(OpenedDatabase(opening: copy), to: third)
        }
        #expect("\(error as Any)".contains("a part of the snapshot at revision 2 is missing"))
    }
}
