extension SceneState {
    /// The result of executing a change.
    package struct ExecutionResult: Hashable, Sendable {
        /// The writes that changed the state; a change without any takes no revision.
        package var effects: [RegisterWrite] = []
        /// The outcome of each operation, in their order; of a change without any, one rejection.
        package var outcomes: [Outcome] = []
    }

    /// Determines the outcomes of `change` when it takes effect at `time`, and joins its writes.
    ///
    /// The one place where operations become writes: the daemon calls it when it commits, a mirror
    /// when it shows its own changes before they are confirmed. The change is applied whole or, if
    /// any of its operations is not allowed, rejected whole: then only tombstones of its screens
    /// are written, so that later pushes on them find their place; and not even those if the scene
    /// is not at the revision that the change requires, or the change has expired.
    ///
    /// - Parameter revision: the number that the commit gets if there are any writes.
    package mutating func execute(
        _ change: Change, at time: Timestamp, revision: Revision
    ) -> ExecutionResult {
        guard !change.operations.isEmpty else {
            return ExecutionResult(outcomes: [.rejected(.malformed)])
        }
        var admission = ExecutionResult()
        let refusal = refusal(of: change, at: revision)
        let formerTab = change.operations.contains(where: \.body.isSelection) ? selectedTab : nil
        var stamp = change.stamp(at: time)
        for operation in change.operations {
            if let refusal {
                if !leavesNothing(refusal.reason) {
                    admission.effects += join(
                        operation.body.tombstones(in: self, stamp: stamp), at: revision)
                }
                admission.outcomes.append(.rejected(refusal.reason, by: refusal.by))
            } else {
                let (effects, outcome) = operation.body.perform(
                    on: &self,
                    in: Execution(stamp: stamp, revision: revision, formerTab: formerTab))
                // Most changes are of one operation.
                if admission.effects.isEmpty {
                    admission.effects = effects
                } else {
                    admission.effects += effects
                }
                admission.outcomes.append(outcome)
            }
            stamp = stamp.at(stamp.index + operation.stampCount)
        }
        return admission
    }

    private func refusal(of change: Change, at revision: Revision) -> ValidationFailure? {
        if let required = change.requiredRevision, required.next != revision {
            return ValidationFailure(.revisionMismatch)
        }
        guard change.base.revision >= prunedThrough else {
            return ValidationFailure(
                .expired, by: self[.scene, SceneField.prunedThrough]?.revision)
        }
        return ChangeValidator.refusal(of: change, in: self)
    }

    /// Returns a Boolean value indicating whether a change rejected for this reason writes nothing.
    /// If each try of a change that requires a revision took a revision, two devices that insist on
    /// one would keep missing it for ever. And an expired change may name what is pruned.
    private func leavesNothing(_ reason: Rejection) -> Bool {
        reason == .revisionMismatch || reason == .expired
    }

    /// Performs an operation to see the state that it leads to.
    mutating func anticipate(_ operation: Operation, stamp: Stamp) {
        _ = operation.body.perform(
            on: &self, in: Execution(stamp: stamp, revision: .zero, formerTab: nil))
    }
}

extension SceneState {
    /// Returns the operations that retry `operations` in the state as its device sees it now; none
    /// if the state is as intended already.
    ///
    /// New screens and modals get fresh ids, since a refused change may have left tombstones under
    /// its own; a push goes on the present top, a pop takes those of its screens that are still
    /// there.
    ///
    /// - Parameter generator: the source of fresh ids.
    package func operations(
        repeating operations: [Operation], using generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        var ids = RetriedIDs()
        // Step by step: each is seen in the state that those before it lead to.
        var state = self
        var repeated: [Operation] = []
        var stamp = Stamp(time: latest.next, device: .daemon, sequence: .zero)
        for operation in operations {
            let step = try operation.body.retry(in: state, &ids, &generator)
            guard let step else { continue }
            state.anticipate(step, stamp: stamp)
            stamp = stamp.at(stamp.index + step.stampCount)
            repeated.append(step)
        }
        return repeated
    }

    /// Returns the stack, if it is shown.
    func shown(_ stack: StackID) throws(IntentError) -> StackID {
        switch stack {
        case .tab(let id): .tab(try visible(id))
        case .modal(let id): .modal(try presented(id))
        case .bar(let id): .bar(try shown(id))
        }
    }

    /// Returns the screens with their present placements.
    func seen(_ screens: [ObservedScreen], _ ids: RetriedIDs) -> [ObservedScreen] {
        screens.compactMap { screen in
            let id = ids.screens[screen.id] ?? screen.id
            return placement(of: id).map { ObservedScreen(id: id, placement: $0.stamp) }
        }
    }
}

/// The present ids of the screens and modals that a retry has created so far.
struct RetriedIDs {
    /// The screens, by their former ids.
    var screens: [ScreenID: ScreenID] = [:]
    /// The modals, by their former ids.
    var modals: [ModalID: ModalID] = [:]

    /// Returns the present stack of what had this one.
    func stack(_ stack: StackID) -> StackID {
        stack.modal.map { .modal(modals[$0] ?? $0) } ?? stack
    }
}
