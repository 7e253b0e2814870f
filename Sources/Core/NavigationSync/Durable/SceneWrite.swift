package import NavigationModel
package import NavigationWire

/// The additions of a batch to one scene.
package struct SceneWrite: Hashable, Sendable {
    /// The scene.
    package let key: SceneKey
    /// The id of its history, fixed by its first write.
    package let epoch: Epoch
    /// The revision that the scene must be at.
    package let expected: Revision
    /// The commits that follow, gapless; may be empty.
    package var commits: [EncodedCommit]
    /// The receipts of the changes in the batch, also of those without a commit.
    package var storedReceipts: [StoredReceipt]
    /// The numbers that their devices have skipped before them.
    package var skipped: [SkippedSequences]
    /// The encoded state, if a snapshot is due: at the last of `commits` or earlier.
    package var snapshot: SceneSnapshot?
    /// The digest of the state after them; zero if it is not known.
    package var digest: Digest
    /// The time that daemons have run on the store by now.
    package var accumulatedUptime: Duration
    /// Bytes of all commits of the scene, these included; see ``LogPosition/byteOffset``.
    package var position: UInt64
    /// A Boolean value indicating whether to record a ``LogPosition``, from which the age of later
    /// revisions is derived.
    package var isMarked: Bool

    /// Joins the parts.
    package init(
        key: SceneKey, epoch: Epoch, expected: Revision, commits: [EncodedCommit] = [],
        storedReceipts: [StoredReceipt] = [], skipped: [SkippedSequences] = [],
        snapshot: SceneSnapshot? = nil, digest: Digest = .zero, accumulatedUptime: Duration = .zero,
        position: UInt64 = 0, isMarked: Bool = false
    ) {
        self.key = key
        self.epoch = epoch
        self.expected = expected
        self.commits = commits
        self.storedReceipts = storedReceipts
        self.skipped = skipped
        self.snapshot = snapshot
        self.digest = digest
        self.accumulatedUptime = accumulatedUptime
        self.position = position
        self.isMarked = isMarked
    }
}

/// The stored receipt of one change, so that a resubmission gets the same reply.
package struct StoredReceipt: Hashable, Sendable {
    /// The author of the change.
    package let device: DeviceID
    /// The device's number of it.
    package let sequence: SequenceNumber
    /// The hash of the change's bytes.
    package let hash: Digest
    /// The time when it took effect.
    package let time: Timestamp
    /// The outcome of each operation.
    package let outcomes: [Outcome]
    /// The commit; `nil` if the change altered nothing.
    package let revision: Revision?

    /// Joins the parts.
    package init(
        device: DeviceID, sequence: SequenceNumber, hash: Digest, time: Timestamp,
        outcomes: [Outcome], revision: Revision?
    ) {
        self.device = device
        self.sequence = sequence
        self.hash = hash
        self.time = time
        self.outcomes = outcomes
        self.revision = revision
    }
}

/// Sequence numbers that a device has skipped in a scene: no change has them, and none ever will.
package struct SkippedSequences: Hashable, Sendable {
    /// The device.
    package let device: DeviceID
    /// The numbers.
    package let range: ClosedRange<SequenceNumber>

    /// Joins the parts.
    package init(device: DeviceID, range: ClosedRange<SequenceNumber>) {
        self.device = device
        self.range = range
    }
}

/// The result of one step of compacting a scene's log.
package struct Compaction: Hashable, Sendable {
    /// The first revision whose state can still be reconstructed; the commits after it are kept.
    package let oldestRevision: Revision
    /// A Boolean value indicating whether nothing is left to remove.
    package let isComplete: Bool
    /// Bytes of the commits and snapshots that are kept now.
    package let length: Int

    /// Joins the parts.
    package init(oldestRevision: Revision, isComplete: Bool, length: Int) {
        self.oldestRevision = oldestRevision
        self.isComplete = isComplete
        self.length = length
    }
}
