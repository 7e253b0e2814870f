internal import NavigationModel

/// The state of the daemon's own maintenance.
struct Maintenance: Sendable {
    /// The author of the daemon's own commits.
    static let author: DeviceName = "navsyncd"

    /// The retention policy. It may change: data over a limit is then removed by the next
    /// maintenance.
    var retention: RetentionPolicy
    /// The accumulated uptime when this daemon started.
    let uptimeBefore: Duration
    /// The time of the next maintenance of scenes.
    var due: Duration
    /// The time before which the daemon makes no commits of its own, after a failed write.
    var resumption = Duration.zero
    /// The time to record the accumulated uptime next.
    var noteDue: Duration
    /// The time from which the next change triggers measuring the database's size.
    var measureDue = Duration.zero
    /// The state being encoded for a stored snapshot, and its log position.
    var encoding: (sample: SceneCapture, mark: LogPosition)?
    /// Scenes being pruned on another thread: their changes are queued.
    var pruning: Set<SceneKey> = []
    /// The scene whose log is being compacted, and the scenes queued for it.
    var compacting: SceneKey?
    var waiting: Set<SceneKey> = []

    init(retention: RetentionPolicy, uptimeBefore: Duration, started: Duration) {
        self.retention = retention
        self.uptimeBefore = uptimeBefore
        due = started + DaemonLimits.maintenanceInterval
        noteDue = due
    }
}
