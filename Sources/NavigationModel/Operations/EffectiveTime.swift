/// When a change takes effect: the one rule for the daemon and, with an estimated clock, for
/// mirrors.
public enum EffectiveTime {
    /// The time at which a change happened, never before what its device had seen or done, and
    /// never in the future; where the two clash the lower bound wins.
    ///
    /// - Parameters:
    ///   - received: daemon time of arrival.
    ///   - age: how long before its arrival the change was made, in microseconds; `nil` if the
    ///     device can't tell, which puts it directly after what the device had seen.
    ///   - seen: the greatest time that the device had seen, already held to what there is to see:
    ///     ``SceneState/effectiveTime(of:received:age:done:)`` does that.
    ///   - done: the time of the device's change before, `.zero` if there is none.
    public static func of(
        received: Timestamp, age: Int64?, seen: Timestamp, done: Timestamp
    ) -> Timestamp {
        let lower = max(seen.next, done)
        guard let age, age >= 0 else { return lower }
        return max(lower, received.advanced(byMicroseconds: -age))
    }
}

extension SceneState {
    /// When `change` takes effect if it is admitted to this state.
    ///
    /// What a change says it had seen is held to what this state holds: nobody can have seen more,
    /// and a device that claims so would win over everything for ever.
    public func effectiveTime(
        of change: Change, received: Timestamp, age: Int64?, done: Timestamp
    ) -> Timestamp {
        EffectiveTime.of(
            received: received, age: age, seen: min(change.base.latest, latest), done: done)
    }
}
