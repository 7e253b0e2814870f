public import NavigationModel
public import NavigationWire

/// The additions of a batch to one scene.
public struct SceneWrite: Hashable, Sendable {
    /// The scene.
    public let key: SceneKey
    /// The id of its history, fixed by its first write.
    public let epoch: Epoch
    /// The revision that the scene must be at.
    public let expected: Revision
    /// The commits that follow, gapless; may be empty.
    public var commits: [EncodedCommit]
    /// The receipts of the changes in the batch, also of those without a commit.
    public var storedReceipts: [StoredReceipt]
    /// The numbers that their devices have skipped before them.
    public var skipped: [SkippedSequences]
    /// The encoded state, if a snapshot is due: at the last of `commits` or earlier.
    public var snapshot: SceneSnapshot?
    /// The digest of the state after them; zero if it is not known.
    public var digest: Digest
    /// The time that daemons have run on the store by now.
    public var accumulatedUptime: Duration
    /// Bytes of all commits of the scene, these included; see ``LogPosition/byteOffset``.
    public var position: UInt64
    /// A Boolean value indicating whether to record a ``LogPosition``, from which the age of later
    /// revisions is derived.
    public var isMarked: Bool

    /// Joins the parts.
    public init(
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
public struct StoredReceipt: Hashable, Sendable {
    /// The author of the change.
    public let device: DeviceID
    /// The device's number of it.
    public let sequence: SequenceNumber
    /// The hash of the change's bytes.
    public let hash: Digest
    /// The time when it took effect.
    public let time: Timestamp
    /// The outcome of each operation.
    public let outcomes: [Outcome]
    /// The commit; `nil` if the change altered nothing.
    public let revision: Revision?

    /// Joins the parts.
    public init(
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
public struct SkippedSequences: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// The numbers.
    public let range: ClosedRange<SequenceNumber>

    /// Joins the parts.
    public init(device: DeviceID, range: ClosedRange<SequenceNumber>) {
        self.device = device
        self.range = range
    }
}

/// The result of one step of compacting a scene's log.
public struct Compaction: Hashable, Sendable {
    /// The first revision whose state can still be reconstructed; the commits after it are kept.
    public let oldestRevision: Revision
    /// A Boolean value indicating whether nothing is left to remove.
    public let isComplete: Bool
    /// Bytes of the commits and snapshots that are kept now.
    public let length: Int

    /// Joins the parts.
    public init(oldestRevision: Revision, isComplete: Bool, length: Int) {
        self.oldestRevision = oldestRevision
        self.isComplete = isComplete
        self.length = length
    }
}
