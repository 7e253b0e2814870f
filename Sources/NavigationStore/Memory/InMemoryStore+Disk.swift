package import NavigationModel
package import NavigationSync
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

    /// All that was committed: the store's contract as a plain value, for those who have a disk of
    /// their own around it. What throws leaves it as it was.
    package struct Contents: Sendable {
        var terms: [Shard: Term] = [:]
        var scenes: [SceneKey: Scene] = [:]

        /// Nothing was ever committed.
        package init() {}

        /// See ``Store/claim(_:after:)``.
        package mutating func claim(_ shard: Shard, after term: Term) -> Claim {
            let next = Term(rawValue: max(terms[shard] ?? .zero, term).rawValue + 1)
            terms[shard] = next
            return Claim(shard: shard, term: next)
        }

        /// See ``Store/load(_:under:)``.
        package func load(
            _ key: SceneKey, under claim: Claim
        ) throws(StoreError) -> StoredScene? {
            try check(claim)
            return try scenes[key]?.stored(as: key)
        }

        /// See ``Store/commit(_:under:)``.
        package mutating func commit(
            _ writes: [SceneWrite], under claim: Claim
        ) throws(StoreError) {
            try check(claim)
            try checkAll(writes)
            for write in writes {
                scenes[write.key, default: Scene(epoch: write.epoch)].add(write)
            }
        }

        /// See ``Store/entries(of:after:limit:)``.
        package func entries(of key: SceneKey, after revision: Revision, limit: Int) -> [Commit] {
            let log = scenes[key]?.log ?? []
            return Array(log.drop { $0.revision <= revision }.prefix(max(0, limit)))
        }

        /// See ``Store/settlement(of:by:in:)``.
        package func settlement(
            of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
        ) -> Settlement? {
            scenes[key]?.settlements[device]?[sequence]
        }

        /// Throws ``StoreError/fenced`` unless the claim is the newest of its shard.
        private func check(_ claim: Claim) throws(StoreError) {
            guard terms[claim.shard] == claim.term else { throw .fenced }
        }

        /// Throws unless the writes, one after the other, fit what is there.
        private func checkAll(_ writes: [SceneWrite]) throws(StoreError) {
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
