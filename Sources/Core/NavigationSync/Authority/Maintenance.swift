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
    /// The scenes in memory, by the time of their next maintenance.
    private(set) var scenes = Deadlines<SceneKey>()
    /// The time before which no further scenes are maintained.
    private var paused = Duration.zero
    /// The time before which the daemon makes no commits of its own, after a failed write.
    var resumption = Duration.zero
    /// The time from which the next change triggers measuring the database's size.
    var measureDue = Duration.zero
    /// The state being encoded for a stored snapshot, and its log position.
    var encoding: (sample: SceneCapture, mark: LogPosition)?
    /// Scenes being pruned on another thread: their changes are queued.
    var pruning: Set<SceneKey> = []
    /// The scene whose log is being compacted, and the scenes queued for it.
    var compacting: SceneKey?
    var waiting: Set<SceneKey> = []

    init(retention: RetentionPolicy, uptimeBefore: Duration) {
        self.retention = retention
        self.uptimeBefore = uptimeBefore
    }

    /// Schedules the next maintenance of a scene; `nil` for none.
    mutating func schedule(
        _ key: SceneKey, at time: Duration?, _ deadlines: inout Deadlines<DueSubject>
    ) {
        scenes.set(key, at: time)
        arm(&deadlines)
    }

    /// Removes and returns some of the due scenes; the others follow after a pause.
    mutating func takeDue(at now: Duration, _ deadlines: inout Deadlines<DueSubject>) -> [SceneKey]
    {
        var keys: [SceneKey] = []
        while keys.count < DaemonLimits.maintenanceScenes, let key = scenes.take(at: now) {
            keys.append(key)
        }
        paused = now + DaemonLimits.maintenancePause
        arm(&deadlines)
        return keys
    }

    private func arm(_ deadlines: inout Deadlines<DueSubject>) {
        deadlines.set(.maintenance, at: scenes.next.map { max($0, paused) })
    }
}
