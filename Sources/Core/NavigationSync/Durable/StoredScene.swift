package import DequeModule
package import NavigationModel
package import NavigationWire

/// A scene as it is on disk.
package struct StoredScene: Hashable, Sendable {
    /// The id of its history.
    package let epoch: Epoch
    /// The last commit.
    package let revision: Revision
    /// The state at that commit: the newest snapshot and the log after it.
    package let state: SceneState
    /// The revision of the newest snapshot; zero if there is none.
    package let snapshotRevision: Revision
    /// The receipt of each device's change with the greatest sequence number.
    package let last: [DeviceID: StoredReceipt]
    /// The numbers that devices have skipped, sorted.
    package let skipped: [SkippedSequences]
    /// Bytes of the newest snapshot.
    package let snapshotLength: Int
    /// The first revision whose state can be reconstructed; the commits after it are kept.
    package let oldestRevision: Revision
    /// The log positions of the kept snapshots, oldest first.
    package let snapshots: [LogPosition]
    /// The newest few recorded log positions, oldest first.
    package let marks: [LogPosition]
    /// Bytes of all commits; see ``LogPosition/byteOffset``.
    package let position: UInt64
    /// The newest commits, as far as the log has them and they are readable.
    package let recent: RecentCommits

    /// Joins the parts.
    package init(
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
package struct SceneSnapshot: Hashable, Sendable {
    /// The revision, and its log position.
    package let mark: LogPosition
    /// The state, encoded.
    package let bytes: [UInt8]

    /// Joins the parts.
    package init(mark: LogPosition, bytes: [UInt8]) {
        self.mark = mark
        self.bytes = bytes
    }
}

/// A recorded position of a scene's log at an accumulated uptime.
package struct LogPosition: Hashable, Sendable {
    /// The last commit then.
    package let revision: Revision
    /// The accumulated uptime then: the time that daemons had run on this store.
    package let accumulatedUptime: Duration
    /// Bytes of all commits up to then, compacted ones included. Only differences are meaningful.
    package let byteOffset: UInt64

    /// Joins the parts.
    package init(revision: Revision, accumulatedUptime: Duration, byteOffset: UInt64) {
        self.revision = revision
        self.accumulatedUptime = accumulatedUptime
        self.byteOffset = byteOffset
    }
}

/// The newest commits of a stored scene, gapless up to its revision, for mirrors that lag a little:
/// so few that reading them takes negligible time beside the scene.
package struct RecentCommits: Hashable, Sendable {
    /// Commits at most.
    package static let limit = 64
    /// Bytes of their encodings at most.
    package static let lengthLimit = 65_536

    /// The commits in order.
    package private(set) var commits: Deque<EncodedCommit> = []
    private var length = 0

    /// No commits.
    package init() {}

    /// The revision of the last one; `nil` without any.
    package var revision: Revision? { commits.last?.revision }

    /// Adds the next commit, and drops the oldest while over the limits. One that does not follow
    /// the last replaces all.
    package mutating func add(_ commit: EncodedCommit) {
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
package enum PastState: Hashable, Sendable {
    /// The state: an encoded snapshot, and its digest.
    case state(snapshot: [UInt8], digest: Digest, epoch: Epoch)
    /// The log no longer reaches back that far: `oldestRevision` is the first with a state.
    case compacted(oldestRevision: Revision)
    /// The scene is only at `head`.
    case future(head: Revision)
}
