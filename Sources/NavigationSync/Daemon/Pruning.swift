public import NavigationModel
internal import NavigationWire

/// The forgetting of what a scene need not keep, to be done on another thread: it costs what the scene
/// holds, and taking this costs nothing. The changes of the scene wait meanwhile, nobody else's do.
public struct Pruning: Sendable {
    /// The scene.
    public let key: SceneKey
    /// The head of the state that is pruned; it may be ahead of the disk.
    let head: Head
    private let state: SceneState
    private let floors: FloorHistory
    /// The horizon up to which there was nothing left to forget.
    private let prunedThrough: Revision
    /// The revision that is older than the horizon.
    private let aged: Revision
    /// The revision that no change of any device will be based on less than; `nil` as long as the scene
    /// has not grown.
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

    /// A Boolean value indicating whether it costs so little that it is done at once.
    var isShort: Bool { state.recordCount <= DaemonLimits.prunedAtOnce }

    /// The part of what is gone that can be forgotten before it is old.
    struct EarlyHorizon {
        /// The revision through which; zero if all is kept.
        let revision: Revision
        /// The revision that all devices had confirmed, where one that has not holds back more.
        let heldBackBy: Revision?
        /// Bytes that can be added before more is forgotten for that one's absence alone.
        let room: Int
    }

    /// The scene without what it need not keep.
    public struct Result: Sendable {
        /// The scene.
        let key: SceneKey
        /// The head of the state that was pruned.
        let head: Head
        /// The state after ``commits``.
        fileprivate(set) var state: SceneState
        /// The commits of the daemon's own that forget something, with their encodings.
        fileprivate(set) var commits: [(commit: Commit, bytes: [UInt8])] = []
        /// The horizon up to which there is nothing left to forget; `nil` if there may be more.
        fileprivate(set) var exhausted: Revision?
        /// The part that can be forgotten before it is old, if it was looked for.
        let early: EarlyHorizon?
    }

    /// Does it: forgets a bounded number of records in each of some commits.
    public func run() -> Result {
        let early = confirmed.map { earlyHorizon(confirmed: $0) }
        let horizon = max(aged, early?.revision ?? .zero)
        var result = Result(key: key, head: head, state: state, early: early)
        guard horizon > prunedThrough else {
            result.exhausted = prunedThrough
            return result
        }
        var revision = head.revision
        while result.commits.count < DaemonLimits.prunesAtOnce {
            let time = max(wall, result.state.latest.next)
            let made = result.state.prune(
                through: horizon, floors: floors, limit: DaemonLimits.forgottenAtOnce,
                at: time, as: revision.next, by: Maintenance.author)
            guard let made else {
                // Looked through in vain: there is nothing more until the horizon has moved on.
                result.exhausted = horizon
                break
            }
            revision = made.revision
            result.commits.append((made, made.encoded))
        }
        return result
    }

    /// Finds what is gone and can be forgotten before it is old.
    ///
    /// Records of what is gone are forgotten where all devices have confirmed more, but for the newest;
    /// and the older half of them, whoever may still need it, where they take more than is kept for that.
    private func earlyHorizon(confirmed: Revision) -> EarlyHorizon {
        let past = state.past.map { ($0.revision, cost: SceneAuthority.cost(of: $0)) }
            .sorted { $0.0 > $1.0 }
        let cost = past.reduce(0) { $0 + $1.cost }
        // The newest that is not among those that take so much.
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
