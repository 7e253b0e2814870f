package import NavigationModel
internal import NavigationWire

/// A prune of a scene, to be run on another thread: running it costs what the scene holds, creating
/// it nothing. The changes of the scene are queued meanwhile, no other's.
package struct Pruning: Sendable {
    /// The scene.
    package let key: SceneKey
    /// The head of the state that is pruned; it may be ahead of the disk.
    let head: Head
    private let state: SceneState
    private let floors: FloorHistory
    /// The horizon up to which nothing is left to prune.
    private let prunedThrough: Revision
    /// The newest revision past the horizon.
    private let aged: Revision
    /// The lower bound of all future bases of all devices; `nil` as long as the scene has not
    /// grown.
    private let confirmed: Revision?
    private let retention: RetentionPolicy
    private let wall: Timestamp

    init(
        _ scene: SceneAuthority, _ floors: FloorHistory, prunedThrough: Revision, aged: Revision,
        confirmed: Revision?, _ retention: RetentionPolicy, at wall: Timestamp
    ) {
        key = scene.key
        head = scene.head
        state = scene.state
        (self.floors, self.prunedThrough) = (floors, prunedThrough)
        (self.aged, self.confirmed, self.retention) = (aged, confirmed, retention)
        self.wall = wall
    }

    /// A Boolean value indicating whether the prune is so cheap that it is run at once.
    var isShort: Bool { state.totals.records <= DaemonLimits.prunedAtOnce }

    /// The limit of pruning tombstones before they are past the horizon.
    struct EarlyHorizon {
        /// The revision up to which tombstones are pruned; zero if all are kept.
        let revision: Revision
        /// The revision that all devices had confirmed, if a device that lags behind it prevents
        /// more.
        let heldBackBy: Revision?
        /// Bytes that can be added before tombstones are pruned in spite of that device.
        let room: Int
    }

    /// The result of a prune.
    package struct Result: Sendable {
        /// The scene.
        let key: SceneKey
        /// The head of the state that was pruned.
        let head: Head
        /// The state after ``commits``.
        fileprivate(set) var state: SceneState
        /// The daemon's own commits that drop records, with their encodings.
        fileprivate(set) var commits: [(commit: Commit, encoded: EncodedCommit)] = []
        /// The horizon up to which nothing is left to prune; `nil` if there may be more.
        fileprivate(set) var exhausted: Revision?
        /// The limit of early pruning, if it was computed.
        let early: EarlyHorizon?
    }

    /// Runs the prune: drops a bounded number of records in each of some commits.
    package func run() -> Result {
        let early = confirmed.map { earlyHorizon(confirmed: $0) }
        let horizon = max(aged, early?.revision ?? .zero)
        var result = Result(key: key, head: head, state: state, early: early)
        guard horizon > prunedThrough else {
            result.exhausted = prunedThrough
            return result
        }
        let commits = result.state.prune(
            through: horizon, floors: floors, limit: DaemonLimits.recordsPrunedAtOnce,
            most: DaemonLimits.prunesAtOnce, at: max(wall, state.latest.next),
            as: head.revision.next, by: Maintenance.author)
        result.commits = commits.map { ($0, EncodedCommit($0)) }
        // There is nothing more until the horizon moves on.
        if commits.count < DaemonLimits.prunesAtOnce { result.exhausted = horizon }
        return result
    }

    /// Returns the limit of pruning tombstones before they are past the horizon.
    private func earlyHorizon(confirmed: Revision) -> EarlyHorizon {
        let past = state.past.map { ($0.revision, cost: SceneAuthority.cost(of: $0)) }
            .sorted { $0.0 > $1.0 }
        let cost = past.reduce(0) { $0 + $1.cost }
        // Returns the newest revision beyond the newest `kept` bytes of tombstones.
        let horizon = { (kept: Int) in
            var sum = 0
            return past.first {
                sum += $0.cost
                return sum > kept
            }?.0 ?? .zero
        }
        let recent = horizon(retention.recentLength)
        let isTooMuch = cost > retention.awaitedLength
        let awaited = isTooMuch ? horizon(retention.awaitedLength / 2) : .zero
        let isHeldBack = !isTooMuch && confirmed < recent
        return EarlyHorizon(
            revision: min(recent, max(confirmed, awaited)),
            heldBackBy: isHeldBack ? confirmed : nil,
            room: isHeldBack ? min(retention.awaitedLength - cost, .max / 2) : 0)
    }
}
