import DatabaseHarness
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// The promises of every store about scenes that others take the place of.
@Suite struct HealingContractTests {
    private static let actor = Attribution(
        device: nil, name: nil, uid: 0, origin: "pid:1", time: Timestamp(rawValue: 1))
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A state that takes the place of a history.
    private func healed(
        _ history: SampleHistory, expected: Head?, end: Revision? = nil, common: Revision = .zero
    ) -> HealedScene {
        var state = history.state
        state.join(
            [
                RegisterWrite(
                    record: .tab("healed"), field: TabField.title,
                    stamp: Stamp(
                        time: state.latest.next, device: history.device, sequence: 900),
                    value: .text("Healed"))
            ], at: 40)
        let mark = LogPosition(revision: 40, accumulatedUptime: .seconds(5), byteOffset: 0)
        return HealedScene(
            epoch: Epoch(rawValue: 40), digest: state.digest,
            snapshot: SceneSnapshot(mark: mark, bytes: state.snapshot),
            former: [
                FormerHistory(epoch: Epoch(rawValue: 3), end: 39, isHealed: true),
                FormerHistory(epoch: history.epoch, end: end ?? history.revision),
            ], store: StoreID(rawValue: 7), expected: expected,
            common: common)
    }

    private func head(_ history: SampleHistory) -> Head {
        Head(
            scene: history.key.scene, epoch: history.epoch, revision: history.revision,
            digest: history.state.digest)
    }

    @Test(arguments: StoreKind.allCases)
    func aHealedStateTakesThePlaceOfASceneAndKeepsOutcomes(_ kind: StoreKind) async throws {
        let store = try await kind.place(scratch).open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], [.user(SampleRegistry.user("ada"))], under: claim)
        var history = SampleHistory()
        try await store.commit([history.write(6, snapshot: true)], under: claim)
        let settled = try await store.storedReceipt(of: 3, by: history.device, in: history.key)
        let healed = healed(history, expected: head(history))
        try await store.commit([], [.heal(history.key, healed, by: Self.actor)], under: claim)

        let stored = try #require(try await store.load(history.key, under: claim))
        #expect(
            stored.epoch == healed.epoch && stored.revision == 40 && stored.oldestRevision == 40)
        #expect(stored.state.digest == healed.digest)
        #expect(stored.last[history.device]?.sequence == 6)
        #expect(try await store.commits(of: history.key, after: .zero, limit: 9).isEmpty)
        #expect(
            try await store.storedReceipt(of: 3, by: history.device, in: history.key) == settled)
        #expect(settled != nil)
        let account = try #require(try await store.account(of: "ada"))
        #expect(account.former[history.key.scene] == healed.former)
        #expect(account.formerStores == [StoreID(rawValue: 7)])
        let length = healed.snapshot.bytes.count
        #expect(try await store.usage(of: "ada").lengths[history.key.scene] == length)
        // It goes on from there.
        var next = SampleHistory(from: stored)
        try await store.commit([next.write(1)], under: claim)
        #expect(try await store.load(history.key, under: claim)?.state == next.state)
        // The outcomes of before go with its first commit.
        _ = try await store.compact(history.key, upTo: 41, limit: 100, under: claim)
        #expect(
            try await store.storedReceipt(of: 3, by: history.device, in: history.key) == settled)
        try await store.commit([next.write(1, snapshot: true)], under: claim)
        _ = try await store.compact(history.key, upTo: 42, limit: 100, under: claim)
        #expect(try await store.storedReceipt(of: 3, by: history.device, in: history.key) == nil)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func whatCantBeReadGoesWithWhatItsChangesCameTo(_ kind: StoreKind) async throws {
        let store = try await kind.place(scratch).open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], [.user(SampleRegistry.user("ada"))], under: claim)
        var (known, other) = (SampleHistory(), SampleHistory(of: "other"))
        try await store.commit([known.write(6), other.write(6)], under: claim)
        let device = known.device
        // Of the history itself the state has four; of the other, two, since an earlier one had them.
        let own = healed(known, expected: nil, end: 4)
        let foreign = HealedScene(
            epoch: own.epoch, digest: own.digest, snapshot: own.snapshot,
            former: [FormerHistory(epoch: Epoch(rawValue: 3), end: 4, isHealed: true)],
            store: .none, expected: nil, common: 2)
        let changes = [(known.key, own), (other.key, foreign)].map {
            RegistryChange.heal($0, $1, by: Self.actor)
        }
        try await store.commit([], changes, under: claim)
        for (key, end) in [(known.key, 4), (other.key, 2)] as [(SceneKey, SequenceNumber)] {
            let stored = try #require(try await store.load(key, under: claim))
            #expect(stored.last[device]?.sequence == end)
            #expect(try await store.storedReceipt(of: end, by: device, in: key) != nil)
            #expect(try await store.storedReceipt(of: end.next, by: device, in: key) == nil)
        }
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aSceneThatWasNeverThereIsHealedToo(_ kind: StoreKind) async throws {
        let store = try await kind.place(scratch).open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], [.user(SampleRegistry.user("ada"))], under: claim)
        let history = SampleHistory()
        let nothing = Head(
            scene: history.key.scene, epoch: Epoch(rawValue: 1), revision: .zero, digest: .zero)
        let healed = healed(history, expected: nothing)
        try await store.commit([], [.heal(history.key, healed, by: Self.actor)], under: claim)
        #expect(try await store.load(history.key, under: claim)?.revision == 40)
        #expect(try await store.usage(of: "ada").scenes == [history.key.scene])
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func whereHistoriesEndIsKept(_ kind: StoreKind) async throws {
        let store = try await kind.place(scratch).open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], [.user(SampleRegistry.user("ada"))], under: claim)
        var histories = [SampleHistory(), SampleHistory(of: "other")]
        for index in histories.indices {
            try await store.commit([histories[index].write(3)], under: claim)
        }
        try await store.renewEpochs(under: claim) { Epoch(rawValue: .random(in: 1 ... .max)) }
        let ended = FormerHistory(epoch: histories[0].epoch, end: 3)
        for history in histories {
            let account = try await store.account(of: "ada")
            #expect(account?.former[history.key.scene] == [ended])
        }
        let epoch = try await store.load(histories[0].key, under: claim)?.epoch
        let removal = RegistryChange.eraseScene(histories[0].key, epoch: epoch, by: Self.actor)
        try await store.commit([], [removal], under: claim)
        let account = try #require(try await store.account(of: "ada"))
        let removed = FormerHistory(
            epoch: try #require(epoch), end: Revision(rawValue: .max))
        #expect(account.former[histories[0].key.scene] == [ended, removed])
        #expect(account.former[histories[1].key.scene] == [ended])
        #expect(account.formerStores.isEmpty)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func ofManyFormerHistoriesTheLastAreKept(_ kind: StoreKind) async throws {
        let store = try await kind.place(scratch).open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], [.user(SampleRegistry.user("ada"))], under: claim)
        var history = SampleHistory()
        try await store.commit([history.write(1)], under: claim)
        for number in 1...20 as ClosedRange<UInt64> {
            try await store.renewEpochs(under: claim) { Epoch(rawValue: number) }
        }
        let former = try await store.account(of: "ada")?.former[history.key.scene]
        #expect(former?.map(\.epoch.rawValue) == Array(4...19))
        await store.close()
    }
}
