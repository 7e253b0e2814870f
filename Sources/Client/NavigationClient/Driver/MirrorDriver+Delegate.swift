internal import DeviceStore
internal import NavigationModel
internal import NavigationSync

/// The delegate of a mirror.
struct AttachedDelegate {
    /// The delegate that approves this device's changes.
    fileprivate(set) var approver: (any NavigationDelegate)?
    /// The task that calls it for what was committed.
    fileprivate var observation: Task<Void, Never>?

    /// Removes the delegate; it still observes what was committed before.
    mutating func removed() {
        approver = nil
    }
}

/// The events of one change that a delegate has approved before it enters the outbox.
///
/// The change is built in the transaction that writes it, which can't wait. So a change that lacks
/// approval throws its ``ApprovalRequired`` out of the transaction, the delegate is called, and the
/// change is built again: from the same random words, so that it is the same change.
struct DelegateApproval {
    /// The events that the delegate has approved.
    var allowed: Set<NavigationEvent.Identity> = []
    /// The generator of the ids of new screens.
    var generator = RepeatableGenerator()

    /// The number of times a scene may change under the delegate before the change fails.
    static let rounds = 16

    /// The events to be approved first.
    struct ApprovalRequired: Error {
        let events: [NavigationEvent]
    }
}

/// The system's random words, which can be drawn again.
struct RepeatableGenerator: RandomNumberGenerator {
    private var source = SystemRandomNumberGenerator()
    private var words: [UInt64] = []
    private var position = 0

    mutating func next() -> UInt64 {
        if position == words.count { words.append(source.next()) }
        defer { position += 1 }
        return words[position]
    }

    /// Starts again with the first word.
    mutating func rewind() {
        position = 0
    }
}

/// Calls to the delegate.
extension MirrorDriver {
    /// Sets the delegate, which is called from now on instead of the one before: also for every
    /// commit after this returns.
    func setDelegate(_ delegate: (any NavigationDelegate)?) {
        self.delegate.approver = delegate
        self.delegate.observation?.cancel()
        self.delegate.observation = nil
        guard let delegate, !isClosed else { return }
        let subscription = Subscription()
        var backlog = UpdateBacklog()
        // Its first update would be the scene as it is.
        _ = backlog.take()
        subscribers.join(subscription, backlog)
        let state = core.confirmed.state
        self.delegate.observation = Task {
            await Self.notify(delegate, of: self, subscription, since: state)
        }
    }

    /// Sets a delegate that only approves changes, and observes none.
    func setApprover(_ delegate: (any NavigationDelegate)?) {
        self.delegate.approver = delegate
    }

    /// Calls a delegate for all that is committed, off the reactor's thread.
    nonisolated private static func notify(
        _ delegate: any NavigationDelegate, of driver: MirrorDriver, _ subscription: Subscription,
        since state: SceneState
    ) async {
        var state = state
        let device = driver.device.device
        var scene = state.scene(of: device)
        while let update = await driver.next(for: subscription) {
            for (commit, origin) in steps(of: update) {
                let former = scene
                if let commit { state.apply(commit) } else { state = update.state }
                scene = state.scene(of: device)
                for event in NavigationEvent.events(from: former, to: scene, by: origin) {
                    guard !Task.isCancelled else { return }
                    await delegate.did(event)
                }
            }
        }
    }

    /// Returns the commits of an update with their authors; after a gap, one step that has neither.
    nonisolated private static func steps(
        of update: MirrorUpdate
    ) -> [(Commit?, NavigationEvent.Origin)] {
        guard !update.isReset else {
            return [(nil, NavigationEvent.Origin(revision: update.revision))]
        }
        return update.commits.map { commit in
            let origin = NavigationEvent.Origin(
                device: commit.stamp.device, author: commit.author,
                isAnimated: commit.animated, revision: commit.revision)
            return (commit, origin)
        }
    }

    /// Runs a body that may need a delegate's approval, again until all of it is approved.
    func approved<Result>(
        _ body: (inout DelegateApproval) throws(NavigationClientError) -> Result
    ) async throws(NavigationClientError) -> Result {
        var approval = DelegateApproval()
        for _ in 1...DelegateApproval.rounds {
            do {
                approval.generator.rewind()
                return try body(&approval)
            } catch {
                guard let required = error.cause as? DelegateApproval.ApprovalRequired,
                    let delegate = delegate.approver
                else { throw error }
                for event in required.events where !approval.allowed.contains(event.identity) {
                    guard await delegate.should(event) else { throw .vetoed(event) }
                    approval.allowed.insert(event.identity)
                }
            }
        }
        throw NavigationClientError(
            .impossible,
            text: "the scene kept changing while the delegate decided: \(advice: "try again")")
    }

    /// Throws ``DelegateApproval/ApprovalRequired`` if the delegate has not approved what these
    /// operations do to a state.
    func requireApproval(
        for operations: [Operation], on state: SceneState, isAnimated: Bool,
        _ approval: DelegateApproval
    ) throws {
        guard delegate.approver != nil, !operations.isEmpty else { return }
        let after = self.state(after: operations, on: state)
        let origin = NavigationEvent.Origin(
            device: device.device, author: device.name, isAnimated: isAnimated)
        let events = NavigationEvent.events(
            from: state.scene(of: device.device), to: after.scene(of: device.device), by: origin)
        guard events.allSatisfy({ approval.allowed.contains($0.identity) }) else {
            throw DelegateApproval.ApprovalRequired(events: events)
        }
    }

    /// Returns a state after operations, evaluated as the daemon would now; the daemon itself
    /// reports what it refuses.
    private func state(after operations: [Operation], on state: SceneState) -> SceneState {
        var after = state
        let change = Change(
            device: device.device, sequence: SequenceNumber(rawValue: .max),
            base: Change.Base(revision: core.confirmed.revision, latest: state.latest),
            operations: operations)
        _ = after.execute(
            change, at: state.latest.next, revision: core.confirmed.revision.next)
        return after
    }

    /// Returns what an intent would change of the scene as this device sees it.
    func preview(_ intent: Intent) throws(NavigationClientError) -> [SceneDifference] {
        let state = core.optimisticState(at: Uptime.now)
        var generator = SystemRandomNumberGenerator()
        do throws(IntentError) {
            let operations = try state.operations(
                for: intent, by: device.device, using: &generator)
            let after = self.state(after: operations, on: state)
            return state.scene(of: device.device)
                .differences(to: after.scene(of: device.device))
        } catch {
            throw .impossible(error)
        }
    }
}

extension NavigationClientError {
    fileprivate static func vetoed(_ event: NavigationEvent) -> NavigationClientError {
        let what =
            switch event.kind {
            case .push: "shouldPush vetoed this push"
            case .pop: "shouldPop vetoed this pop"
            case .select: "shouldSelect vetoed this selection"
            }
        return NavigationClientError(.vetoed, "\(what): nothing was changed")
    }
}
