/// The times for which the daemon keeps things, in the time that daemons have run on the store:
/// never by the system's clock, so a wrong clock makes nothing old.
public struct RetentionPolicy: Hashable, Sendable {
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
    /// Bytes in memory of what is gone from a scene that are kept in any case, the newest first: it
    /// can be taken back.
    public var recentLength: Int
    /// Bytes in memory of what is gone from a scene that are kept for devices that may still need it;
    /// beyond it the oldest is forgotten, and what was made on what was seen before has expired.
    public var awaitedLength: Int

    /// Joins the parts; what is left out is as ``DaemonLimits`` says.
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

    /// The least time between two marks of a scene: what the age of a revision is known to.
    var markInterval: Duration { horizon / DaemonLimits.marksInHorizon }
}
