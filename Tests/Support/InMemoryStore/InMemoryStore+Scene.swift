internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire

extension InMemoryStore {
    /// One scene's log with its receipts and snapshots.
    struct Scene {
        var epoch: Epoch
        private(set) var revision = Revision.zero
        private(set) var oldestRevision = Revision.zero
        private(set) var log: [EncodedCommit] = []
        private(set) var snapshots: [(mark: LogPosition, bytes: [UInt8])] = []
        private(set) var marks: [LogPosition] = []
        private(set) var storedReceipts: [DeviceID: [SequenceNumber: Settled]] = [:]
        private(set) var skipped: [SkippedSequences] = []

        /// The receipt of a change, and the scene's revision then.
        struct Settled {
            let storedReceipt: StoredReceipt
            let head: Revision
        }

        init(epoch: Epoch) {
            self.epoch = epoch
        }

        /// Applies a write that `Contents.checkAll(_:)` has accepted.
        mutating func add(_ write: SceneWrite) {
            log += write.commits
            revision = write.revision
            for storedReceipt in write.storedReceipts {
                storedReceipts[storedReceipt.device, default: [:]][storedReceipt.sequence] =
                    Settled(
                        storedReceipt: storedReceipt, head: storedReceipt.revision ?? write.revision
                    )
            }
            skipped += write.skipped
            let mark = LogPosition(
                revision: revision, accumulatedUptime: write.accumulatedUptime,
                byteOffset: write.position)
            if let snapshot = write.snapshot {
                snapshots.removeAll { $0.mark.revision == snapshot.mark.revision }
                snapshots.append((snapshot.mark, snapshot.bytes))
            }
            if write.isMarked {
                marks.removeAll { $0.revision == revision }
                marks = (marks + [mark]).suffix(SQLiteStore.marksKept)
            }
        }

        /// Replaces everything but the receipts of changes that the state contains.
        mutating func replace(with healed: HealedScene) {
            var next = Scene(epoch: healed.epoch)
            (next.revision, next.oldestRevision) = (healed.revision, healed.revision)
            next.snapshots = [(healed.snapshot.mark, healed.snapshot.bytes)]
            (next.storedReceipts, next.skipped) = (storedReceipts, skipped)
            if healed.expected == nil { next.discardLostState(after: healed.lastKept(of: epoch)) }
            next.storedReceipts = next.storedReceipts.mapValues {
                $0.mapValues {
                    Settled(storedReceipt: $0.storedReceipt, head: healed.revision.next)
                }
            }
            self = next
        }

        /// Deletes the receipts after a revision.
        private mutating func discardLostState(after kept: Revision) {
            storedReceipts = storedReceipts.mapValues {
                $0.filter { ($0.value.storedReceipt.revision ?? $0.value.head) <= kept }
            }
            skipped.removeAll { numbers in
                let last = storedReceipts[numbers.device]?.keys.max() ?? .zero
                return numbers.range.upperBound > last
            }
        }

        /// Deletes a device's receipts.
        mutating func remove(_ device: DeviceID) {
            storedReceipts[device] = nil
            skipped.removeAll { $0.device == device }
        }

        /// One step of ``Store/compact(_:upTo:limit:under:)``.
        mutating func compact(upTo end: Revision, limit: Int) -> Compaction {
            let base = snapshots.last { $0.mark.revision <= end }?.mark.revision ?? .zero
            oldestRevision = max(oldestRevision, base)
            snapshots.removeAll { $0.mark.revision < oldestRevision }
            let stale = log.prefix(limit).prefix { $0.revision <= oldestRevision }.count
            log.removeFirst(stale)
            var room = limit
            for (device, settled) in storedReceipts.sorted(by: { $0.key < $1.key }) {
                let last = settled.keys.max()
                let old = settled.filter { $0.key != last && $0.value.head <= oldestRevision }
                for sequence in old.keys.sorted().prefix(room) {
                    storedReceipts[device]?[sequence] = nil
                    room -= 1
                }
            }
            return Compaction(
                oldestRevision: oldestRevision, isComplete: stale < limit && room > 0,
                length: length)
        }

        /// Bytes of the kept commits and snapshots.
        var length: Int {
            log.reduce(0) { $0 + $1.bytes.count }
                + snapshots.reduce(0) { $0 + $1.bytes.count }
        }

        /// The scene as ``Store/load(_:under:)`` returns it.
        func stored(as key: SceneKey) throws(StoreError) -> StoredScene {
            let noted = (marks + snapshots.map(\.mark)).max { $0.revision < $1.revision }
            let newer = log.filter { $0.revision > noted?.revision ?? .zero }
            var recent = RecentCommits()
            for commit in log.suffix(RecentCommits.limit) where commit.revision > oldestRevision {
                recent.add(commit)
            }
            return StoredScene(
                epoch: epoch, revision: revision,
                state: try replay(as: key, from: revision, upTo: revision).state,
                snapshotRevision: snapshots.last?.mark.revision ?? .zero,
                last: storedReceipts.compactMapValues { settled in
                    settled.max { $0.key < $1.key }?.value.storedReceipt
                },
                skipped: skipped,
                snapshotLength: snapshots.last?.bytes.count ?? 0, oldestRevision: oldestRevision,
                snapshots: snapshots.map(\.mark), marks: marks,
                position: newer.reduce(noted?.byteOffset ?? 0) { $0 + UInt64($1.bytes.count) },
                recent: recent)
        }

        /// Returns the state at an earlier revision.
        func state(at revision: Revision, as key: SceneKey) throws(StoreError) -> PastState {
            guard revision <= self.revision else { return .future(head: self.revision) }
            guard revision >= oldestRevision else {
                return .compacted(oldestRevision: oldestRevision)
            }
            let state = try replay(as: key, from: revision, upTo: revision).state
            return .state(snapshot: state.snapshot, digest: state.digest, epoch: epoch)
        }

        /// Audits the scene.
        func audit(
            upTo revision: Revision, as key: SceneKey, wholeStore: Bool
        ) -> StoredAudit {
            let end = min(revision, self.revision)
            return StoredAudit(
                replay: finding(as: key, from: oldestRevision, upTo: end),
                snapshot: finding(as: key, from: end, upTo: end), fault: nil,
                isOfWholeStore: wholeStore)
        }

        private func finding(
            as key: SceneKey, from start: Revision, upTo end: Revision
        ) -> Audit.CheckResult {
            do {
                let state = try replay(as: key, from: start, upTo: end).state
                let snapshot = snapshots.last { $0.mark.revision <= start }
                return .state(
                    digest: state.recomputedDigest, revision: end,
                    start: snapshot?.mark.revision ?? .zero)
            } catch {
                return .unreadable("\(error)")
            }
        }

        /// Applies the log after the newest snapshot at or before `start`.
        private func replay(
            as key: SceneKey, from start: Revision, upTo end: Revision
        ) throws(StoreError) -> Replay {
            let snapshot = snapshots.last { $0.mark.revision <= start }
            let state: SceneState
            do {
                state = try snapshot.map { try SceneState(snapshot: $0.bytes) } ?? SceneState()
            } catch {
                throw .damagedScene(key, "the snapshot: \(error)")
            }
            var replay = Replay(of: key, from: state, at: snapshot?.mark.revision)
            let start = replay.revision
            try replay.apply(
                log.filter { $0.revision > start && $0.revision <= end }, of: key)
            return replay
        }
    }
}
