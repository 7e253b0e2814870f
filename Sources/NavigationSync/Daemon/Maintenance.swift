internal import NavigationModel

/// What the daemon does of its own accord, and when.
struct Maintenance: Sendable {
    /// Who makes the daemon's own commits.
    static let author: DeviceName = "navsyncd"

    /// How long things are kept. It may change: what is over a limit then goes with the next upkeep.
    var retention: RetentionPolicy
    /// How long daemons had run on the store when this one started.
    let uptimeBefore: Duration
    /// When to look through scenes next.
    var due: Duration
    /// The time before which nothing is committed of the daemon's own accord: a write has failed.
    var resumption = Duration.zero
    /// When to note next how long daemons have run.
    var noteDue: Duration
    /// The time when it is looked next, with a change, how much of the database is in use.
    var measureDue = Duration.zero
    /// The state that is being encoded, to be stored, and when it was taken.
    var encoding: (sample: SceneCapture, mark: LogPosition)?
    /// Scenes that are being pruned elsewhere: their changes wait.
    var pruning: Set<SceneKey> = []
    /// The scene whose log is being compacted, and those whose turn is next.
    var compacting: SceneKey?
    var waiting: Set<SceneKey> = []

    init(retention: RetentionPolicy, uptimeBefore: Duration, started: Duration) {
        self.retention = retention
        self.uptimeBefore = uptimeBefore
        due = started + DaemonLimits.maintenanceInterval
        noteDue = due
    }
}
