public import NavigationModel

/// A scene as it is on disk.
public struct StoredScene: Hashable, Sendable {
    /// The id of its history.
    public let epoch: Epoch
    /// The last commit.
    public let revision: Revision
    /// The state at that commit: the newest snapshot and the log after it.
    public let state: SceneState
    /// The revision of the newest snapshot; zero if there is none.
    public let snapshotRevision: Revision
    /// The receipt of each device's change with the greatest sequence number.
    public let last: [DeviceID: StoredReceipt]
    /// The numbers that devices have skipped, sorted.
    public let skipped: [SkippedSequences]
    /// Bytes of the newest snapshot.
    public let snapshotLength: Int
    /// The first revision whose state can be reconstructed; the commits after it are kept.
    public let oldestRevision: Revision
    /// The log positions of the kept snapshots, oldest first.
    public let snapshots: [LogPosition]
    /// The newest few recorded log positions, oldest first.
    public let marks: [LogPosition]
    /// Bytes of all commits; see ``LogPosition/byteOffset``.
    public let position: UInt64
    /// The newest commits, as far as the log has them and they are readable.
    public let recent: RecentCommits

    /// Joins the parts.
    public init(
        epoch: Epoch, revision: Revision, state: SceneState, snapshotRevision: Revision,
        last: [DeviceID: StoredReceipt], skipped: [SkippedSequences] = [], snapshotLength: Int = 0,
        oldestRevision: Revision = .zero, snapshots: [LogPosition] = [], marks: [LogPosition] = [],
        position: UInt64 = 0, recent: RecentCommits = RecentCommits()
    ) {
        self.epoch = epoch
        self.revision = revision
        self.state = state
        self.snapshotRevision = snapshotRevision
        self.last = last
        self.skipped = skipped
        self.snapshotLength = snapshotLength
        self.oldestRevision = oldestRevision
        self.snapshots = snapshots
        self.marks = marks
        self.position = position
        self.recent = recent
    }
}
