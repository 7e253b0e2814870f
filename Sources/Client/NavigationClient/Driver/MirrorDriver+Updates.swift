internal import DeviceStore
internal import NavigationModel
internal import NavigationSync

/// The updates that a subscriber has yet to receive: all of them combined into one.
///
/// The overflow rule: beyond ``limit`` commits, or ``lengthLimit`` bytes of them, that is an update
/// without commits, marked as a reset.
struct UpdateBacklog {
    private var commits: [Commit] = []
    /// Approximate bytes of these.
    private var length = 0
    /// The first update is the scene as it is.
    private var isReset = true
    private var hasUpdate = true

    /// Commits that one update carries at most.
    static let limit = 4_096
    /// Bytes in memory that the commits of one update take at most.
    static let lengthLimit = 8_388_608

    /// Adds commits of `moreLength` bytes in memory.
    mutating func add(_ more: [Commit], ofLength moreLength: Int, isReset isReplacement: Bool) {
        hasUpdate = true
        isReset =
            isReset || isReplacement || commits.count + more.count > Self.limit
            || length + moreLength > Self.lengthLimit
        commits = isReset ? [] : commits + more
        length = isReset ? 0 : length + moreLength
    }

    /// Returns, and removes, the update; `nil` if there is none.
    mutating func take() -> (commits: [Commit], isReset: Bool)? {
        guard hasUpdate else { return nil }
        let update = (commits, isReset)
        self = UpdateBacklog()
        hasUpdate = false
        isReset = false
        return update
    }
}

extension Subscribers where Backlog == UpdateBacklog {
    /// Records commits, or a change of the status alone, for every subscriber.
    mutating func note(_ commits: [Commit] = [], isReset: Bool = false) {
        let length = isEmpty ? 0 : commits.reduce(0) { $0 + $1.lengthInMemory }
        note { $0.add(commits, ofLength: length, isReset: isReset) }
    }
}

extension Commit {
    /// Approximate bytes of the commit: its texts are in an operation and in its effect, and
    /// shared.
    fileprivate var lengthInMemory: Int {
        effects.reduce(512) { $0 + 256 + $1.value.bytes.count }
    }
}

extension MirrorDriver {
    /// Adds a subscriber: its first update is the scene as it is.
    func join(_ subscription: Subscription) {
        subscribers.join(subscription, UpdateBacklog())
    }

    /// Returns the next update for a subscriber; `nil` when the client is closed or the task
    /// cancelled.
    func next(for subscription: Subscription) async -> MirrorUpdate? {
        if let update = subscribers.next(for: subscription, { takeUpdate(&$0) }) { return update }
        guard !isClosed, !Task.isCancelled else { return nil }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { subscribers.wait(subscription, $0) }
        } onCancel: {
            Task { await leave(subscription) }
        }
    }

    private func leave(_ subscription: Subscription) {
        subscribers.cancel(subscription)
    }

    /// Delivers the updates that subscribers wait for.
    func deliverUpdates() {
        subscribers.deliver { takeUpdate(&$0) }
    }

    private func takeUpdate(_ backlog: inout UpdateBacklog) -> MirrorUpdate? {
        backlog.take().map { update(commits: $0.commits, isReset: $0.isReset) }
    }

    /// The mirror as it is.
    var current: MirrorUpdate { update(commits: [], isReset: true) }

    /// Returns the mirror as it is, with the commits that led there.
    func update(commits: [Commit], isReset: Bool) -> MirrorUpdate {
        let shown = projected()
        return MirrorUpdate(
            scene: shown, state: core.confirmed.state, epoch: core.confirmed.epoch,
            revision: core.confirmed.revision,
            pendingCount: core.pending.count(where: \.isWaiting), status: core.status,
            error: presentError, commits: commits, isReset: isReset)
    }

    /// The error that stands in the way at present.
    var presentError: NavigationClientError? {
        localErrors.error ?? connectionError ?? otherStore
    }

    /// Returns the optimistic scene as this device shows it, computed once for all that need it.
    func projected() -> Scene {
        if let projection { return projection }
        let state =
            core.pending.isEmpty ? core.confirmed.state : core.optimisticState(at: Uptime.now)
        let scene = state.scene(of: device.device)
        projection = scene
        return scene
    }
}
