internal import NavigationModel
internal import NavigationWire

/// An index of the ages of a scene's revisions, to decide which snapshots, compactions and prunes
/// are due.
struct RetentionIndex: Sendable {
    /// The first revision whose state can be reconstructed.
    private(set) var oldestRevision: Revision
    /// Bytes of all commits so far.
    private(set) var position: UInt64
    /// The position up to which it was counted for its user.
    private var counted: UInt64
    private var snapshots: [LogPosition]
    private var snapshotLength: Int
    private var marks: [LogPosition]

    init(stored: StoredScene?) {
        oldestRevision = stored?.oldestRevision ?? .zero
        position = stored?.position ?? 0
        counted = position
        snapshots = stored?.snapshots ?? []
        snapshotLength = stored?.snapshotLength ?? 0
        marks = stored?.marks ?? []
    }

    /// Counts a new commit.
    mutating func add(length: Int) {
        position &+= UInt64(length)
    }

    /// Returns the bytes of the commits since the last call.
    mutating func takeGrowth() -> Int {
        defer { counted = position }
        return Int(clamping: position &- counted)
    }

    /// Returns the bytes of the commits after `base`, up to the newest one, interpolated between
    /// the nearest known log positions.
    func length(after base: Revision, upTo head: Revision) -> UInt64 {
        let positions = marks + snapshots
        let start = positions.filter { $0.revision <= base }.max { $0.revision < $1.revision }
        let end = positions.filter { $0.revision > base && $0.revision < head }
            .min { $0.revision < $1.revision }
        let (first, from) = (start?.revision ?? .zero, start?.byteOffset ?? 0)
        let (last, to) = (end?.revision ?? head, end?.byteOffset ?? position)
        guard last > first, to >= from, position >= to else { return position }
        let rest = Double(last.rawValue - base.rawValue) / Double(last.rawValue - first.rawValue)
        return position - to + UInt64(Double(to - from) * rest)
    }

    /// Adds log positions to a write; returns whether a snapshot is due of the state that it ends
    /// at.
    mutating func stamp(
        _ write: inout SceneWrite, at accumulatedUptime: Duration, _ retention: RetentionPolicy
    ) -> Bool {
        write.accumulatedUptime = accumulatedUptime
        write.position = position
        guard let revision = write.commits.last?.revision else { return false }
        if marks.last.map({ accumulatedUptime - $0.accumulatedUptime >= retention.markInterval })
            ?? true
        {
            write.isMarked = true
            marks.append(
                LogPosition(
                    revision: revision, accumulatedUptime: accumulatedUptime, byteOffset: position))
        }
        let last = snapshots.last
        let start = last?.revision ?? .zero
        // A snapshot as long as all commits behind it doubles the log at most, however large it is.
        let length = position &- (last?.byteOffset ?? 0)
        return length >= UInt64(snapshotLength)
            && (revision.rawValue - start.rawValue >= UInt64(retention.commitsBetweenSnapshots)
                || length >= UInt64(DaemonLimits.lengthBetweenSnapshots))
    }

    /// Records a stored snapshot.
    mutating func add(_ snapshot: SceneSnapshot) {
        snapshots.append(snapshot.mark)
        snapshotLength = snapshot.bytes.count
    }

    /// Returns the newest snapshot before all commits to keep; `nil` if the log begins there. A
    /// snapshot past `head`, which is on disk, waits: its commits are not durable yet.
    func compactionPoint(
        at accumulatedUptime: Duration, head: Revision, _ retention: RetentionPolicy
    ) -> Revision? {
        snapshots.last { snapshot in
            snapshot.revision > oldestRevision && snapshot.revision <= head
                && (accumulatedUptime - snapshot.accumulatedUptime >= retention.historyAge
                    || head.rawValue - snapshot.revision.rawValue
                        >= UInt64(retention.historyCommits)
                    || position &- snapshot.byteOffset >= UInt64(retention.historyLength))
        }?.revision
    }

    /// Records that the log begins at `oldestRevision` now.
    mutating func compacted(to oldestRevision: Revision) {
        self.oldestRevision = max(self.oldestRevision, oldestRevision)
        snapshots.removeAll { $0.revision < oldestRevision }
    }

    /// Returns the last revision known to be past the horizon.
    func horizon(at accumulatedUptime: Duration, _ retention: RetentionPolicy) -> Revision {
        let isOld = { (mark: LogPosition) in
            accumulatedUptime - mark.accumulatedUptime >= retention.horizon
        }
        let old = [marks.last(where: isOld)?.revision, snapshots.last(where: isOld)?.revision]
        return old.compactMap { $0 }.max() ?? .zero
    }
}

/// The retention policy, in accumulated uptime: never by the system's clock, so a wrong clock makes
/// nothing old.
package struct RetentionPolicy: Hashable, Sendable {
    /// The age after which tombstones are pruned, and a change with an older base has expired.
    package var horizon: Duration
    /// The age after which commits are compacted.
    package var historyAge: Duration
    /// Commits of one scene beyond which the oldest are compacted.
    package var historyCommits: Int
    /// Bytes of one scene's commits beyond which the oldest are compacted.
    package var historyLength: Int
    /// The least number of commits between two stored snapshots, and so in the log of a scene.
    package var commitsBetweenSnapshots: Int
    /// Bytes in memory of a scene's tombstones that are kept in any case, the newest first, so that
    /// their removal can be undone.
    package var recentLength: Int
    /// Bytes in memory of a scene's tombstones that are kept for devices that may still need them;
    /// beyond it the oldest are pruned, and changes with an older base have expired.
    package var awaitedLength: Int

    /// Joins the parts; the defaults are those of ``DaemonLimits``.
    package init(
        horizon: Duration = DaemonLimits.pruneHorizon,
        historyAge: Duration = DaemonLimits.historyAge,
        historyCommits: Int = DaemonLimits.historyCommits,
        historyLength: Int = DaemonLimits.historyLength,
        commitsBetweenSnapshots: Int = DaemonLimits.commitsBetweenSnapshots,
        recentLength: Int = DaemonLimits.recentLength,
        awaitedLength: Int = DaemonLimits.awaitedLength
    ) {
        self.horizon = horizon
        self.historyAge = historyAge
        self.historyCommits = historyCommits
        self.historyLength = historyLength
        self.commitsBetweenSnapshots = commitsBetweenSnapshots
        self.recentLength = recentLength
        self.awaitedLength = awaitedLength
    }

    /// The least time between two recorded log positions of a scene: the resolution of revision
    /// ages.
    var markInterval: Duration { horizon / DaemonLimits.marksInHorizon }
}
