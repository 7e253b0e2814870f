internal import NavigationModel

/// How old the parts of a scene's log are, and so what is to be stored, compacted and forgotten.
struct RetentionIndex: Sendable {
    /// The first revision whose state can be told.
    private(set) var oldestRevision: Revision
    /// Bytes of all commits so far.
    private(set) var position: UInt64
    /// The position up to which it was counted to its user.
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

    /// Bytes of the commits since this was last asked.
    mutating func takeGrowth() -> Int {
        defer { counted = position }
        return Int(clamping: position &- counted)
    }

    /// Returns the bytes of the commits after `base`, up to the newest one, by the nearest places in the
    /// log that are known: between those all commits count as equally long.
    func length(after base: Revision, upTo head: Revision) -> UInt64 {
        let known = marks + snapshots
        let start = known.filter { $0.revision <= base }.max { $0.revision < $1.revision }
        let end = known.filter { $0.revision > base && $0.revision < head }
            .min { $0.revision < $1.revision }
        let (first, from) = (start?.revision ?? .zero, start?.byteOffset ?? 0)
        let (last, to) = (end?.revision ?? head, end?.byteOffset ?? position)
        guard last > first, to >= from, position >= to else { return position }
        let rest = Double(last.rawValue - base.rawValue) / Double(last.rawValue - first.rawValue)
        return position - to + UInt64(Double(to - from) * rest)
    }

    /// Notes in a write when it is made; says whether a snapshot is due of where it ends.
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
                    revision: revision, accumulatedUptime: accumulatedUptime, position: position))
        }
        let last = snapshots.last
        let start = last?.revision ?? .zero
        // A snapshot as long as all that led to it doubles the log at most, however large it is.
        let length = position &- (last?.byteOffset ?? 0)
        return length >= UInt64(snapshotLength)
            && (revision.rawValue - start.rawValue >= UInt64(retention.commitsBetweenSnapshots)
                || length >= UInt64(DaemonLimits.lengthBetweenSnapshots))
    }

    /// Notes that a snapshot is stored.
    mutating func add(_ snapshot: SceneSnapshot) {
        snapshots.append(snapshot.mark)
        snapshotLength = snapshot.bytes.count
    }

    /// The newest snapshot that all that is to be kept comes after; `nil` if the log begins there.
    func compactionPoint(
        at accumulatedUptime: Duration, head: Revision, _ retention: RetentionPolicy
    ) -> Revision? {
        snapshots.last { snapshot in
            snapshot.revision > oldestRevision
                && (accumulatedUptime - snapshot.accumulatedUptime >= retention.historyAge
                    || head.rawValue - snapshot.revision.rawValue
                        >= UInt64(retention.historyCommits)
                    || position &- snapshot.byteOffset >= UInt64(retention.historyLength))
        }?.revision
    }

    /// The log begins at `retained` now.
    mutating func compacted(to oldestRevision: Revision) {
        self.oldestRevision = max(self.oldestRevision, oldestRevision)
        snapshots.removeAll { $0.revision < oldestRevision }
    }

    /// The last revision that is known to be older than the horizon.
    func horizon(at accumulatedUptime: Duration, _ retention: RetentionPolicy) -> Revision {
        let isOld = { (mark: LogPosition) in
            accumulatedUptime - mark.accumulatedUptime >= retention.horizon
        }
        let old = [marks.last(where: isOld)?.revision, snapshots.last(where: isOld)?.revision]
        return old.compactMap { $0 }.max() ?? .zero
    }
}
