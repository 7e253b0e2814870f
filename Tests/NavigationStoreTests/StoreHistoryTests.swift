import DatabaseHarness
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// The promises of every store about the past: earlier states, compaction, age and epochs.
@Suite struct StoreHistoryTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A store with 23 revisions, snapshots at 5, 10, 15 and 20, and all states on the way.
    private func filled(
        _ kind: StoreKind
    ) async throws -> (store: any Store, claim: Claim, history: SampleHistory, states: [SceneState])
    {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        var states = [history.state]
        for number in 1...23 {
            let write = history.write(1, snapshot: number.isMultiple(of: 5))
            try await store.commit([write], under: claim)
            states.append(history.state)
        }
        return (store, claim, history, states)
    }

    @Test(arguments: StoreKind.allCases)
    func everyEarlierStateCanBeTold(_ kind: StoreKind) async throws {
        let (store, _, history, states) = try await filled(kind)
        for (number, state) in states.enumerated() {
            let reported = try await store.state(
                of: history.key, at: Revision(rawValue: UInt64(number)))
            #expect(
                reported
                    == .state(
                        snapshot: state.snapshot, digest: state.digest, epoch: history.epoch),
                "\(number)")
        }
        #expect(try await store.state(of: history.key, at: 24) == .future(head: 23))
        #expect(try await store.state(of: SampleHistory(of: "other").key, at: 0) == nil)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func compactingMovesTheBeginningToASnapshot(_ kind: StoreKind) async throws {
        let (store, claim, history, states) = try await filled(kind)
        let key = history.key
        let none = try await store.compact(key, upTo: 4, limit: 100, under: claim)
        #expect(none.oldestRevision == .zero && none.isComplete)
        let done = try await store.compact(key, upTo: 12, limit: 100, under: claim)
        #expect(done.oldestRevision == 10 && done.isComplete)
        #expect(try await store.state(of: key, at: 9) == .compacted(oldestRevision: 10))
        for number in 10...23 {
            guard
                case .state(_, let digest, _) = try await store.state(
                    of: key, at: Revision(rawValue: UInt64(number)))
            else {
                Issue.record("\(number) is not told")
                continue
            }
            #expect(digest == states[number].digest)
        }
        let log = try await store.commits(of: key, after: 0, limit: 99)
        #expect(log.map(\.revision.rawValue) == Array(11...23))
        let stored = try #require(try await store.load(key, under: claim))
        #expect(stored.oldestRevision == 10)
        #expect(stored.snapshots.map(\.revision) == [10, 15, 20])
        #expect(stored.state == history.state)
        // The beginning never moves back.
        #expect(
            try await store.compact(key, upTo: 6, limit: 100, under: claim).oldestRevision == 10)
        await store.close()
    }

    @Test(
        "W3: outcomes go with their commits, the last of each device never",
        arguments: StoreKind.allCases)
    func storedReceipts(_ kind: StoreKind) async throws {
        let (store, claim, history, _) = try await filled(kind)
        let key = history.key
        let early = StoredReceipt(
            device: DeviceID(high: 7, low: 7), sequence: 3, hash: Digest(hashing: [1]),
            time: .zero.next, outcomes: [.noop()], revision: nil)
        let late = StoredReceipt(
            device: early.device, sequence: 9, hash: Digest(hashing: [2]), time: .zero.next,
            outcomes: [.noop()], revision: nil)
        try await store.commit(
            [
                SceneWrite(
                    key: key, epoch: history.epoch, expected: 23, storedReceipts: [early, late])
            ], under: claim)
        _ = try await store.compact(key, upTo: 15, limit: 100, under: claim)
        for number in 1...23 {
            let sequence = SequenceNumber(rawValue: UInt64(number))
            let found = try await store.storedReceipt(of: sequence, by: history.device, in: key)
            #expect((found != nil) == (number > 15), "\(number)")
        }
        // Made at revision 23, so as young as that.
        #expect(try await store.storedReceipt(of: 3, by: early.device, in: key) == early)

        var rest = history
        try await store.commit([rest.write(2, snapshot: true)], under: claim)
        while try await !store.compact(key, upTo: 25, limit: 3, under: claim).isComplete {}
        #expect(try await store.storedReceipt(of: 3, by: early.device, in: key) == nil)
        let stored = try #require(try await store.load(key, under: claim))
        #expect(stored.last[early.device] == late)
        #expect(stored.last[history.device]?.sequence == 25)
        #expect(try await store.commits(of: key, after: 0, limit: 99).isEmpty)
        #expect(stored.oldestRevision == 25 && stored.state == rest.state)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func everyStepOfACompactionIsBounded(_ kind: StoreKind) async throws {
        let (store, claim, history, _) = try await filled(kind)
        var steps = 1
        while case let step = try await store.compact(
            history.key, upTo: 20, limit: 6, under: claim), !step.isComplete
        {
            #expect(step.oldestRevision == 20)
            steps += 1
        }
        // 20 commits and 20 outcomes go, six of each at a time.
        #expect(steps == 4)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func compactingIsForTheOwner(_ kind: StoreKind) async throws {
        let (store, old, history, _) = try await filled(kind)
        let key = history.key
        _ = try await store.claim(.all, after: old.term)
        await #expect(throws: StoreError.fenced) {
            try await store.compact(key, upTo: 20, limit: 9, under: old)
        }
        await #expect(throws: StoreError.fenced) {
            try await store.recordUptime(.seconds(1), under: old)
        }
        await #expect(throws: StoreError.fenced) {
            try await store.renewEpochs(under: old) { Epoch(rawValue: 1) }
        }
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func theTimeLivedOnlyGrows(_ kind: StoreKind) async throws {
        let place = try await kind.place(scratch)
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        #expect(try await store.accumulatedUptime(under: claim) == .zero)
        try await store.recordUptime(.seconds(10), under: claim)
        try await store.recordUptime(.seconds(9), under: claim)
        var history = SampleHistory()
        var write = history.write(1)
        write.accumulatedUptime = .microseconds(11_500_001)
        try await store.commit([write], under: claim)
        try await store.commit([history.write(1)], under: claim)
        await store.close()
        let again = try place.open()
        let next = try await again.claim(.all, after: claim.term)
        #expect(try await again.accumulatedUptime(under: next) == .microseconds(11_500_001))
        await again.close()
    }

    @Test(arguments: StoreKind.allCases)
    func marksAndSnapshotsKnowTheirAge(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        var length: UInt64 = 0
        var snapshot: SceneSnapshot?
        for number in 1...100 {
            var write = history.write(1)
            length += UInt64(write.decodedCommits[0].encoded.count)
            // Of the revision before, as when it is encoded while others are written.
            if number == 51 { write.snapshot = snapshot }
            if number == 50 {
                snapshot = history.snapshot(accumulatedUptime: .seconds(number), position: length)
            }
            write.accumulatedUptime = .seconds(number)
            write.position = length
            write.isMarked = true
            try await store.commit([write], under: claim)
        }
        let last = history.write(1)
        try await store.commit([last], under: claim)
        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(stored.marks.map(\.revision.rawValue) == Array(37...100), "the newest 64")
        #expect(stored.marks.last?.accumulatedUptime == .seconds(100))
        #expect(stored.snapshots.map(\.revision) == [50])
        #expect(stored.snapshots.first?.accumulatedUptime == .seconds(50))
        #expect(stored.state.digest == history.state.digest)
        #expect(stored.position == length + UInt64(last.commits[0].bytes.count))
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func everySceneGetsAnEpochOfItsOwn(_ kind: StoreKind) async throws {
        let place = try await kind.place(scratch)
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        var histories = ["a", "b", "c"].map { SampleHistory(of: SceneID(unchecked: $0)) }
        for index in histories.indices {
            try await store.commit([histories[index].write(2)], under: claim)
        }
        try await store.renewEpochs(under: claim) {
            Epoch(rawValue: .random(in: 1...UInt64.max))
        }
        var epochs: Set<Epoch> = [histories[0].epoch]
        for history in histories {
            let stored = try #require(try await store.load(history.key, under: claim))
            epochs.insert(stored.epoch)
            #expect(stored.revision == 2 && stored.state == history.state)
        }
        #expect(epochs.count == 4)
        let late = histories[0].write(1)
        await #expect(throws: StoreError.self, "the old epoch is over") {
            try await store.commit([late], under: claim)
        }
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aUsersScenesAndDevicesAreCounted(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        #expect(try await store.usage(of: "ada") == UserUsage())
        let others = [DeviceID(high: 1, low: 1), DeviceID(high: 2, low: 2)]
        var histories = [
            SampleHistory(of: "a"), SampleHistory(of: "b", by: others[0]),
            SampleHistory(of: "b2", by: others[1]), SampleHistory(of: "c", by: others[0]),
        ]
        for index in histories.indices {
            try await store.commit([histories[index].write(2)], under: claim)
        }
        let usage = try await store.usage(of: "ada")
        #expect(usage.scenes == ["a", "b", "b2", "c"])
        #expect(usage.devices == Set(others + [SampleHistory.device]))
        #expect(try await store.usage(of: "bob") == UserUsage())
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func theBytesOfAUserAreThoseOfWhatIsKept(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory(of: "a")
        var other = SampleHistory(of: "b")
        var snapshots: [(revision: Revision, length: Int)] = []
        for _ in 0..<4 {
            let write = history.write(5, snapshot: true)
            if let snapshot = write.snapshot {
                snapshots.append((snapshot.mark.revision, snapshot.bytes.count))
            }
            try await store.commit([write, other.write(1)], under: claim)
        }
        // The same snapshot once more, as after a write whose fate was unknown.
        var again = history.write(0)
        again.snapshot = SceneSnapshot(
            mark: LogPosition(revision: 20, accumulatedUptime: .zero, byteOffset: 0),
            bytes: [1, 2, 3])
        try await store.commit([again], under: claim)
        snapshots[3].length = 3
        let log = try await store.commits(of: history.key, after: .zero, limit: 100)
        let all = log.reduce(0) { $0 + $1.encoded.count } + snapshots.reduce(0) { $0 + $1.length }
        #expect(try await store.usage(of: "ada").lengths["a"] == all)
        var compaction = Compaction(oldestRevision: .zero, isComplete: false, length: 0)
        while !compaction.isComplete {
            compaction = try await store.compact(history.key, upTo: 15, limit: 3, under: claim)
        }
        let rest =
            try await store.commits(of: history.key, after: 15, limit: 100)
            .reduce(0) { $0 + $1.encoded.count } + snapshots.suffix(2).reduce(0) { $0 + $1.length }
        #expect(compaction.length == rest)
        #expect(try await store.usage(of: "ada").lengths["a"] == rest)
        #expect(try await store.usedLength() >= rest)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func anAuditReadsInTwoWays(_ kind: StoreKind) async throws {
        let (store, claim, history, states) = try await filled(kind)
        _ = try await store.compact(history.key, upTo: 12, limit: 100, under: claim)
        let audit = try await store.audit(history.key, upTo: 23, wholeStore: true)
        let digest = history.state.digest
        #expect(audit.replay == .state(digest: digest, revision: 23, start: 10))
        #expect(audit.snapshot == .state(digest: digest, revision: 23, start: 20))
        #expect(audit.fault == nil)
        let earlier = try await store.audit(history.key, upTo: 17, wholeStore: true)
        #expect(
            earlier.snapshot == .state(digest: states[17].digest, revision: 17, start: 15))
        #expect(
            try await store.audit(SampleHistory(of: "other").key, upTo: 3, wholeStore: true).replay
                == .state(digest: .zero, revision: .zero, start: .zero))
        await store.close()
    }
}
