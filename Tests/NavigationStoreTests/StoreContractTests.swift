import DatabaseHarness
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// The promises of every store.
@Suite struct StoreContractTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test(arguments: StoreKind.allCases)
    func termsOnlyGrow(_ kind: StoreKind) async throws {
        let place = try await kind.place(scratch)
        let store = try place.open()
        let first = try await store.claim(.all, after: .zero)
        let second = try await store.claim(.all, after: first.term)
        #expect(second.term > first.term)
        let jumped = try await store.claim(.all, after: Term(rawValue: 40))
        #expect(jumped.term == Term(rawValue: 41))
        await store.close()
        let again = try place.open()
        #expect(try await again.claim(.all, after: .zero).term == Term(rawValue: 42))
        await again.close()
    }

    @Test(arguments: StoreKind.allCases)
    func nothingIsThereAtFirst(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        let history = SampleHistory()
        #expect(try await store.load(history.key, under: claim) == nil)
        #expect(try await store.commits(of: history.key, after: .zero, limit: 10).isEmpty)
        let settled = try await store.storedReceipt(of: 1, by: history.device, in: history.key)
        #expect(settled == nil)
        await store.close()
    }

    /// A mirror that is a little behind is given commits after a restart, too, snapshot or not.
    @Test(arguments: StoreKind.allCases)
    func theNewestCommitsComeWithTheScene(_ kind: StoreKind) async throws {
        let store = try await kind.place(scratch).open()
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        func recent() async throws -> RecentCommits {
            try #require(try await store.load(history.key, under: claim)).recent
        }
        try await store.commit([history.write(3)], under: claim)
        #expect(try await recent().commits.map(\.revision) == [1, 2, 3])
        // All of them are in a snapshot; then some are, and there are more than are given.
        try await store.commit([history.write(2, snapshot: true)], under: claim)
        #expect(try await recent().commits.map(\.revision) == [1, 2, 3, 4, 5])
        try await store.commit([history.write(RecentCommits.limit)], under: claim)
        let given = try await recent()
        let last = Revision(rawValue: 5 + UInt64(RecentCommits.limit))
        #expect(given.revision == last)
        let entries = try await store.log(
            of: history.key, after: 5, limit: 999, length: .max)
        #expect(Array(given.commits) == entries)
        // So many bytes, and the one with which they are more.
        let lengths = entries.map(\.bytes.count)
        let two = lengths[0] + lengths[1]
        for (length, count) in [(0, 1), (two - 1, 2), (two, 3), (two + 1, 3)] {
            let page = try await store.log(
                of: history.key, after: 5, limit: 999, length: length)
            #expect(page == Array(entries.prefix(count)), "\(length) bytes")
        }
        // What was compacted away is not given, whether it is removed already or not.
        try await store.commit([history.write(1, snapshot: true)], under: claim)
        _ = try await store.compact(history.key, upTo: last.next, limit: 2, under: claim)
        #expect(try await recent().commits.isEmpty)
        try await store.commit([history.write(1)], under: claim)
        #expect(try await recent().commits.map(\.revision) == [last.next.next])
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func whatIsCommittedIsFoundByTheNextOwner(_ kind: StoreKind) async throws {
        let place = try await kind.place(scratch)
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let write = history.write(40)
        try await store.commit([write], under: claim)
        await store.close()

        let next = try place.open()
        let nextClaim = try await next.claim(.all, after: .zero)
        let stored = try #require(try await next.load(history.key, under: nextClaim))
        #expect(stored.epoch == history.epoch)
        #expect(stored.revision == 40)
        #expect(stored.state == history.state)
        #expect(stored.state.digest == stored.state.recomputedDigest)
        #expect(stored.snapshotRevision == .zero)
        #expect(stored.last == [history.device: try #require(write.storedReceipts.last)])
        #expect(
            try await next.commits(of: history.key, after: .zero, limit: 99) == write.decodedCommits
        )
        let fifth = try await next.storedReceipt(of: 5, by: history.device, in: history.key)
        #expect(fifth == write.storedReceipts[4])
        await next.close()
    }

    @Test(
        "Numbers that devices omitted are kept, and outlive the outcomes",
        arguments: StoreKind.allCases)
    func skippedSequences(_ kind: StoreKind) async throws {
        let place = try await kind.place(scratch)
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let other = DeviceID(high: 9, low: 9)
        let skipped = [
            SkippedSequences(device: history.device, range: 3...3),
            SkippedSequences(device: history.device, range: 7...12),
            SkippedSequences(device: other, range: 1...1),
        ].sorted { ($0.device, $0.range.lowerBound) < ($1.device, $1.range.lowerBound) }
        var first = history.write(20, snapshot: true)
        first.skipped = Array(skipped.prefix(1))
        try await store.commit([first], under: claim)
        var second = history.write(5)
        second.skipped = Array(skipped.dropFirst())
        try await store.commit([second], under: claim)
        var compaction = Compaction(oldestRevision: .zero, isComplete: false, length: 0)
        for _ in 0..<100 where !compaction.isComplete {
            compaction = try await store.compact(
                history.key, upTo: 20, limit: 10, under: claim)
        }
        #expect(compaction.isComplete && compaction.oldestRevision == 20)
        await store.close()

        let next = try place.open()
        let nextClaim = try await next.claim(.all, after: .zero)
        let stored = try #require(try await next.load(history.key, under: nextClaim))
        let kept = stored.skipped.sorted {
            ($0.device, $0.range.lowerBound) < ($1.device, $1.range.lowerBound)
        }
        #expect(kept == skipped)
        #expect(try await next.storedReceipt(of: 1, by: history.device, in: history.key) == nil)
        await next.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aBatchIsAllOrNothingAcrossScenes(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var first = SampleHistory(of: "first")
        var second = SampleHistory(of: "second")
        try await store.commit([first.write(3), second.write(3)], under: claim)

        var stale = SampleHistory(of: "second")
        let conflict = StoreError.conflict(second.key, expected: 0, found: 3)
        await #expect(throws: conflict) {
            try await store.commit([first.write(2), stale.write(1)], under: claim)
        }
        #expect(try await store.load(first.key, under: claim)?.revision == 3)
        #expect(try await store.commits(of: first.key, after: 3, limit: 9).isEmpty)
        #expect(try await store.storedReceipt(of: 4, by: first.device, in: first.key) == nil)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aSceneKeepsItsEpoch(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        try await store.commit([history.write(1)], under: claim)
        let foreign = SceneWrite(key: history.key, epoch: Epoch(rawValue: 7), expected: 1)
        await #expect(throws: StoreError.conflict(history.key, expected: 1, found: 1)) {
            try await store.commit([foreign], under: claim)
        }
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func anEarlierOwnerIsFenced(_ kind: StoreKind) async throws {
        let store = try await kind.place(scratch).open()
        let old = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        try await store.commit([history.write(1)], under: old)
        let new = try await store.claim(.all, after: old.term)
        let late = history.write(1)
        await #expect(throws: StoreError.fenced) { try await store.commit([late], under: old) }
        await #expect(throws: StoreError.fenced) { try await store.load(history.key, under: old) }
        #expect(try await store.load(history.key, under: new)?.revision == 1)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func loadingStartsAtTheNewestSnapshot(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        for _ in 0..<4 { try await store.commit([history.write(5, snapshot: true)], under: claim) }
        try await store.commit([history.write(3)], under: claim)
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.snapshotRevision == 20)
        #expect(stored.revision == 23)
        #expect(stored.state == history.state)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aSnapshotMayComeWithoutCommits(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        try await store.commit([history.write(5)], under: claim)
        try await store.commit([history.write(0, snapshot: true)], under: claim)
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.snapshotRevision == 5)
        #expect(stored.state == history.state)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func theLogIsReadInPages(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        let write = history.write(10)
        try await store.commit([write], under: claim)
        let page = try await store.commits(of: history.key, after: 4, limit: 3)
        #expect(page == Array(write.decodedCommits[4..<7]))
        #expect(try await store.commits(of: history.key, after: 4, limit: 0).isEmpty)
        #expect(try await store.commits(of: history.key, after: 10, limit: 3).isEmpty)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aChangeWithoutCommitHasItsSettlement(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        let first = history.write(1)
        let others = [UInt64.max, 3, 1 << 63].map { DeviceID(high: $0, low: 1) }
        let storedReceipts = others.map { device in
            StoredReceipt(
                device: device, sequence: 9, hash: Digest(hashing: [1]), time: .zero.next,
                outcomes: [.noop(by: 1), .rejected(.unknownTab)], revision: nil)
        }
        try await store.commit([first], under: claim)
        try await store.commit(
            [
                SceneWrite(
                    key: history.key, epoch: history.epoch, expected: 1,
                    storedReceipts: storedReceipts)
            ], under: claim)
        for storedReceipt in storedReceipts {
            let found = try await store.storedReceipt(
                of: 9, by: storedReceipt.device, in: history.key)
            #expect(found == storedReceipt)
        }
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.revision == 1)
        #expect(Set(stored.last.values) == Set(storedReceipts + first.storedReceipts))
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aChangeIsSettledOnce(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        let write = history.write(1)
        try await store.commit([write], under: claim)
        let again = SceneWrite(
            key: history.key, epoch: history.epoch, expected: 1,
            storedReceipts: write.storedReceipts)
        await #expect(throws: StoreError.conflict(history.key, expected: 1, found: 1)) {
            try await store.commit([again], under: claim)
        }
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aClosedStoreDoesNothing(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        await store.close()
        await store.close()
        var history = SampleHistory()
        let write = history.write(1)
        await #expect(throws: StoreError.self) { try await store.commit([write], under: claim) }
        await #expect(throws: StoreError.self) { try await store.load(history.key, under: claim) }
        await #expect(throws: StoreError.self) { try await store.claim(.all, after: .zero) }
    }

    @Test(arguments: StoreKind.allCases)
    func callsMayComeFromManyTasks(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<32 {
                group.addTask {
                    var history = SampleHistory(of: SceneID(unchecked: "scene-\(number)"))
                    for _ in 0..<8 { try await store.commit([history.write(2)], under: claim) }
                    let stored = try await store.load(history.key, under: claim)
                    #expect(stored?.state == history.state)
                }
            }
            try await group.waitForAll()
        }
        await store.close()
    }
}
