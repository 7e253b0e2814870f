import DatabaseHarness
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// The promises of every store about scenes that have lived long.
@Suite struct AgedStoreTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("Every scene gets a new epoch, however its log begins", arguments: StoreKind.aged)
    func epochs(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var young = SampleHistory()
        try await store.commit([young.write(1)], under: claim)
        let keys = AgedStore.Kind.allCases.map(\.key) + [young.key]
        var epochs: [SceneKey: Epoch] = [:]
        for key in keys { epochs[key] = try await store.load(key, under: claim)?.epoch }
        try await store.renewEpochs(under: claim) { Epoch(rawValue: .random(in: 1 ... .max)) }
        for key in keys {
            let stored = try #require(try await store.load(key, under: claim))
            #expect(stored.epoch != epochs[key] && epochs[key] != nil, "\(key)")
        }
        await store.close()
    }

    @Test("A restore has given every scene an epoch that is not its first")
    func restored() async throws {
        let (store, claim) = try await StoreKind.agedSQLite.opened(in: scratch)
        #expect(claim.detectedRestore == nil, "the claim before this one was the restore's")
        var epochs: Set<Epoch> = [SampleHistory().epoch]
        for kind in AgedStore.Kind.allCases {
            epochs.insert(try #require(try await store.load(kind.key, under: claim)).epoch)
        }
        #expect(epochs.count == 4)
        await store.close()
    }

    @Test("It is loaded, listed and audited from where its log begins", arguments: StoreKind.aged)
    func reading(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        for aged in AgedStore.Kind.allCases {
            let stored = try #require(try await store.load(aged.key, under: claim))
            let oldestRevision: Revision =
                switch aged {
                case .compacted: 43
                case .pruned: 40
                case .whole: .zero
                }
            #expect(stored.revision == 43 && stored.oldestRevision == oldestRevision, "\(aged)")
            #expect(stored.state.prunedThrough == 42, "\(aged)")
            #expect(stored.last[AgedStore.device]?.sequence == 42, "\(aged)")
            let log = try await store.commits(of: aged.key, after: .zero, limit: 99)
            #expect(log.count == Int(43 - oldestRevision.rawValue), "\(aged)")
            let settled = try await store.storedReceipt(of: 3, by: AgedStore.device, in: aged.key)
            #expect((settled != nil) == (aged == .whole), "\(aged)")
            let before = try await store.state(of: aged.key, at: 39)
            #expect(
                (before == .compacted(oldestRevision: oldestRevision)) == (aged != .whole),
                "\(aged)")
            let audit = try await store.audit(aged.key, upTo: 43, wholeStore: true)
            #expect(audit.fault == nil, "\(aged)")
            let digest = stored.state.digest
            #expect(
                audit.replay == .state(digest: digest, revision: 43, start: oldestRevision),
                "\(aged)")
        }
        #expect(try await store.owner(of: .device(SampleRegistry.key(0x9690))) == AgedStore.user)
        #expect(try await store.users(after: nil, limit: 9).isEmpty)
        await store.close()
    }

    @Test("It goes on: changes, snapshots, and compacting once more", arguments: StoreKind.aged)
    func goingOn(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        for aged in AgedStore.Kind.allCases {
            let stored = try #require(try await store.load(aged.key, under: claim))
            // The last change was the 42nd, and the prune was nobody's.
            var history = SampleHistory(
                of: aged.key.scene, user: aged.key.user, by: AgedStore.device, from: stored)
            try await store.commit([history.write(8, snapshot: true)], under: claim)
            try await store.commit([history.write(2)], under: claim)
            let compaction = try await store.compact(
                aged.key, upTo: 52, limit: 100, under: claim)
            #expect(compaction.oldestRevision == 51, "\(aged)")
            let again = try #require(try await store.load(aged.key, under: claim))
            #expect(again.state == history.state && again.revision == 53, "\(aged)")
            #expect(
                try await store.commits(of: aged.key, after: .zero, limit: 99)
                    .map(\.revision.rawValue) == [52, 53], "\(aged)")
        }
        await store.close()
    }
}
