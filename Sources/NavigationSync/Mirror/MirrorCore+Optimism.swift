public import NavigationModel

extension MirrorCore {
    /// The confirmed state with the device's own changes on top, stamped by the daemon's own rule
    /// with an estimate of its clock, so that they show at once and where they will stay.
    ///
    /// Costs the size of the state.
    public func optimisticState(at now: Duration) -> SceneState {
        optimisticState(of: confirmed, with: pending, at: now)
    }

    /// The same for what the device's directory says, which may be a little ahead of the mirror.
    public func optimisticState(
        of confirmed: ConfirmedScene, with changes: [PendingChange], at now: Duration
    ) -> SceneState {
        var state = confirmed.state
        var revision = confirmed.revision
        var done = lastOwnTime
        let received = clockOffset.map {
            max(
                Timestamp(rawValue: now.microseconds).advanced(byMicroseconds: $0),
                confirmed.state.latest.next)
        }
        for change in changes where !isContained(change, in: confirmed) {
            let age = received == nil ? nil : change.made.map { (now - $0).microseconds }
            let time = EffectiveTime.of(
                received: received ?? .zero, age: age, seen: change.change.base.latest, done: done)
            let admission = state.admit(change.change, at: time, revision: revision.next)
            if !admission.effects.isEmpty { revision = revision.next }
            done = time
        }
        return state
    }

    func isContained(_ change: PendingChange) -> Bool { isContained(change, in: confirmed) }

    /// Whether the confirmed state has the change, because its commit is in it, or because the
    /// daemon had settled it when it told that state: then only its outcome is missing.
    private func isContained(_ change: PendingChange, in confirmed: ConfirmedScene) -> Bool {
        // What was settled in another history has no place above this one, whether it is in it or not.
        guard change.epoch == confirmed.epoch else { return !change.isWaiting }
        if let revision = change.revision { return revision <= confirmed.revision }
        return confirmed.epoch == self.confirmed.epoch
            && change.change.sequence <= containedThrough
    }
}
