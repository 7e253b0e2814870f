import DatabaseHarness
import Foundation
import InMemoryStore
import NavigationModel
import SeededRandom
import StoreSamples
import Testing

@testable import NavigationStore
import NavigationSync
import NavigationWire

/// A store on a disk beside one in memory, with the same writes: whatever is folded, compacted,
/// erased, closed or lost in a crash between them, both return the same.
@Suite("The journal beside a store in memory") struct JournalPropertyTests {
    @Test("Every reader returns what was written, wherever it is", arguments: 0..<8)
    func property(_ round: Int) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        do {
            var pair = try await StorePair(seed: seed)
            for _ in 0..<120 { try await pair.step() }
            try await pair.compareAll()
            await pair.store.close()
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }
}

/// Both stores, and what they were given.
private struct StorePair {
    let seed: UInt64
    let scratch: Scratch
    let memory = InMemoryStore(on: InMemoryStore.Storage())
    let claimInMemory: Claim
    var store: SQLiteStore
    var claim: Claim
    var path: String
    var generator: SeededGenerator
    var histories: [SampleHistory]
    /// The changes without effect of a second device in each scene.
    var idle: [SceneKey: UInt64] = [:]
    var receipts: [SceneKey: [StoredReceipt]] = [:]
    var generation = 0
    var uptime = 0

