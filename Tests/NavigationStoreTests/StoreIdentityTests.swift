import DatabaseHarness
import Foundation
import NavigationModel
import NavigationStore
import NavigationSync
import StoreSamples
import Testing

@Suite("The identity of a store")
struct StoreIdentityTests {
    let scratch: Scratch
    let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("data/navsync.sqlite")
    }

    private struct Opened {
        let identity: StoreIdentity
        let detectedRestore: RestoreDetection?
        let scene: StoredScene?
    }

    @discardableResult
    private func open(
        _ path: String? = nil,
        _ body: (any Store, Claim) async throws -> Void = { _, _ in }
    ) async throws -> Opened {
        let store = try SQLiteStore(opening: path ?? self.path)
        let claim = try await store.claim(.all, after: .zero)
        try await body(store, claim)
        let opened = Opened(
            identity: try await store.identity(under: claim),
            detectedRestore: claim.detectedRestore,
            scene: try await store.load(SampleHistory().key, under: claim))
        await store.close()
        return opened
    }

    private func fill() async throws -> Opened {
        try await open { store, claim in
            var history = SampleHistory()
            try await store.commit([history.write(5)], under: claim)
        }
    }

    private func copy(_ from: String, to directory: String) throws -> String {
        try FileManager.default.copyItem(
            atPath: (from as NSString).deletingLastPathComponent, toPath: scratch(directory))
        return scratch(directory + "/navsync.sqlite")
    }

    @Test("It is random, and stays over restarts", arguments: StoreKind.allCases)
    func stays(_ kind: StoreKind) async throws {
        var identities: Set<StoreIdentity> = []
        for name in ["one", "two"] {
            let own = try Scratch()
            let place = try await kind.place(own)
            for _ in 1...2 {
                let store = try place.open()
                let claim = try await store.claim(.all, after: .zero)
                let identity = try await store.identity(under: claim)
                #expect(identity.id != .none, "\(name)")
                identities.insert(identity)
                await store.close()
            }
            #expect(!own(name).isEmpty, "kept until here")
        }
        #expect(identities.count == 2)
        #expect(Set(identities.map(\.id)).count == 2)
    }

    @Test(
        "Unchanged scenes begin anew after new epochs, and after an erasure",
        arguments: StoreKind.allCases)
    func seed(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        let first = try await store.identity(under: claim)
        try await store.renewEpochs(under: claim) { Epoch(rawValue: .random(in: 1 ... .max)) }
        let second = try await store.identity(under: claim)
        let user = RegisteredUser(name: "ann", uid: nil, added: .zero)
        try await store.commit([], [.user(user), .erase("ann")], under: claim)
        let third = try await store.identity(under: claim)
        #expect(Set([first, second, third].map(\.epochSeed)).count == 3)
        #expect(Set([first, second, third].map(\.id)).count == 1)
        await store.close()
    }

    @Test("It goes along with a store that is moved")
    func moved() async throws {
        let before = try await fill()
        try FileManager.default.moveItem(atPath: scratch("data"), toPath: scratch("other"))
        let after = try await open(scratch("other/navsync.sqlite"))
        #expect(after.identity == before.identity)
        #expect(after.detectedRestore == nil && after.scene?.epoch == before.scene?.epoch)
    }

    @Test("It is in a backup, and back with a restore, which begins new epochs")
    func restored() async throws {
        let before = try await fill()
        let backup = scratch("kept")
        _ = try SQLiteStore.backup(of: path, to: backup, at: Timestamp(rawValue: 9))
        _ = try SQLiteStore.restore(try OpenedDatabase(opening: backup), to: path)
        let after = try await open()
        #expect(after.identity.id == before.identity.id)
        #expect(after.identity.epochSeed != before.identity.epochSeed)
        #expect(after.detectedRestore != nil && after.detectedRestore?.original == nil)
        #expect(after.scene?.epoch != before.scene?.epoch)
        // So it is where nothing else is left of the store.
        let elsewhere = scratch("new/navsync.sqlite")
        _ = try SQLiteStore.restore(try OpenedDatabase(opening: backup), to: elsewhere)
        try FileManager.default.removeItem(atPath: scratch("data"))
        #expect(try await open(elsewhere).identity.id == before.identity.id)
    }

    @Test(
        "A copy that is used beside its original is another store; the original stays what it was")
    func beside() async throws {
        let before = try await fill()
        let other = try copy(path, to: "other")
        let copied = try await open(other)
        #expect(copied.identity.id != before.identity.id)
        #expect(copied.identity.epochSeed != before.identity.epochSeed)
        #expect(copied.detectedRestore?.original?.hasSuffix("data/navsync.sqlite") == true)
        #expect(copied.scene?.epoch != before.scene?.epoch)
        #expect(copied.scene?.state == before.scene?.state)
        let original = try await open()
        #expect(original.identity == before.identity && original.detectedRestore == nil)
        #expect(original.scene?.epoch == before.scene?.epoch)
        // And each goes on as what it is.
        #expect(try await open(other).identity == copied.identity)
        #expect(try await open().identity == before.identity)
    }

    @Test("A backup that is restored beside its original is another store, in use or not")
    func restoredBeside() async throws {
        let before = try await fill()
        let backup = scratch("kept")
        _ = try SQLiteStore.backup(of: path, to: backup, at: Timestamp(rawValue: 9))
        let running = try SQLiteStore(opening: path)
        _ = try await running.claim(.all, after: .zero)
        let elsewhere = scratch("new/navsync.sqlite")
        _ = try SQLiteStore.restore(try OpenedDatabase(opening: backup), to: elsewhere)
        #expect(try await open(elsewhere).identity.id != before.identity.id)
        await running.close()
    }

    @Test("A database that came into another's place by itself has its own, and is no copy of it")
    func replaced() async throws {
        _ = try await fill()
        try FileManager.default.moveItem(atPath: scratch("data"), toPath: scratch("other"))
        let fresh = try await open()
        let moved = try await open(scratch("other/navsync.sqlite"))
        #expect(moved.detectedRestore == nil)
        #expect(moved.identity.id != fresh.identity.id)
    }

    @Test(
        "A backup that is restored as a copy is another store, whatever is at its original's place")
    func asCopy() async throws {
        let before = try await fill()
        let backup = scratch("kept")
        _ = try SQLiteStore.backup(of: path, to: backup, at: Timestamp(rawValue: 9))
        try FileManager.default.removeItem(atPath: scratch("data"))
        _ = try SQLiteStore.restore(
            try OpenedDatabase(opening: backup), to: path, asCopy: true)
        let copy = try await open()
        #expect(copy.identity.id != before.identity.id)
        #expect(copy.detectedRestore != nil && copy.scene?.epoch != before.scene?.epoch)
    }
}
