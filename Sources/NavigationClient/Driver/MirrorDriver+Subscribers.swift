internal import NavigationModel
internal import NavigationSync

extension MirrorDriver {
    /// Adds one who follows: its first update is the scene as it is.
    func join(_ subscription: Subscription) {
        audience.join(subscription)
    }

    /// The next update for one who follows; `nil` when the client is closed or the task cancelled.
    func next(for subscription: Subscription) async -> MirrorUpdate? {
        if let (commits, wasReplaced) = audience.takeNews(of: subscription) {
            return update(commits: commits, wasReplaced: wasReplaced)
        }
        guard !isClosed, !Task.isCancelled else { return nil }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { audience.wait(subscription, $0) }
        } onCancel: {
            Task { await leave(subscription) }
        }
    }

    private func leave(_ subscription: Subscription) {
        audience.cancel(subscription)
    }

    /// The mirror as it is.
    var current: MirrorUpdate { update(commits: [], wasReplaced: true) }

    /// The mirror as it is, and how it got there.
    func update(commits: [Commit], wasReplaced: Bool) -> MirrorUpdate {
        let shown = projected()
        return MirrorUpdate(
            scene: shown, state: core.confirmed.state, epoch: core.confirmed.epoch,
            revision: core.confirmed.revision,
            pendingCount: core.pending.count(where: \.isWaiting), status: core.status,
            problem: localError ?? connectionError ?? otherStore, commits: commits,
            wasReplaced: wasReplaced)
    }

    /// Returns the view that people see, computed once for all who follow.
    private func projected() -> Scene {
        if let projection { return projection }
        let scene =
            core.pending.isEmpty
            ? core.confirmed.state.scene : core.optimisticState(at: Uptime.now).scene
        projection = scene
        return scene
    }
}
