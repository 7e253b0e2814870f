import DatabaseHarness
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import StoreSamples

/// The past of a store that was in use for long: users who came and went, scenes that were
/// compacted and pruned, and a restore.
enum AgedStore {
    /// The user who has the old scenes and is removed; no test requests scenes of this user.
    static let user: UserID = "methuselah"
    /// The device that made the old scenes.
    static let device = DeviceID(high: 969, low: 1)

    /// Scenes of ``user`` after ``live(in:)``, by how their log begins.
    enum Kind: String, CaseIterable {
        /// All of the log is behind a snapshot.
        case compacted
        /// Some commits follow the snapshot.
        case pruned
        /// Nothing was compacted.
        case whole

        /// The scene.
        var key: SceneKey { SceneKey(user: AgedStore.user, scene: SceneID(unchecked: rawValue)) }
    }

    /// Fills a store and lets it grow old; it is closed afterwards.
    static func live(in store: any Store) async throws {
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], registry, under: claim)
        for kind in Kind.allCases {
            var history = SampleHistory(of: kind.key.scene, user: user, by: device)
            for _ in 0..<4 {
                try await store.commit([history.write(10, snapshot: true)], under: claim)
            }
            try await store.commit([history.write(passing: "drafts")], under: claim)
            if let pruned = history.prune() { try await store.commit([pruned], under: claim) }
            switch kind {
            case .compacted:
                try await store.commit([history.write(0, snapshot: true)], under: claim)
                try await compact(kind.key, upTo: history.revision, store, claim)
            case .pruned:
                try await compact(kind.key, upTo: 40, store, claim)
            case .whole:
                break
            }
        }
        await store.close()
    }

    /// Puts a database at `path` that has aged so, was backed up and restored: a store of its own.
    static func write(to path: String) async throws {
        try await files.value.write(to: path)
        try RawDatabase(path).run("UPDATE store SET identity = random(), epoch_seed = random()")
    }

    private static let files = Task {
        try await StoreFiles { path in
            try await live(in: try SQLiteStore(opening: path))
            _ = try SQLiteStore.backup(of: path, to: path + ".b", at: Timestamp(rawValue: 9_000))
            _ = try SQLiteStore.restore(OpenedDatabase(opening: path + ".b"), to: path)
            // The claim after it is the one that begins anew.
            let store = try SQLiteStore(opening: path)
            _ = try await store.claim(.all, after: .zero)
            await store.close()
        }
    }

    private static func compact(
        _ key: SceneKey, upTo revision: Revision, _ store: any Store, _ claim: Claim
    ) async throws {
        while try await !store.compact(key, upTo: revision, limit: 7, under: claim).isComplete {}
    }

    /// A removed user, with devices that were revoked and invitations that were used.
    private static let registry: [RegistryChange] = [
        .user(SampleRegistry.user(user, uid: 969, removed: Timestamp(rawValue: 5_000))),
        .device(
            SampleRegistry.device(969, key: 0x9690, revoked: Timestamp(rawValue: 4_000)), of: user),
        .device(SampleRegistry.device(970, key: 0x9691), of: user),
        .invitation(
            SampleRegistry.invitation(969, key: 0x9692, end: .used(by: device)), of: user),
        .invitation(SampleRegistry.invitation(970, key: 0x9693, end: .withdrawn), of: user),
    ]
}
