/// How long the daemon keeps what, in the time that daemons have run on the store: never by the
/// system's clock, so a wrong clock makes nothing old.
public struct Retention: Hashable, Sendable {
    /// After this time what people can no longer see is forgotten, and a change that was made on what
    /// was seen before it has expired.
    public var horizon: Duration
    /// Commits older than this are compacted away.
    public var historyAge: Duration
    /// Commits of one scene beyond which the oldest are compacted away.
    public var historyCommits: Int
    /// Bytes of one scene's commits beyond which the oldest are compacted away.
    public var historyLength: Int
    /// The least number of commits between two stored snapshots, and so in the history of a scene.
    public var commitsBetweenSnapshots: Int

    /// Joins the parts; what is left out is as ``DaemonLimits`` says.
    public init(
        horizon: Duration = DaemonLimits.pruneHorizon,
        historyAge: Duration = DaemonLimits.historyAge,
        historyCommits: Int = DaemonLimits.historyCommits,
        historyLength: Int = DaemonLimits.historyLength,
        commitsBetweenSnapshots: Int = DaemonLimits.commitsBetweenSnapshots
    ) {
        self.horizon = horizon
        self.historyAge = historyAge
        self.historyCommits = historyCommits
        self.historyLength = historyLength
        self.commitsBetweenSnapshots = commitsBetweenSnapshots
    }

    /// The least time between two marks of a scene: what the age of a revision is known to.
    var markInterval: Duration { horizon / DaemonLimits.marksInHorizon }
}
