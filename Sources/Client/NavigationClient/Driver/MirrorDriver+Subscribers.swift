internal import NavigationModel
internal import NavigationSync

extension MirrorDriver {
    /// Adds a subscriber: its first update is the scene as it is.
    func join(_ subscription: Subscription) {
        subscribers.join(subscription)
    }

    /// Returns the next update for a subscriber; `nil` when the client is closed or the task
    /// cancelled.
    func next(for subscription: Subscription) async -> MirrorUpdate? {
        if let (commits, isReset) = subscribers.takeNews(of: subscription) {
            return update(commits: commits, isReset: isReset)
        }
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

    /// The mirror as it is.
    var current: MirrorUpdate { update(commits: [], isReset: true) }

    /// Returns the mirror as it is, with the commits that led there.
    func update(commits: [Commit], isReset: Bool) -> MirrorUpdate {
        let shown = projected()
        return MirrorUpdate(
            scene: shown, state: core.confirmed.state, epoch: core.confirmed.epoch,
            revision: core.confirmed.revision,
            pendingCount: core.pending.count(where: \.isWaiting), status: core.status,
            error: localError ?? connectionError ?? otherStore, commits: commits,
            isReset: isReset)
    }

    /// Returns the optimistic scene, computed once for all subscribers.
    private func projected() -> Scene {
        if let projection { return projection }
        let scene =
            core.pending.isEmpty
            ? core.confirmed.state.scene : core.optimisticState(at: Uptime.now).scene
        projection = scene
        return scene
    }
}
