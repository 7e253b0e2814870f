public import DequeModule
public import NavigationModel
public import NavigationWire

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

/// The state of a scene at a revision, stored so that a load begins there and not with the first
/// commit.
public struct SceneSnapshot: Hashable, Sendable {
    /// The revision, and its log position.
    public let mark: LogPosition
    /// The state, encoded.
    public let bytes: [UInt8]

    /// Joins the parts.
    public init(mark: LogPosition, bytes: [UInt8]) {
        self.mark = mark
        self.bytes = bytes
    }
}

/// A recorded position of a scene's log at an accumulated uptime.
public struct LogPosition: Hashable, Sendable {
    /// The last commit then.
    public let revision: Revision
    /// The accumulated uptime then: the time that daemons had run on this store.
    public let accumulatedUptime: Duration
    /// Bytes of all commits up to then, compacted ones included. Only differences are meaningful.
    public let byteOffset: UInt64

    /// Joins the parts.
    public init(revision: Revision, accumulatedUptime: Duration, byteOffset: UInt64) {
        self.revision = revision
        self.accumulatedUptime = accumulatedUptime
        self.byteOffset = byteOffset
    }
}

/// The newest commits of a stored scene, gapless up to its revision, for mirrors that lag a little:
/// so few that reading them takes negligible time beside the scene.
public struct RecentCommits: Hashable, Sendable {
    /// Commits at most.
    public static let limit = 64
    /// Bytes of their encodings at most.
    public static let lengthLimit = 65_536

    /// The commits in order.
    public private(set) var commits: Deque<EncodedCommit> = []
    private var length = 0

    /// No commits.
    public init() {}

    /// The revision of the last one; `nil` without any.
    public var revision: Revision? { commits.last?.revision }

    /// Adds the next commit, and drops the oldest while over the limits. One that does not follow
    /// the last replaces all.
    public mutating func add(_ commit: EncodedCommit) {
        if let revision, commit.revision != revision.next { self = RecentCommits() }
        commits.append(commit)
        length += commit.bytes.count
        while commits.count > Self.limit || length > Self.lengthLimit,
            let oldest = commits.popFirst()
        {
            length -= oldest.bytes.count
        }
    }
}

/// The log's result for a scene's state at an earlier revision.
public enum PastState: Hashable, Sendable {
    /// The state: an encoded snapshot, and its digest.
    case state(snapshot: [UInt8], digest: Digest, epoch: Epoch)
    /// The log no longer reaches back that far: `oldestRevision` is the first with a state.
    case compacted(oldestRevision: Revision)
    /// The scene is only at `head`.
    case future(head: Revision)
}