    init(seed: UInt64) async throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        scratch = try Scratch()
        path = scratch("0/navsync.sqlite")
        store = try SQLiteStore(opening: path, journal: JournalTests.tight)
        claim = try await store.claim(.all, after: .zero)
        claimInMemory = try await memory.claim(.all, after: .zero)
        histories = ["ada", "bob"].flatMap { user in
            ["main", "work", "home", "far"].map { scene in
                SampleHistory(of: SceneID(unchecked: scene), user: UserID(unchecked: user))
            }
        }
    }

    mutating func step() async throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<70: try await write()
        case 70..<76: try await compact()
        case 76..<80: try await reopen()
        case 80..<86: try await crash()
        case 86..<88: try await erase()
        case 88..<89: try await renewEpochs()
        default:
            guard let history = histories.randomElement(using: &generator) else { return }
            try await compare(history)
        }
    }

    private mutating func write() async throws {
        var writes: [SceneWrite] = []
        for index in histories.indices.shuffled(using: &generator)
            .prefix(Int.random(in: 1...4, using: &generator))
        {
            uptime += 1
            let count = Int.random(in: 0...4, using: &generator)
            let isSnapshot = Int.random(in: 0..<12, using: &generator) == 0
            var write = histories[index].write(count)
            let key = write.key
            if isSnapshot, histories[index].revision > .zero {
                write.snapshot = histories[index].snapshot(accumulatedUptime: .seconds(uptime))
            }
            if count == 0, histories[index].revision > .zero {
                write.storedReceipts.append(idleReceipt(in: key))
            }
            write.accumulatedUptime = .seconds(uptime)
            write.isMarked = count > 0 && Int.random(in: 0..<9, using: &generator) == 0
            receipts[key, default: []] += write.storedReceipts
            writes.append(write)
        }
        try await store.commit(writes, under: claim)
        try await memory.commit(writes, under: claimInMemory)
    }

    /// The receipt of a change that altered nothing.
    private mutating func idleReceipt(in key: SceneKey) -> StoredReceipt {
        let number = (idle[key] ?? 0) + 1
        idle[key] = number
        return StoredReceipt(
            device: DeviceID(high: 7, low: 7), sequence: SequenceNumber(rawValue: number),
            hash: Digest(hashing: [UInt8(truncatingIfNeeded: number)]),
            time: Timestamp(rawValue: Int64(number)), outcomes: [.noop(by: nil)], revision: nil)
    }

    private mutating func compact() async throws {
        guard let history = histories.randomElement(using: &generator) else { return }
        let most = Int.random(in: 1...20, using: &generator)
        let end = Revision(
            rawValue: .random(in: 0...history.revision.rawValue, using: &generator))
        while try await !store.compact(history.key, upTo: end, limit: most, under: claim)
            .isComplete
        {}
        while try await !memory.compact(
            history.key, upTo: end, limit: most, under: claimInMemory
        ).isComplete {}
        try await compare(history)
    }

    private mutating func reopen() async throws {
        await store.close()
        store = try SQLiteStore(opening: path, journal: JournalTests.tight)
        claim = try await store.claim(.all, after: claim.term)
    }

    private mutating func crash() async throws {
        generation += 1
        let place = scratch("\(generation)/navsync.sqlite")
        try FileManager.default.createDirectory(
            atPath: scratch("\(generation)"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        for suffix in ["", "-wal", ".token", ".mark"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: place + suffix)
        }
        await store.close()
        path = place
        try RawDatabase(path).run("UPDATE store SET path = NULL")
        store = try SQLiteStore(opening: path, journal: JournalTests.tight)
        claim = try await store.claim(.all, after: claim.term)
        if let found = claim.detectedRestore { Issue.record("seed \(seed): \(found)") }
    }

    private mutating func erase() async throws {
        guard let index = histories.indices.randomElement(using: &generator) else { return }
        let key = histories[index].key
        let actor = Attribution(
            device: nil, name: nil, uid: 0, origin: "pid:1", time: Timestamp(rawValue: 1))
        let change = RegistryChange.eraseScene(key, epoch: nil, by: actor)
        var history = SampleHistory(of: key.scene, user: key.user)
        // In the same batch as writes to it and to others.
        let last = histories[index].write(2)
        let next = histories.index(after: index) % histories.count
        let other = histories[next].write(1)
        receipts[histories[next].key, default: []] += other.storedReceipts
        try await store.commit([last, other], [change], under: claim)
        try await memory.commit([last, other], [change], under: claimInMemory)
        receipts[key] = nil
        idle[key] = nil
        let first = history.write(1)
        receipts[key] = first.storedReceipts
        try await store.commit([first], under: claim)
        try await memory.commit([first], under: claimInMemory)
        histories[index] = history
    }

    private mutating func renewEpochs() async throws {
        try await store.renewEpochs(under: claim) { SampleHistory().epoch }
        try await memory.renewEpochs(under: claimInMemory) { SampleHistory().epoch }
    }

    mutating func compareAll() async throws {
        for history in histories { try await compare(history) }
        try await crash()
        for history in histories { try await compare(history) }
        try await reopen()
        for history in histories { try await compare(history) }
    }

    private mutating func compare(_ history: SampleHistory) async throws {
        let key = history.key
        let place = Comment(rawValue: "\(key) of seed \(seed)")
        let found = try await store.load(key, under: claim)
        let expected = try await memory.load(key, under: claimInMemory)
        #expect(found?.epoch == expected?.epoch, place)
        #expect(found?.revision == expected?.revision, place)
        #expect(found?.state == expected?.state, place)
        #expect(found?.last == expected?.last, place)
        #expect(found?.snapshots == expected?.snapshots, place)
        #expect(found?.marks == expected?.marks, place)
        #expect(found?.oldestRevision == expected?.oldestRevision, place)
        #expect(found?.position == expected?.position, place)
        let end = history.revision.rawValue
        let start = Revision(rawValue: .random(in: 0...end, using: &generator))
        let (limit, length) = (
            Int.random(in: 1...30, using: &generator), Int.random(in: 1...9_000, using: &generator)
        )
        let log = try await store.log(of: key, after: start, limit: limit, length: length)
        let complete = try await memory.log(of: key, after: start, limit: limit, length: length)
        #expect(complete.starts(with: log) && log.isEmpty == complete.isEmpty, place)
        let position = MirrorPosition(
            epoch: expected?.epoch ?? history.epoch,
            revision: max(start, expected?.oldestRevision ?? .zero))
        let recent = store.recentLog(of: key, after: position, limit: limit, length: length)
        #expect(complete.starts(with: recent ?? []) && recent?.isEmpty != true, place)
        #expect(recent?.count ?? 0 <= limit, place)
        #expect((recent ?? []).dropLast().reduce(0) { $0 + $1.bytes.count } <= length, place)
        #expect(
            try await store.state(of: key, at: start) == memory.state(of: key, at: start), place)
        let kept = max(start, expected?.oldestRevision ?? .zero)
        #expect(
            try await store.audit(key, upTo: kept, wholeStore: false).replay
                == memory.audit(key, upTo: kept, wholeStore: false).replay, place)
        let usage = try await store.usage(of: key.user)
        #expect(try await usage == memory.usage(of: key.user), place)
        for receipt in receipts[key] ?? [] {
            let stored = try await store.storedReceipt(
                of: receipt.sequence, by: receipt.device, in: key)
            let inMemory = try await memory.storedReceipt(
                of: receipt.sequence, by: receipt.device, in: key)
            // One that is compacted may go later, with others of its row.
            if stored != nil || inMemory != nil { #expect(stored == receipt, place) }
        }
    }
}
