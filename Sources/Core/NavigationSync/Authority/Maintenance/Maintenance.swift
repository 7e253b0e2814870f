internal import NavigationModel

/// The state of the daemon's own maintenance.
struct Maintenance: Sendable {
    /// The author of the daemon's own commits.
    static let author: DeviceName = "navsyncd"

    /// The retention policy. It may change: data over a limit is then removed by the next
    /// maintenance.
    var retention: RetentionPolicy
    /// The accumulated uptime when this daemon started.
    private let uptimeBefore: Duration
    /// The time when it started.
    private let started: Duration
    /// The scenes in memory, by the time of their next maintenance.
    private var scenes = Deadlines<SceneKey>()
    /// The time before which no further scenes are maintained.
    private var paused = Duration.zero
    /// The time before which the daemon makes no commits of its own, after a failed write.
    private(set) var resumption = Duration.zero
    /// The state being encoded for a stored snapshot, and its log position.
    private(set) var encoding: (capture: SceneCapture, mark: LogPosition)?
    /// Scenes being pruned on another thread: their changes are queued.
    private(set) var pruning: Set<SceneKey> = []
    /// The scene whose log is being compacted, and the scenes queued for it.
    private(set) var compacting: SceneKey?
    private var waiting: Set<SceneKey> = []

    init(retention: RetentionPolicy, uptimeBefore: Duration, started: Duration) {
        self.retention = retention
        self.uptimeBefore = uptimeBefore
        self.started = started
    }

    /// Returns the time for which daemons have run on the store, this one included.
    func accumulatedUptime(at now: Duration) -> Duration {
        uptimeBefore + max(.zero, now - started)
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
        if !keys.isEmpty { paused = now + DaemonLimits.maintenancePause }
        arm(&deadlines)
        return keys
    }

    private func arm(_ deadlines: inout Deadlines<DueSubject>) {
        deadlines.set(.maintenance, at: scenes.next.map { max($0, paused) })
    }

    /// Makes no commits of the daemon's own for a while, after a failed write.
    mutating func rest(at now: Duration) { resumption = now + DaemonLimits.maintenanceRest }

    // MARK: Work on other threads

    /// Records that a scene is being pruned.
    mutating func beginPruning(_ key: SceneKey) { pruning.insert(key) }

    /// Records that a scene is no longer being pruned.
    mutating func endPruning(_ key: SceneKey) { pruning.remove(key) }

    /// Records that a scene's state is being encoded.
    mutating func beginEncoding(_ capture: SceneCapture, at mark: LogPosition) {
        encoding = (capture, mark)
    }

    /// Ends an encoding; returns its log position, `nil` if it was cancelled.
    mutating func endEncoding(_ capture: SceneCapture) -> LogPosition? {
        guard let (encoded, mark) = encoding, encoded == capture else { return nil }
        encoding = nil
        return mark
    }

    /// Cancels the encoding of a scene's state that was rolled back.
    mutating func cancelEncoding(of key: SceneKey) {
        if encoding?.capture.key == key { encoding = nil }
    }

    /// Records that a scene's log is being compacted; queues the scene and returns `false` if
    /// another's is.
    mutating func beginCompacting(_ key: SceneKey) -> Bool {
        guard compacting == nil else {
            waiting.insert(key)
            return false
        }
        compacting = key
        return true
    }

    /// Records that a step of a compaction has ended.
    mutating func endCompacting() { compacting = nil }

    /// Removes and returns the next scene that waits for its log to be compacted; `nil` if there is
    /// none, or one is being compacted.
    mutating func takeNextToCompact() -> SceneKey? {
        guard compacting == nil, let next = waiting.min() else { return nil }
        return waiting.remove(next)
    }
}
