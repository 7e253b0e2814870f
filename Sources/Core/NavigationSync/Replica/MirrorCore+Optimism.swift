public import NavigationModel

extension MirrorCore {
    /// Returns the confirmed state with the device's pending changes on top, stamped by the
    /// daemon's own rule with an estimate of its clock, so that they appear at once and in their
    /// final positions.
    public func optimisticState(at now: Duration) -> SceneState {
        optimisticState(of: confirmed, with: pending, at: now)
    }

    /// Returns the optimistic state for the device's database, which may be a little ahead of the
    /// mirror.
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
        for change in changes where !confirmed.contains(change) {
            let age = received == nil ? nil : change.made.map { (now - $0).microseconds }
            let time = EffectiveTime.of(
                received: received ?? .zero, age: age, seen: change.change.base.latest, done: done)
            let admission = state.execute(change.change, at: time, revision: revision.next)
            if !admission.effects.isEmpty { revision = revision.next }
            done = time
        }
        return state
    }
}
