public import NavigationModel
internal import NavigationWire

/// The additions of a batch to one scene.
public struct SceneWrite: Hashable, Sendable {
    /// The scene.
    public let key: SceneKey
    /// The id of its history, fixed by its first write.
    public let epoch: Epoch
    /// The revision that the scene must be at.
    public let expected: Revision
    /// The commits that follow, gapless; may be empty.
    public var commits: [Commit]
    /// The encodings of those commits that are encoded already.
    public var encodings: [Revision: [UInt8]] = [:]
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

    /// Returns the encoding of one of the commits.
    public func encoding(of commit: Commit) -> [UInt8] {
        encodings[commit.revision] ?? commit.encoded
    }

    /// Joins the parts.
    public init(
        key: SceneKey, epoch: Epoch, expected: Revision, commits: [Commit] = [],
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
