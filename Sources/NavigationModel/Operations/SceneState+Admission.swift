extension SceneState {
    /// What a change comes to.
    public struct Admission: Hashable, Sendable {
        /// The writes that changed the state; a change without any takes no revision.
        public var effects: [Effect] = []
        /// What became of each operation, in their order; of a change without any, one refusal.
        public var outcomes: [Outcome] = []
    }

    /// Decides what `change` comes to when it takes effect at `time`, and joins its writes.
    ///
    /// The one place where operations become writes: the daemon calls it when it commits, a mirror
    /// when it shows its own changes before they are confirmed. The change is taken whole or, if
    /// any of its operations is not allowed, refused whole: then only its screens come to exist,
    /// popped, so that what later changes put on them finds its way down; and not even that if the
    /// scene is not at the revision that the change requires.
    ///
    /// - Parameter revision: the number that the commit gets if there are any writes.
    public mutating func admit(
        _ change: Change, at time: Timestamp, revision: Revision
    ) -> Admission {
        guard !change.operations.isEmpty else {
            return Admission(outcomes: [.rejected(.malformed)])
        }
        var admission = Admission()
        let refusal = refusal(of: change, at: revision)
        let formerTab = selectedTab
        var stamp = change.stamp(at: time)
        for operation in change.operations {
            if let refusal {
                // A required revision that was missed leaves nothing at all: if each try took a
                // revision, two devices that insist on one would keep missing it for ever.
                if refusal != .revisionMismatch {
                    admission.effects += write(
                        tombstones(of: operation, stamp: stamp), at: revision)
                }
                admission.outcomes.append(.rejected(refusal))
            } else {
                let (effects, outcome) = perform(
                    operation, stamp: stamp, revision: revision, formerTab: formerTab)
                admission.effects += effects
                admission.outcomes.append(outcome)
            }
            stamp = stamp.at(stamp.index + operation.stampCount)
        }
        return admission
    }

    /// Joins effects and returns those that changed something.
    mutating func write(_ effects: [Effect], at revision: Revision) -> [Effect] {
        effects.filter { join($0, at: revision) }
    }

    private func refusal(of change: Change, at revision: Revision) -> Rejection? {
        if let required = change.requiredRevision, required.next != revision {
            return .revisionMismatch
        }
        return KnownObjects.refusal(of: change, in: self)
    }

    private func tombstones(of operation: Operation, stamp: Stamp) -> [Effect] {
        guard case .push(let id, let tab, let below, _) = operation,
            records[.screen(id)] == nil
        else { return [] }
        let placement = Placement(tab: tab, base: .pushed(on: below))
        return [
            Effect(
                record: .screen(id), field: ScreenField.placement, stamp: stamp,
                value: placement.value),
            Effect(record: .screen(id), field: ScreenField.popped, stamp: stamp),
        ]
    }
}
