import DatabaseHarness
import Foundation
import NavigationModel
import ProcessorTime
import StoreSamples
import Testing

@testable import NavigationStore
import NavigationSync

/// The knowledge, outside of the database, of what was acknowledged.
@Suite struct HighWaterMarkTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("navsync.sqlite")
    }

    /// Runs a store for some batches; returns what was written.
    @discardableResult
    private func run(
        _ history: SampleHistory? = nil, batches: Int, acceptingLoss: Bool = false
    ) async throws -> SampleHistory {
        let store = try SQLiteStore(opening: path, acceptingLoss: acceptingLoss)
        let claim = try await store.claim(.all, after: .zero)
        let stored = try await store.load(SampleHistory().key, under: claim)
        var history = history ?? SampleHistory(from: stored)
        for _ in 0..<batches {
            var write = history.write(1)
            write.digest = history.state.digest
            try await store.commit([write], under: claim)
        }
        await store.close()
        return history
    }

    private func copy(to place: String) throws {
        try? FileManager.default.removeItem(atPath: place)
        try FileManager.default.copyItem(atPath: path, toPath: place)
    }

    private func putBack(_ place: String) throws {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: place, toPath: path)
    }

    /// Once, each batch went through the names of all scenes, which took half of the processor time
    /// with ten thousand.
    @Test("A batch costs its own scenes, however many are known")
    func cost() throws {
        let (few, many) = (try timeOfBatches(knowing: 1), try timeOfBatches(knowing: 20_000))
        #expect(many < few * 20, "\(few) with one scene, \(many) with 20,000")
    }

    /// The processor time of 200 batches with one scene each.
    private func timeOfBatches(knowing count: Int) throws -> Duration {
        let mark = try HighWaterMark(scratch("\(count)/mark"))
        func scene(_ index: Int, at revision: Revision) -> HighWaterMark.Scene {
            HighWaterMark.Scene(
                key: SceneKey(user: "ada", scene: SceneID(stored: "s\(index)") ?? .main),
                epoch: Epoch(rawValue: 1), revision: revision, digest: .zero)
        }
        try mark.begin(store: 1, batch: 0, anew: false)
        mark.note(1, (0..<count).map { scene($0, at: 1) }, isRecorded: false)
        return processorTime {
            for batch in UInt64(2)..<202 {
                mark.note(
                    batch, [scene(0, at: Revision(rawValue: batch))], isRecorded: false)
                mark.apply([])
            }
        }
    }

    @Test(arguments: [1, 3]) func aDatabaseBehindItIsRefusedUntouched(_ more: Int) async throws {
        try await run(batches: 5)
        try copy(to: scratch("early"))
        try await run(batches: more)
        try putBack(scratch("early"))
        let before = try contents(of: path)
        let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: path) }
        guard case .lostChanges(let why) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(why.contains("is at batch 5 of \(5 + more)"), "\(why)")
        #expect(why.contains("scene ada/main had revision \(5 + more), has 5"), "\(why)")
        #expect(try contents(of: path) == before)
        // Nothing has been forgotten by that.
        #expect(throws: error) { try SQLiteStore(opening: path) }

        let store = try SQLiteStore(opening: path, acceptingLoss: true)
        #expect(store.acceptedLoss == why)
        let claim = try await store.claim(.all, after: .zero)
        #expect(claim.detectedRestore?.scenes == 1)
        let stored = try #require(try await store.load(SampleHistory().key, under: claim))
        #expect(stored.revision == 5 && stored.epoch != SampleHistory().epoch)
        await store.close()
        // It was reported once.
        let next = try SQLiteStore(opening: path)
        #expect(next.acceptedLoss == nil)
        await next.close()
    }

    @Test func aBackupThatIsRestoredIsNotCompared() async throws {
        try await run(batches: 5)
        _ = try SQLiteStore.backup(of: path, to: scratch("backup"), at: Timestamp(rawValue: 1))
        try await run(batches: 3)
        _ = try SQLiteStore.restore(OpenedDatabase(opening: scratch("backup")), to: path)
        let store = try SQLiteStore(opening: path)
        #expect(try await store.claim(.all, after: .zero).detectedRestore != nil)
        await store.close()
        // Nor is what goes on from there.
        let next = try SQLiteStore(opening: path)
        #expect(next.acceptedLoss == nil)
        await next.close()
    }

    /// Removing the token declares the database to be a copy.
    @Test func aCopyWithoutItsTokenIsNotCompared() async throws {
        try await run(batches: 5)
        try copy(to: scratch("early"))
        try await run(batches: 3)
        try putBack(scratch("early"))
        try FileManager.default.removeItem(atPath: path + ".token")
        let store = try SQLiteStore(opening: path)
        #expect(try await store.claim(.all, after: .zero).detectedRestore != nil)
        await store.close()
    }

    /// A loss of power loses the newest of it, and may truncate a line.
    @Test func whatIsCutOffOfItSaysNothing() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<3 { try await store.commit([history.write(1)], under: claim) }
        let whole = try contents(of: path + ".mark")
        await store.close()
        var lasts: [UInt64] = []
        for length in stride(from: whole.count, through: 0, by: -7) {
            try whole.prefix(length).write(to: URL(filePath: path + ".mark"))
            lasts.append(try HighWaterMark(path + ".mark").newest?.batch ?? 0)
        }
        #expect(lasts.first == 3 && lasts.last == 0)
        #expect(lasts == lasts.sorted(by: >))
        var noise = whole
        noise[whole.count - 5] ^= 1
        try noise.write(to: URL(filePath: path + ".mark"))
        #expect(try HighWaterMark(path + ".mark").newest?.batch == 2)
        let next = try SQLiteStore(opening: path)
        #expect(next.acceptedLoss == nil)
        await next.close()
    }

    @Test func aSceneThatIsNotWhatWasAcknowledgedIsDamaged() async throws {
        let history = try await run(batches: 4)
        let mark = try HighWaterMark(path + ".mark")
        let known = try #require(mark.scene(history.key))
        #expect(known.revision == 4 && known.digest == history.state.digest)
        let other = HighWaterMark.Scene(
            key: known.key, epoch: known.epoch, revision: known.revision,
            digest: Digest(hashing: [1]))
        let further = HighWaterMark.Scene(
            key: known.key, epoch: known.epoch, revision: 5, digest: .zero)
        let elsewhere = HighWaterMark.Scene(
            key: known.key, epoch: Epoch(rawValue: 7), revision: 9, digest: .zero)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        let stored = try #require(try await store.load(history.key, under: claim))
        for (scene, isDamaged) in [
            (known, false), (other, true), (further, true), (elsewhere, false),
        ] {
            let result = Result { () throws(StoreError) in
                try SQLiteStore.check(stored, of: history.key, against: scene)
            }
            guard case .failure(.damagedScene(let key, _)) = result else {
                #expect(!isDamaged, "\(scene)")
                continue
            }
            #expect(isDamaged && key == history.key, "\(scene)")
        }
        await store.close()
    }

    @Test("A scene that was erased just before a crash is not lost")
    func erased() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<2 { try await store.commit([history.write(1)], under: claim) }
        let before = try contents(of: path + ".mark")
        try await store.commit([], [.erase("ada")], under: claim)
        await store.close()
        // The crash came before the mark was written.
        try before.write(to: URL(filePath: path + ".mark"))
        let next = try SQLiteStore(opening: path)
        #expect(next.acceptedLoss == nil)
        await next.close()
    }

    @Test("Of many scenes it is not rewritten with every few batches, and is read as a whole")
    func manyScenes() throws {
        let mark = try HighWaterMark(scratch("mark"))
        try mark.begin(store: 7, batch: 0, anew: false)
        let name = String(repeating: "n", count: 90)
        var (rewrites, length) = (0, 0)
        for batch in 1...500 as ClosedRange<UInt64> {
            let scenes = (0..<50 as Range<UInt64>).map { number in
                HighWaterMark.Scene(
                    key: SceneKey(
                        user: "ada",
                        scene: SceneID(unchecked: name + "\((batch * 50 + number) % 5_000)")),
                    epoch: Epoch(rawValue: 3), revision: Revision(rawValue: batch), digest: .zero)
            }
            mark.note(batch, scenes, isRecorded: false)
            let now = try contents(of: scratch("mark")).count
            if now < length { rewrites += 1 }
            length = now
        }
        #expect((1...4).contains(rewrites))
        let read = try HighWaterMark(scratch("mark"))
        #expect(read.newest == HighWaterMark.Entry(batch: 500, store: 7))
        #expect(read.scenes(after: 420) == mark.scenes(after: 420))
    }

    @Test func itStaysShortAndKnowsEachScene() async throws {
        let mark = try HighWaterMark(scratch("mark"))
        try mark.begin(store: 7, batch: 0, anew: false)
        for batch in 1...20_000 as ClosedRange<UInt64> {
            let key = SceneKey(user: "ada", scene: SceneID(unchecked: "a scene \(batch % 50)"))
            let scene = HighWaterMark.Scene(
                key: key, epoch: Epoch(rawValue: 3), revision: Revision(rawValue: batch),
                digest: .zero)
            mark.note(batch, [scene], isRecorded: true)
        }
        #expect(try contents(of: scratch("mark")).count < 2 << 20)
        let read = try HighWaterMark(scratch("mark"))
        #expect(read.newest == HighWaterMark.Entry(batch: 20_000, store: 7))
        #expect(read.scenes(after: 0).map(\.revision.rawValue).sorted() == Array(19_951...20_000))
        #expect(read.scenes(after: 0) == mark.scenes(after: 0))
        #expect(read.scenes(after: 19_999).map(\.revision) == [20_000])
        // Of a user whose scenes are erased it keeps no name.
        mark.apply([.erase("ada")])
        #expect(try HighWaterMark(scratch("mark")).scenes(after: 0).isEmpty)
        #expect(try mode(of: scratch("mark")) == 0o600)
    }

    @Test func whatIsLeftOfADatabaseSaysThatThereWasOne() async throws {
        try await run(batches: 1)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: path) }
        #expect(error.description.contains(path + ".mark"), "\(error)")
        #expect(error.description.contains("is missing, but"), "\(error)")
        let fresh = try SQLiteStore(opening: path, traces: nil)
        #expect(try await fresh.claim(.all, after: .zero).detectedRestore == nil)
        await fresh.close()

        let elsewhere = scratch("elsewhere.sqlite")
        let traced = try #require(throws: StoreError.self) {
            try SQLiteStore(opening: elsewhere, traces: ["the server key 'k'"])
        }
        #expect(traced.description.contains("the server key 'k'"), "\(traced)")
        #expect(!FileManager.default.fileExists(atPath: elsewhere))
        let first = try SQLiteStore(opening: elsewhere)
        await first.close()
    }
}
