import DatabaseHarness
import Foundation
import InMemoryStore
import NavigationModel
import SeededRandom
import StoreSamples
import Synchronization
import Testing

@testable import NavigationStore
import NavigationSync
import NavigationWire

/// The journal of a store on a disk: a row for each batch, folded into the log.
@Suite("The journal") struct JournalTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("daemon/navsync.sqlite")
    }

    /// Bounds that a few batches reach.
    static var tight: JournalLimits {
        var limits = JournalLimits()
        limits.slicesOfScene = 5
        limits.lengthOfScene = 6_000
        limits.lengthAtOnce = 3_000
        limits.length = 20_000
        limits.recentLength = 10_000
        return limits
    }

    @Test("A batch of many scenes is one row, and is read back after a crash")
    func oneRow() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var histories = (0..<200).map { SampleHistory(of: SceneID(unchecked: "scene-\($0)")) }
        for count in [1, 2, 3] {
            let writes = histories.indices.map { histories[$0].write(count) }
            try await store.commit(writes, under: claim)
        }
        #expect(try sql("SELECT count(*) FROM journal") == "3")
        #expect(try sql("SELECT count(*) FROM log") == "0")
        let crashed = try SQLiteStore(opening: crash())
        let next = try await crashed.claim(.all, after: claim.term)
        #expect(next.detectedRestore == nil)
        for history in histories {
            for (store, claim) in [(store, claim), (crashed, next)] {
                let stored = try #require(try await store.load(history.key, under: claim))
                #expect(stored.state == history.state && stored.revision == 6)
                #expect(stored.last[history.device]?.sequence == 6)
                #expect(stored.recent.commits.count == 6)
            }
        }
        await crashed.close()
        await store.close()
        #expect(try sql("SELECT count(*) FROM journal") == "0")
        #expect(try sql("SELECT count(*) FROM log") == "200", "the batches of a scene are one row")
        #expect(try sql("SELECT count(*) FROM settlement") == "200")
    }

    @Test("A lone change writes two pages at most, on average")
    func pages() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var histories = (0..<20).map { SampleHistory(of: SceneID(unchecked: "scene-\($0)")) }
        for index in histories.indices {
            try await store.commit([histories[index].write(2)], under: claim)
        }
        let before = store.metrics.logLength
        for number in 0..<400 {
            try await store.commit([histories[number % 20].write(1)], under: claim)
        }
        let each = (store.metrics.logLength - before) / 400
        #expect(each <= 8_192, "\(each) bytes")
        await store.close()
    }

    @Test("The rows of the log take the pages of those of the journal that they replace")
    func pagesOfFolds() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        var folds = 0
        for _ in 0..<200 where folds < 3 {
            try await store.commit([history.write(40)], under: claim)
            guard try sql("SELECT count(*) FROM journal") == "0" else { continue }
            folds += 1
            let free = try sql("SELECT freelist_count FROM pragma_freelist_count")
            let pages = free.flatMap { Int($0) } ?? .max
            #expect(pages <= 4, "pages that the fold has freed and not used")
        }
        #expect(folds == 3)
        #expect(try sql("SELECT min(length(bytes)) > 10 * 4096 FROM log") == "1")
        await store.close()
    }

    @Test("The journal keeps within its bounds, whatever number of scenes is written to")
    func bounds() async throws {
        var limits = Self.tight
        limits.slicesOfScene = 50
        limits.length = 100_000
        let store = try SQLiteStore(opening: path, journal: limits)
        let claim = try await store.claim(.all, after: .zero)
        var histories = (0..<90).map { SampleHistory(of: SceneID(unchecked: "scene-\($0)")) }
        // One that is written to once, and then no more.
        try await store.commit([histories[0].write(1)], under: claim)
        for number in 0..<600 {
            let index = 1 + number % 89
            try await store.commit([histories[index].write(1)], under: claim)
            let length = store.journal.state.withLock { $0.length }
            #expect(length <= limits.length + 4_096)
        }
        #expect(try sql("SELECT min(id) > 1 FROM journal") == "1")
        #expect(try sql("SELECT sum(length(slices)) < 100000 FROM journal") == "1")
        #expect(try sql("SELECT count(*) BETWEEN 80 AND 400 FROM log") == "1")
        for history in histories {
            #expect(try await store.load(history.key, under: claim)?.state == history.state)
        }
        await store.close()
    }

    @Test("Erased and compacted commits leave the journal, whatever else is in their rows")
    func erased() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var secret = SampleHistory()
        var other = SampleHistory(user: "bob")
        let mark = Data("hidden-tab".utf8)
        for _ in 0..<4 {
            try await store.commit(
                [secret.write(passing: "hidden-tab"), other.write(2)], under: claim)
        }
        try await store.commit([secret.write(1, snapshot: true)], under: claim)
        #expect(try sql("SELECT count(*) FROM journal") == "4", "the other's are in the same rows")
        while try await !store.compact(secret.key, upTo: 9, limit: 9, under: claim).isComplete {}
        #expect(try sql("SELECT count(*) FROM journal") == "0")
        try await store.commit(
            [secret.write(passing: "hidden-tab"), other.write(2)], under: claim)
        #expect(try sql("SELECT count(*) FROM journal") == "1")
        try await store.commit([], [.erase("ada")], under: claim)
        var steps = 0
        while try sql("SELECT count(*) FROM scene") != "1" {
            steps += 1
            try await store.recordUptime(.seconds(steps), under: claim)
            try #require(steps < 100)
        }
        #expect(try sql("SELECT count(*) FROM journal") == "0")
        #expect(try await store.load(other.key, under: claim)?.state == other.state)
        await store.close()
        #expect(try Data(contentsOf: URL(filePath: path)).range(of: mark) == nil)
    }

    @Test("A reader that has read the journal reads once the slices that are folded after that")
    func meanwhile() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let writes = [history.write(2), history.write(3)]
        for write in writes { try await store.commit([write], under: claim) }
        let (key, tail) = (history.key, store.journal.tail(of: history.key))
        #expect(tail.slices.count == 2)
        _ = try await store.compact(key, upTo: .zero, limit: 9, under: claim)
        try await store.commit([history.write(1)], under: claim)
        let (log, stored) = try await store.read { db in
            (
                try SQLiteStore.log(of: key, after: .zero, (99, .max), tail, db),
                try SQLiteStore.load(key, tail, db)
            )
        }
        #expect(log == writes.flatMap(\.commits))
        #expect(stored?.revision == 5 && stored?.last[history.device]?.sequence == 5)
        #expect(stored?.position == UInt64(log.reduce(0) { $0 + $1.bytes.count }))
        await store.close()
    }

    @Test("A row that is deleted leaves the number of its batch")
    func numbers() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<3 { try await store.commit([history.write(1)], under: claim) }
        #expect(try sql("SELECT (SELECT max(id) FROM journal) || ' ' || batch FROM shard") == "3 0")
        _ = try await store.compact(history.key, upTo: .zero, limit: 9, under: claim)
        #expect(
            try sql("SELECT (SELECT count(*) FROM journal) || ' ' || batch FROM shard") == "0 3")
        let crashed = try SQLiteStore(opening: crash())
        let next = try await crashed.claim(.all, after: claim.term)
        try await crashed.commit([history.write(1)], under: next)
        #expect(crashed.journal.state.withLock { $0.batch } == 4)
        await crashed.close()
        await store.close()
    }

    /// Ways to harm a row, what is damaged then (`nil` if nothing is), and whether the other scene of
    /// the row is.
    static let harms: [(sql: String, says: String?, isOtherDamaged: Bool)] = [
        ("UPDATE journal SET scenes = zeroblob(length(scenes)) WHERE id = 3", nil, false),
        (
            "UPDATE journal SET slices = CAST(substr(slices, 1, 20) || x'99' || "
                + "substr(slices, 22) AS BLOB) WHERE id = 3",
            "scene ada/main: revisions 4 to 5 have a wrong checksum", false
        ),
        (
            "UPDATE journal SET slices = CAST(x'99' || substr(slices, 2) AS BLOB) WHERE id = 3",
            "scene ada/main: revisions 4 to 5 have a wrong checksum", false
        ),
        (
            "UPDATE journal SET slices = zeroblob(length(slices)) WHERE id = 3",
            "scene ada/main: revisions 4 to 5 have a wrong checksum", true
        ),
        (
            "UPDATE journal SET slices = x'' WHERE id = 3",
            "scene ada/main: revisions 4 to 5 have a wrong checksum", true
        ),
        (
            "UPDATE journal SET slices = zeroblob(9), scenes = x'' WHERE id = 3",
            "row 3 of the journal has a wrong checksum", true
        ),
        (
            "UPDATE journal SET slices = (SELECT slices FROM journal WHERE id = 2) WHERE id = 3",
            "scene ada/main: revisions 4 to 5 have a wrong checksum", true
        ),
        ("DELETE FROM journal WHERE id = 2", "revision 2 is missing from the log", true),
    ]

    @Test("Damage in the journal is named, and loses nothing else", arguments: harms.indices)
    func damaged(_ index: Int) async throws {
        let (harm, says, isOtherDamaged) = Self.harms[index]
        let (copy, main, work) = try await harmed(harm)
        var term = Term.zero
        // It is still there when the store is opened again, and still named.
        for _ in 0..<2 {
            let store = try SQLiteStore(opening: copy)
            let claim = try await store.claim(.all, after: term)
            term = claim.term
            if let says {
                let error = await #expect(throws: StoreError.self) {
                    try await store.load(main.key, under: claim)
                }
                #expect("\(error as Any)".contains(says), "\(error as Any)")
            } else {
                #expect(try await store.load(main.key, under: claim)?.state == main.state)
            }
            if isOtherDamaged {
                await #expect(throws: StoreError.self) {
                    try await store.load(work.key, under: claim)
                }
            } else {
                let stored = try #require(try await store.load(work.key, under: claim))
                #expect(stored.state == work.state)
            }
            await store.close()
        }
    }

    @Test("A scene with damage in the journal takes no commit, the others do")
    func damagedScene() async throws {
        var (copy, main, work) = try await harmed(Self.harms[1].sql)
        let store = try SQLiteStore(opening: copy)
        let claim = try await store.claim(.all, after: .zero)
        let next = main.write(1)
        await #expect(throws: StoreError.self) { try await store.commit([next], under: claim) }
        for _ in 0..<70 { try await store.commit([work.write(1)], under: claim) }
        #expect(try await store.load(work.key, under: claim)?.state == work.state)
        await #expect(throws: StoreError.self) { try await store.load(main.key, under: claim) }
        await store.close()
    }

    @Test("Damage of the journal that comes while it is in use is found by an audit")
    func audited() async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(3)], under: claim)
        let sound = try await store.audit(history.key, upTo: 3, wholeStore: false)
        #expect(sound.replay == .state(digest: history.state.digest, revision: 3, start: 0))
        try RawDatabase(path).run("UPDATE journal SET slices = zeroblob(length(slices))")
        let audit = try await store.audit(history.key, upTo: 3, wholeStore: false)
        guard case .unreadable(let why) = audit.replay else {
            Issue.record("\(audit)")
            return
        }
        #expect(why.contains("revisions 1 to 3 have a wrong checksum in the journal"))
        await store.close()
    }

    @Test("A copy with a journal is restored folded, and what is damaged of it is named")
    func restored() async throws {
        let (copy, main, work) = try await harmed("SELECT 1")
        _ = try SQLiteStore.backup(of: copy, to: scratch("backup"), at: .zero)
        let target = scratch("restored/navsync.sqlite")
        _ = try SQLiteStore.restore(OpenedDatabase(opening: scratch("backup")), to: target)
        #expect(try RawDatabase(target).value("SELECT count(*) FROM journal") == "0")
        #expect(try RawDatabase(target).value("SELECT max(batch) FROM shard") == "3")
        let store = try SQLiteStore(opening: target)
        let claim = try await store.claim(.all, after: .zero)
        for history in [main, work] {
            let stored = try #require(try await store.load(history.key, under: claim))
            #expect(stored.state == history.state)
            #expect(stored.last[history.device]?.sequence == 5)
        }
        await store.close()
        try RawDatabase(copy).run(Self.harms[1].sql)
        let other = scratch("other/navsync.sqlite")
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.restore(OpenedDatabase(opening: copy), to: other)
        }
        #expect("\(error as Any)".contains("revisions 4 to 5 have a wrong checksum"))
        let summary = try SQLiteStore.restore(
            OpenedDatabase(opening: copy), to: other, toleratesDamage: true)
        #expect(summary.damage == [Self.harms[1].says])
        let rest = try SQLiteStore(opening: other)
        let next = try await rest.claim(.all, after: .zero)
        #expect(try await rest.load(main.key, under: next)?.revision == 3)
        #expect(try await rest.load(work.key, under: next)?.state == work.state)
        await rest.close()
    }

    @Test("The journal of a killed daemon of version 14 is read, and continued")
    func kept() async throws {
        let place = scratch("kept.sqlite")
        try FileManager.default.copyItem(
            atPath: try fixture("store-v14-journal.sqlite"), toPath: place)
        let store = try SQLiteStore(opening: place)
        #expect(store.journal.state.withLock { $0.rows.count } == 3)
        let claim = try await store.claim(.all, after: .zero)
        for name: SceneID in [.main, "work"] {
            var history = SampleHistory(of: name)
            let writes = [history.write(1), history.write(2), history.write(3)]
            let stored = try #require(try await store.load(history.key, under: claim))
            #expect(stored.state == history.state)
            let log = try await store.log(of: history.key, after: 0, limit: 99, length: .max)
            #expect(log == writes.flatMap(\.commits))
            for receipt in writes.flatMap(\.storedReceipts) {
                let found = try await store.storedReceipt(
                    of: receipt.sequence, by: receipt.device, in: history.key)
                #expect(found == receipt)
            }
            var next = SampleHistory(of: name, from: stored)
            try await store.commit([next.write(1)], under: claim)
            #expect(try await store.load(history.key, under: claim)?.state == next.state)
        }
        await store.close()
    }

    /// The tail of a scene, as a daemon of version 13 left it when it was killed: commits 1 to 5
    /// counted, and four more in the log with their receipts.
    @Test("The tail in the log of an older database is read, and continued")
    func olderTail() async throws {
        let place = scratch("old.sqlite")
        try FileManager.default.copyItem(
            atPath: try fixture("store-v13-tail.sqlite"), toPath: place)
        let store = try SQLiteStore(opening: place)
        let claim = try await store.claim(.all, after: .zero)
        let key = SceneKey(user: "root", scene: .main)
        let stored = try #require(try await store.load(key, under: claim))
        #expect(stored.revision == 9 && stored.last.count == 2)
        #expect(stored.state.digest == stored.state.recomputedDigest)
        let log = try await store.log(of: key, after: .zero, limit: 99, length: .max)
        #expect(log.map(\.revision.rawValue) == Array(1...9))
        var history = SampleHistory(user: "root", by: DeviceID(high: 1, low: 1), from: stored)
        try await store.commit([history.write(2)], under: claim)
        let again = try #require(try await store.load(key, under: claim))
        #expect(again.state == history.state && again.last.count == 3)
        for receipt in stored.last.values {
            let found = try await store.storedReceipt(
                of: receipt.sequence, by: receipt.device, in: key)
            #expect(found == receipt)
        }
        #expect(try await store.usage(of: "root").devices.count == 3)
        await store.close()
        let value = "SELECT scene.revision || ' ' || count(*) FROM scene, settlement"
        #expect(try RawDatabase(place).value(value) == "11 10")
    }

    @Test("Acknowledged commits survive SIGKILL while scenes are folded")
    func killed() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<6 {
            let writer = try WriterProcess("fold", path)
            var acknowledged: [String] = []
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                acknowledged = try #require(writer.nextLine()).split(separator: " ").map(
                    String.init)
            }
            writer.kill()
            if let last = writer.remainingLines().last {
                acknowledged = last.split(separator: " ").map(String.init)
            }
            let store = try SQLiteStore(opening: path, journal: Self.tight)
            let claim = try await store.claim(.all, after: .zero)
            for (index, revision) in acknowledged.enumerated() {
                let key = SampleHistory(of: SceneID(unchecked: "scene-\(index)")).key
                let least = Revision(rawValue: UInt64(revision) ?? 0)
                guard least > .zero else { continue }
                let stored = try #require(try await store.load(key, under: claim))
                let place = "round \(round) of seed \(seed): \(key)"
                #expect(stored.revision >= least, "\(place)")
                #expect(stored.revision.rawValue <= least.rawValue + 4, "\(place)")
                #expect(stored.state.digest == stored.state.recomputedDigest, "\(place)")
                #expect(
                    stored.last[SampleHistory.device]?.sequence.rawValue
                        == stored.revision.rawValue, "\(place)")
                let log = try await store.log(of: key, after: .zero, limit: .max, length: .max)
                let start = stored.oldestRevision.rawValue + 1
                #expect(
                    log.map(\.revision.rawValue) == Array(start..<stored.revision.rawValue + 1),
                    "\(place)")
                let audit = try await store.audit(key, upTo: stored.revision, wholeStore: false)
                #expect(
                    audit.replay
                        == .state(
                            digest: stored.state.digest, revision: stored.revision,
                            start: stored.oldestRevision), "\(place)")
            }
            await store.close()
        }
    }

    /// A store of two scenes, with five commits of each in three rows of the journal, as a crash
    /// leaves it, one harm done to it.
    private func harmed(
        _ sql: String
    ) async throws -> (path: String, main: SampleHistory, work: SampleHistory) {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var (main, work) = (SampleHistory(), SampleHistory(of: "work"))
        for count in [1, 2, 2] {
            try await store.commit([main.write(count), work.write(count)], under: claim)
        }
        let copy = try crash()
        await store.close()
        try RawDatabase(copy).run(sql)
        return (copy, main, work)
    }

    /// Copies the files as they are, and returns the path of the copy.
    private func crash() throws -> String {
        let copy = scratch("crashed/navsync.sqlite")
        try FileManager.default.createDirectory(
            atPath: scratch("crashed"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        for suffix in ["", "-wal", ".token", ".mark"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        // Not a copy beside its original.
        try RawDatabase(copy).run("UPDATE store SET path = NULL")
        return copy
    }

    private func sql(_ query: String) throws -> String? {
        try RawDatabase(path).value("SELECT CAST((\(query)) AS TEXT)")
    }
}
