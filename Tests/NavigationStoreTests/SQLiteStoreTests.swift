import DatabaseHarness
import Foundation
import NavigationModel
import NavigationSync
import NavigationText
import NavigationWire
import SeededRandom
import StoreSamples
import Testing

@testable import NavigationStore

/// The trials that only a store on a disk can go through.
@Suite struct SQLiteStoreTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("daemon/navsync.sqlite")
    }

    @Test func everyCommitIsSynced() async throws {
        let store = try SQLiteStore(opening: path)
        #expect(try store.synchronous() == 2)
        await store.close()
        let again = try SQLiteStore(opening: path)
        #expect(try again.synchronous() == 2)
        await again.close()
    }

    @Test func nobodyElseMayRead() async throws {
        let store = try await filled(5)
        #expect(try mode(of: scratch("daemon")) == 0o700)
        for suffix in ["", "-wal", "-shm", ".lock"] {
            #expect(try mode(of: path + suffix) == 0o600, "\(suffix)")
        }
        await store.close()
    }

    @Test func aSecondOwnerIsRefused() async throws {
        let store = try SQLiteStore(opening: path)
        let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: path) }
        #expect(
            error.description
                == "another navsyncd is using \(path): stop it, or use another database")
        await store.close()
        try await SQLiteStore(opening: path).close()
    }

    @Test func closingLeavesOneFile() async throws {
        let store = try await filled(5)
        await store.close()
        let log = path + "-wal"
        let isGone = !FileManager.default.fileExists(atPath: log)
        #expect(try isGone || contents(of: log).isEmpty)
    }

    @Test func compactingLeavesNoRows() async throws {
        let store = try await filled(0, .atOnce)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for number in 1...10 {
            let write = history.write(1, snapshot: number % 2 == 0)
            try await store.commit([write], under: claim)
        }
        _ = try await store.compact(history.key, upTo: 9, limit: 100, under: claim)
        await store.close()
        #expect(try sql("SELECT group_concat(revision) FROM snapshot") == "8,10")
        #expect(try sql("SELECT group_concat(revision) FROM log") == "9,10")
        #expect(try sql("SELECT group_concat(sequence) FROM settlement") == "9,10")
    }

    @Test("A log that begins among the commits of a batch is read from there")
    func beginningInABatch() async throws {
        let store = try await filled(0)
        let claim = try await store.claim(.all, after: .zero)
        var (history, middle) = (SampleHistory(), SampleHistory())
        _ = middle.write(5)
        var write = history.write(10)
        write.snapshot = middle.snapshot(position: 500)
        try await store.commit([write], under: claim)
        let key = history.key
        let compaction = try await store.compact(key, upTo: 7, limit: 100, under: claim)
        #expect(compaction.oldestRevision == 5 && compaction.isComplete)
        let stored = try #require(try await store.load(key, under: claim))
        #expect(stored.state == history.state && stored.oldestRevision == 5)
        #expect(stored.recent.commits.map(\.revision.rawValue) == Array(6...10))
        let kept = write.commits.dropFirst(5)
        #expect(stored.position == 500 + UInt64(kept.reduce(0) { $0 + $1.bytes.count }))
        #expect(
            try await store.log(of: key, after: .zero, limit: 99, length: .max) == Array(kept))
        #expect(
            try await store.log(of: key, after: 6, limit: 2, length: .max)
                == Array(kept.dropFirst().prefix(2)))
        #expect(
            try await store.state(of: key, at: 5)
                == .state(
                    snapshot: middle.state.snapshot, digest: middle.state.digest,
                    epoch: history.epoch))
        #expect(try await store.state(of: key, at: 4) == .compacted(oldestRevision: 5))
        await store.close()
    }

    @Test("A batch of more than a row's length is read as it was written")
    func longBatches() async throws {
        let store = try await filled(0)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let payload = [UInt8](repeating: 7, count: 10_000)
        var write = history.write(600)
        let long = history.write(pushing: 8, with: payload)
        write.commits += long.commits
        write.storedReceipts += long.storedReceipts
        let rest = history.write(20)
        write.commits += rest.commits
        write.storedReceipts += rest.storedReceipts
        try await store.commit([write], under: claim)
        #expect(
            try await store.log(of: history.key, after: .zero, limit: .max, length: .max)
                == write.commits)
        #expect(try await store.load(history.key, under: claim)?.state == history.state)
        for receipt in write.storedReceipts {
            let found = try await store.storedReceipt(
                of: receipt.sequence, by: receipt.device, in: history.key)
            #expect(found == receipt)
        }
        await store.close()
        #expect(try sql("SELECT max(length(bytes)) > 65536 FROM log") == "1")
        #expect(try sql("SELECT count(*) > 2 FROM log") == "1")
        #expect(try sql("SELECT count(*) > 1 FROM settlement") == "1")
    }

    @Test("A scene is folded after so many batches, by a long one, and when the store is closed")
    func folding() async throws {
        let store = try await filled(0)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        func counts() throws -> String? {
            try sql(
                "SELECT revision || ' ' || (SELECT count(*) FROM journal) || ' ' "
                    + "|| (SELECT count(*) FROM log) || ' ' "
                    + "|| (SELECT count(*) FROM settlement) || ' ' "
                    + "|| (SELECT batch FROM shard) FROM scene")
        }
        for _ in 0..<70 { try await store.commit([history.write(1)], under: claim) }
        #expect(try counts() == "64 6 1 1 64")
        let last = history.advance().storedReceipt
        var alone = SceneWrite(key: history.key, epoch: history.epoch, expected: 70)
        alone.storedReceipts = [
            StoredReceipt(
                device: last.device, sequence: last.sequence, hash: last.hash, time: last.time,
                outcomes: last.outcomes, revision: nil)
        ]
        try await store.commit([alone], under: claim)
        #expect(try counts() == "64 7 1 1 64")
        var other = SampleHistory(
            by: DeviceID(high: 1, low: 1), from: try await store.load(history.key, under: claim))
        try await store.commit([other.write(1)], under: claim)
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.last.count == 2 && stored.revision == 71)
        #expect(stored.last[history.device] == alone.storedReceipts.first)
        let usage = try await store.usage(of: history.key.user)
        #expect(usage.devices.count == 2)
        let log = try await store.log(of: history.key, after: .zero, limit: .max, length: .max)
        #expect(usage.lengths[history.key.scene] == log.reduce(0) { $0 + $1.bytes.count })
        try await store.commit([other.write(200)], under: claim)
        #expect(try counts() == "271 0 2 3 73")
        try await store.commit([other.write(1)], under: claim)
        #expect(try counts() == "271 1 2 3 73")
        await store.close()
        #expect(try counts() == "272 0 3 4 74")
    }

    /// A step removes so many bytes, or one that is longer: commits wait for it.
    @Test func aStepOfACompactionIsShortHoweverLongTheCommitsAre() async throws {
        let store = try await filled(0, .atOnce)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for number in 1...20 {
            let write = history.write(1, snapshot: number % 5 == 0)
            try await store.commit([write], under: claim)
        }
        let raw = try RawDatabase(path)
        try raw.run("UPDATE log SET bytes = zeroblob(50000) WHERE revision < 15")
        try raw.run("UPDATE log SET bytes = zeroblob(200000) WHERE revision = 15")
        try raw.run("UPDATE snapshot SET bytes = zeroblob(100000) WHERE revision < 15")
        var steps: [String?] = []
        var isComplete = false
        while !isComplete {
            isComplete = try await store.compact(history.key, upTo: 15, limit: 100, under: claim)
                .isComplete
            let stored = try #require(try await store.load(history.key, under: claim))
            #expect(stored.snapshots.map(\.revision) == [15, 20] && stored.state == history.state)
            let counts = "(SELECT count(*) FROM snapshot) || '+' || (SELECT count(*) FROM log)"
            steps.append(try sql("SELECT \(counts)"))
        }
        #expect(
            steps == [
                "3+20", "2+18", "2+16", "2+14", "2+12", "2+10", "2+8", "2+6", "2+5",
            ])
        await store.close()
    }

    @Test func aDamagedSnapshotIsNotReliedOn() async throws {
        let store = try await filled(0)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for _ in 0..<2 { try await store.commit([history.write(5, snapshot: true)], under: claim) }
        try RawDatabase(path).run("UPDATE snapshot SET checksum = 0 WHERE revision = 5")
        let key = history.key
        await #expect(throws: StoreError.self) {
            try await store.compact(key, upTo: 7, limit: 100, under: claim)
        }
        #expect(try await store.commits(of: key, after: .zero, limit: 99).count == 10)
        let audit = try await store.audit(key, upTo: 10, wholeStore: true)
        #expect(
            audit.replay
                == .state(digest: history.state.digest, revision: 10, start: 0))
        try RawDatabase(path).run("UPDATE snapshot SET checksum = 0 WHERE revision = 10")
        let again = try await store.audit(key, upTo: 10, wholeStore: true)
        guard case .unreadable(let why) = again.snapshot else {
            Issue.record("a damaged snapshot was read")
            return
        }
        #expect(why.contains("the snapshot at revision 10 has a wrong checksum"))
        await store.close()
    }

    /// A crash between two steps of a compaction leaves what nobody reads, and the next ends it.
    @Test func aCompactionThatWasCutOffIsFinishedByTheNext() async throws {
        let store = try await filled(0, .atOnce)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        for number in 1...20 {
            let write = history.write(1, snapshot: number % 5 == 0)
            try await store.commit([write], under: claim)
        }
        let first = try await store.compact(history.key, upTo: 15, limit: 4, under: claim)
        #expect(first.oldestRevision == 15 && !first.isComplete)
        await store.close()
        let again = try SQLiteStore(opening: path)
        let next = try await again.claim(.all, after: .zero)
        let stored = try #require(try await again.load(history.key, under: next))
        #expect(stored.oldestRevision == 15 && stored.state == history.state)
        #expect(try await again.commits(of: history.key, after: 0, limit: 1).first?.revision == 16)
        #expect(try sql("SELECT min(revision) FROM log") == "5")
        var steps = 1
        while try await !again.compact(history.key, upTo: 15, limit: 4, under: next).isComplete {
            steps += 1
        }
        #expect(steps == 3)
        #expect(try sql("SELECT min(revision) FROM log") == "16")
        await again.close()
    }

    @Test func aCopiedLogRecovers() async throws {
        let store = try await filled(25)
        // As a copy of the disk would be: the log is not yet in the database.
        try FileManager.default.createDirectory(
            atPath: scratch("copy"), withIntermediateDirectories: false)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: path + suffix, toPath: scratch("copy/navsync.sqlite") + suffix)
        }
        #expect(try !contents(of: path + "-wal").isEmpty)
        await store.close()
        let copy = try SQLiteStore(opening: scratch("copy/navsync.sqlite"))
        let claim = try await copy.claim(.all, after: .zero)
        #expect(try await copy.load(SampleHistory().key, under: claim)?.revision == 25)
        await copy.close()
    }

    @Test(arguments: 1...16) func aDatabaseOfEveryVersionOpens(_ version: Int) async throws {
        try FileManager.default.createDirectory(
            atPath: scratch("daemon"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            atPath: try fixture("store-v\(version).sqlite"), toPath: path)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        #expect(claim.term == Term(rawValue: 2))
        var history = SampleHistory()
        let write = history.write(40)
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.snapshotRevision == 30)
        #expect(stored.state == (version < 6 ? history.firstState : history.state))
        #expect(stored.last == [history.device: try #require(write.storedReceipts.last)])
        let log = try await store.commits(of: history.key, after: .zero, limit: 100)
        let length = try #require(
            try await store.usage(of: history.key.user).lengths[history.key.scene])
        #expect(length > log.reduce(0) { $0 + $1.encoded.count }, "commits and snapshots")
        for number: UInt64 in 1...3 {
            let expected = version < 3 ? nil : SampleRegistry.account(number)
            var found = try await store.account(of: SampleRegistry.account(number).user.name)
            // Without its token a later one is a copy, and has lost its open invitations.
            if version > 3 { found?.invitations = expected?.invitations ?? [:] }
            #expect(found == expected)
        }
        // Whose scenes are older than the registry is in it; that of version 5 is made without.
        guard version < 5 else { return await store.close() }
        let user = try await store.account(of: history.key.user)?.user
        #expect(user?.name == history.key.user && user?.removed == nil)
        let names = try await store.users(after: nil, limit: 9).map(\.name)
        #expect(names.contains(history.key.user))
        await store.close()
    }

    /// Two scenes of two devices each, changed by commands, and one of two devices that changed it as
    /// fast as they could, with a change that was skipped: as version 12 wrote them, one row each.
    @Test func whatADaemonOfVersion12WroteIsFoundAndContinued() async throws {
        try FileManager.default.createDirectory(
            atPath: scratch("daemon"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            atPath: try fixture("store-v12-daemon.sqlite"), toPath: path)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        let scenes: [(key: SceneKey, revision: Revision, digest: String?, log: String)] = [
            (
                SceneKey(user: "root", scene: "main"), 18,
                "560645f232dd073859a469d61ce45e7962b221ab7567cdbed86abdd23dd62686",
                "728250fe0a622154a375b631958e5d45b5eb94f4fe3ab1460c7881ae6e8bb1b4"
            ),
            (
                SceneKey(user: "root", scene: "work"), 17,
                "b860813a0009a5d5e9b683f9dc58ec5f0c64a8bc38a89e4c05f58cef331954fc",
                "ee9247297a0d317eccfa5621c8c20c4ce9a9c56b2164a4ffaed25bede3278d09"
            ),
            (
                SceneKey(user: "bench", scene: "bulk"), 438, nil,
                "66d6ef209afb412085f66599e0b942bfe03118644e720cc2a626d3ef4d1a8ce3"
            ),
        ]
        for scene in scenes {
            let stored = try #require(try await store.load(scene.key, under: claim))
            #expect(stored.revision == scene.revision, "\(scene.key)")
            #expect(stored.state.digest == stored.state.recomputedDigest, "\(scene.key)")
            let digest = scene.digest ?? "\(stored.state.digest)"
            #expect("\(stored.state.digest)" == digest, "\(scene.key)")
            let log = try await store.log(of: scene.key, after: .zero, limit: .max, length: .max)
            #expect(
                "\(Digest(hashing: log.flatMap(\.bytes)))" == scene.log, "\(scene.key)")
            #expect(stored.position == UInt64(log.reduce(0) { $0 + $1.bytes.count }))
            #expect(stored.last.count == 2, "\(scene.key)")
            for last in stored.last.values {
                for number in 1...last.sequence.rawValue {
                    let sequence = SequenceNumber(rawValue: number)
                    let isSkipped = stored.skipped.contains {
                        $0.device == last.device && $0.range.contains(sequence)
                    }
                    let receipt = try await store.storedReceipt(
                        of: sequence, by: last.device, in: scene.key)
                    #expect((receipt == nil) == isSkipped, "\(scene.key) \(number)")
                }
            }
            #expect(stored.skipped.count == (scene.key.scene == .main ? 1 : 0))
            var history = SampleHistory(
                of: scene.key.scene, user: scene.key.user, by: DeviceID(high: 1, low: 1),
                from: stored)
            try await store.commit([history.write(3)], under: claim)
            let again = try #require(try await store.load(scene.key, under: claim))
            #expect(again.state == history.state && again.revision == history.revision)
        }
        await store.close()
    }

    @Test(
        "Derives the omitted numbers from an older database",
        arguments: [(oldestRevision: 0, skipped: [1...1, 3...3, 7...9]), (30, [3...3, 7...9])])
    func skippedBefore(oldestRevision: Int, skipped: [ClosedRange<UInt64>]) async throws {
        try FileManager.default.createDirectory(
            atPath: scratch("daemon"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: try fixture("store-v5.sqlite"), toPath: path)
        let raw = try RawDatabase(path)
        try raw.run("DELETE FROM settlement WHERE sequence IN (1, 3, 7, 8, 9)")
        try raw.run("UPDATE scene SET retained = \(oldestRevision)")
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        let stored = try #require(try await store.load(SampleHistory().key, under: claim))
        #expect(
            stored.skipped.map { $0.range.lowerBound.rawValue...$0.range.upperBound.rawValue }
                == skipped)
        await store.close()
    }

    @Test func aDirectoryThatCannotBeWrittenIsRefused() throws {
        for path in ["/proc/navsync/navsync.sqlite", scratch("file/navsync.sqlite")] {
            try Data([1]).write(to: URL(filePath: scratch("file")))
            let error = try #require(throws: StoreError.self) { try SQLiteStore(opening: path) }
            guard case .unusable(let message) = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(message.advice == "check the owner and the permissions of \(path)")
        }
    }

    @Test func aFullDiskLosesNothingAcknowledged() throws {
        let writer = try WriterProcess("fill", path)
        let lines = writer.remainingLines()
        try #require(lines.count == 3, "\(lines)")
        #expect(["unavailable", "unknownOutcome"].contains(lines[0]))
        #expect(lines[0] == "unavailable" ? lines[1] == "before" : lines[1] != "between")
        #expect(lines[2] == "resumed")
    }

    @Test func whatWasAcknowledgedSurvivesSIGKILL() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<8 {
            let writer = try WriterProcess("commit", path)
            var acknowledged: UInt64 = 0
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                acknowledged = try UInt64(#require(writer.nextLine())) ?? 0
            }
            writer.kill()
            if let last = writer.remainingLines().last { acknowledged = UInt64(last) ?? 0 }
            let store = try SQLiteStore(opening: path)
            let claim = try await store.claim(.all, after: .zero)
            let history = SampleHistory()
            let stored = try #require(try await store.load(history.key, under: claim))
            let found = stored.revision.rawValue
            #expect(
                (acknowledged...acknowledged + 20).contains(found),
                "round \(round) of seed \(seed): found \(found), acknowledged \(acknowledged)")
            #expect(stored.state.digest == stored.state.recomputedDigest)
            let log = try await store.commits(of: history.key, after: .zero, limit: .max)
            let start = stored.oldestRevision.rawValue + 1
            #expect(log.map(\.revision.rawValue) == Array(start..<found + 1), "seed \(seed)")
            let audit = try await store.audit(history.key, upTo: stored.revision, wholeStore: true)
            let whole = Audit.CheckResult.state(
                digest: stored.state.digest, revision: stored.revision, start: stored.oldestRevision
            )
            #expect(audit.replay == whole, "seed \(seed)")
            #expect(stored.last[history.device]?.sequence.rawValue == found, "seed \(seed)")
            await store.close()
        }
    }

    /// A store with a history of `count` commits.
    private func filled(
        _ count: Int, _ limits: JournalLimits = JournalLimits()
    ) async throws -> SQLiteStore {
        let store = try SQLiteStore(opening: path, journal: limits)
        guard count > 0 else { return store }
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(count)], under: claim)
        return store
    }

    private func sql(_ query: String) throws -> String? {
        try RawDatabase(path).value(query)
    }
}
