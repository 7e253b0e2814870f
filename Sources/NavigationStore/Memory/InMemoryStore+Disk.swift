internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import Synchronization

extension InMemoryStore {
    /// What outlives a store: as a disk outlives a process.
    package final class Disk: Sendable {
        private let stored = Mutex(Contents())

        /// An empty disk.
        package init() {}

        /// Runs `body` on what is stored; what throws must leave it as it was.
        func access<Result: Sendable>(
            _ body: (inout Contents) throws(StoreError) -> Result
        ) throws(StoreError) -> Result {
            try stored.withLock { (contents) throws(StoreError) in try body(&contents) }
        }
    }

    /// All that was committed.
    struct Contents {
        var terms: [Shard: Term] = [:]
        var scenes: [SceneKey: Scene] = [:]

        /// Throws ``StoreError/fenced`` unless the claim is the newest of its shard.
        func check(_ claim: Claim) throws(StoreError) {
            guard terms[claim.shard] == claim.term else { throw .fenced }
        }

        /// Throws unless the writes, one after the other, fit what is there.
        func checkAll(_ writes: [SceneWrite]) throws(StoreError) {
            var revisions: [SceneKey: Revision] = [:]
            for write in writes {
                write.checkIsGapless()
                let scene = scenes[write.key]
                let found = revisions[write.key] ?? scene?.revision ?? .zero
                let conflict = StoreError.conflict(
                    write.key, expected: write.expected, found: found)
                guard write.expected == found, scene?.epoch ?? write.epoch == write.epoch else {
                    throw conflict
                }
                revisions[write.key] = write.revision
                for new in write.settlements {
                    guard scene?.settlements[new.device]?[new.sequence] == nil else {
                        throw conflict
                    }
                }
            }
        }
    }

    /// One scene's log and what comes with it.
    struct Scene {
        let epoch: Epoch
        var log: [Commit] = []
        var snapshots: [(revision: Revision, bytes: [UInt8])] = []
        var settlements: [DeviceID: [SequenceNumber: Settlement]] = [:]

        init(epoch: Epoch) {
            self.epoch = epoch
        }

        var revision: Revision { log.last?.revision ?? .zero }

        /// Adds what ``Contents/checkAll(_:)`` has allowed.
        mutating func add(_ write: SceneWrite) {
            log += write.commits
            for settlement in write.settlements {
                settlements[settlement.device, default: [:]][settlement.sequence] = settlement
            }
            guard let snapshot = write.snapshot else { return }
            let older = snapshots.filter { $0.revision != write.revision }
            snapshots = older.suffix(SQLiteStore.snapshotsKept - 1) + [(write.revision, snapshot)]
        }

        /// The scene as ``Store/load(_:under:)`` returns it.
        func stored(as key: SceneKey) throws(StoreError) -> StoredScene {
            let snapshot = snapshots.last
            let state: SceneState
            do {
                state = try snapshot.map { try SceneState(snapshot: $0.bytes) } ?? SceneState()
            } catch {
                throw .damaged("scene \(key): the snapshot: \(error)")
            }
            var replay = Replay(of: key, from: state, at: snapshot?.revision)
            for commit in log where commit.revision > replay.revision { try replay.apply(commit) }
            return StoredScene(
                epoch: epoch, revision: revision, state: replay.state,
                snapshotRevision: snapshot?.revision ?? .zero,
                last: settlements.compactMapValues { settled in
                    settled.max { $0.key < $1.key }?.value
                })
        }
    }
}
