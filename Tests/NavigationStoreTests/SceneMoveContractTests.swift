import DatabaseHarness
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// The promises of every store about scenes that get another id: renamed, put in the trash, and
/// restored from it.
@Suite struct SceneMoveContractTests {
    private static let actor = Attribution(
        device: nil, name: nil, uid: 0, origin: "pid:1", time: Timestamp(rawValue: 1))
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static func key(_ scene: SceneID) -> SceneKey { SceneKey(user: "ada", scene: scene) }

    private static func move(
        _ history: SampleHistory, from scene: SceneID, to target: SceneID
    ) -> RegistryChange {
        .moveScene(key(scene), to: key(target), epoch: history.epoch, by: actor)
    }

    private static func trash(_ history: SampleHistory) -> SceneID {
        TrashID(
            name: history.key.scene, removed: Timestamp(rawValue: 9_000), epoch: history.epoch
        ).scene
    }

    /// Opens a store with a user.
    private func open(_ kind: StoreKind) async throws -> (store: any Store, claim: Claim) {
        let store = try await kind.place(scratch).open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], [.user(SampleRegistry.user("ada"))], under: claim)
        return (store, claim)
    }

    @Test(arguments: StoreKind.allCases)
    func aRenamedSceneKeepsItsLogAndReceipts(_ kind: StoreKind) async throws {
        let (store, claim) = try await open(kind)
        var history = SampleHistory(of: "old")
        try await store.commit([history.write(4, snapshot: true)], under: claim)
        let length = try await store.usage(of: "ada").length
        // Together with a write to it, and behind that.
        let write = history.write(2)
        try await store.commit(
            [write], [Self.move(history, from: "old", to: "new")], under: claim)
        #expect(try await store.load(Self.key("old"), under: claim) == nil)
        let stored = try #require(try await store.load(Self.key("new"), under: claim))
        #expect(stored.epoch == history.epoch && stored.revision == 6)
        #expect(stored.state == history.state)
        #expect(stored.last[history.device]?.sequence == 6)
        let log = try await store.commits(of: Self.key("new"), after: .zero, limit: 9)
        #expect(log.map(\.revision) == [1, 2, 3, 4, 5, 6])
        for number in 1...6 as ClosedRange<UInt64> {
            let sequence = SequenceNumber(rawValue: number)
            let receipt = try await store.storedReceipt(
                of: sequence, by: history.device, in: Self.key("new"))
            #expect(receipt != nil, "\(number)")
        }
        let usage = try await store.usage(of: "ada")
        #expect(usage.scenes == ["new"] && usage.trash.isEmpty && usage.length > length)
        let former = try await store.account(of: "ada")?.former
        #expect(former?["old"] == [.removed(history.epoch)])
        // It goes on under the new name, and another begins under the old one.
        var next = SampleHistory(of: "new", from: stored)
        var other = SampleHistory(of: "old")
        try await store.commit([next.write(1), other.write(1)], under: claim)
        #expect(try await store.load(Self.key("new"), under: claim)?.revision == 7)
        #expect(try await store.load(Self.key("old"), under: claim)?.revision == 1)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aSceneInTheTrashIsStoredAndComesBack(_ kind: StoreKind) async throws {
        let place = try await kind.place(scratch)
        var store = try place.open()
        var claim = try await store.claim(.all, after: .zero)
        try await store.commit([], [.user(SampleRegistry.user("ada"))], under: claim)
        var history = SampleHistory(of: "notes")
        try await store.commit([history.write(5)], under: claim)
        let length = try await store.usage(of: "ada").length
        let trash = Self.trash(history)
        try await store.commit(
            [], [Self.move(history, from: "notes", to: trash)], under: claim)
        #expect(try await store.load(Self.key("notes"), under: claim) == nil)
        await store.close()
        store = try place.open()
        claim = try await store.claim(.all, after: claim.term)
        let usage = try await store.usage(of: "ada")
        #expect(usage.scenes.isEmpty && usage.trash.keys.sorted() == ["notes"])
        #expect(usage.trash["notes"]?.epoch == history.epoch)
        #expect(usage.length == length)
        #expect(
            try await store.account(of: "ada")?.former["notes"] == [.removed(history.epoch)])
        try await store.commit(
            [], [Self.move(history, from: trash, to: "notes")], under: claim)
        let stored = try #require(try await store.load(Self.key("notes"), under: claim))
        #expect(stored.epoch == history.epoch && stored.state == history.state)
        #expect(try await store.account(of: "ada")?.former["notes"] ?? [] == [])
        #expect(try await store.usage(of: "ada").scenes == ["notes"])
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func theTrashIsErasedByItsIdAndWithItsUser(_ kind: StoreKind) async throws {
        let (store, claim) = try await open(kind)
        var histories = [SampleHistory(of: "notes"), SampleHistory(of: "drafts")]
        for index in histories.indices {
            try await store.commit([histories[index].write(3)], under: claim)
            let trash = Self.trash(histories[index])
            let change = Self.move(
                histories[index], from: histories[index].key.scene, to: trash)
            try await store.commit([], [change], under: claim)
        }
        let erasure = RegistryChange.eraseScene(
            Self.key(Self.trash(histories[0])), epoch: histories[0].epoch, by: Self.actor)
        // Its name is used in the same batch.
        var again = SampleHistory(of: "notes")
        try await store.commit([again.write(1)], [erasure], under: claim)
        var usage = try await store.usage(of: "ada")
        #expect(usage.scenes == ["notes"] && usage.trash.keys.sorted() == ["drafts"])
        try await store.commit([], [.erase("ada")], under: claim)
        usage = try await store.usage(of: "ada")
        #expect(usage == UserUsage())
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func noSceneIsReplaced(_ kind: StoreKind) async throws {
        let (store, claim) = try await open(kind)
        var (first, second) = (SampleHistory(of: "first"), SampleHistory(of: "second"))
        try await store.commit([first.write(2), second.write(3)], under: claim)
        for (scene, target) in [("first", "second"), ("missing", "third")]
            as [(SceneID, SceneID)]
        {
            let change = Self.move(first, from: scene, to: target)
            await #expect(throws: StoreError.registryConflict(change)) {
                try await store.commit([], [change], under: claim)
            }
        }
        #expect(try await store.load(first.key, under: claim)?.revision == 2)
        #expect(try await store.load(second.key, under: claim)?.revision == 3)
        await store.close()
    }
}
