/// The retention policy, in accumulated uptime: never by the system's clock, so a wrong clock makes
/// nothing old.
public struct RetentionPolicy: Hashable, Sendable {
    /// The age after which tombstones are pruned, and a change with an older base has expired.
    public var horizon: Duration
    /// The age after which commits are compacted.
    public var historyAge: Duration
    /// Commits of one scene beyond which the oldest are compacted.
    public var historyCommits: Int
    /// Bytes of one scene's commits beyond which the oldest are compacted.
    public var historyLength: Int
    /// The least number of commits between two stored snapshots, and so in the log of a scene.
    public var commitsBetweenSnapshots: Int
    /// Bytes in memory of a scene's tombstones that are kept in any case, the newest first, so that
    /// their removal can be undone.
    public var recentLength: Int
    /// Bytes in memory of a scene's tombstones that are kept for devices that may still need them;
    /// beyond it the oldest are pruned, and changes with an older base have expired.
    public var awaitedLength: Int

    /// Joins the parts; the defaults are those of ``DaemonLimits``.
    public init(
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
