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
    ///   - seen: the greatest time that the device had seen. What a change claims here has to be held
    ///     to what there is to see, or a faulty device would win over everything for ever.
    ///   - done: the time of the device's change before, `.zero` if there is none.
    public static func of(
        received: Timestamp, age: Int64?, seen: Timestamp, done: Timestamp
    ) -> Timestamp {
        let lower = max(seen.next, done)
        guard let age, age >= 0 else { return lower }
        return max(lower, received.advanced(byMicroseconds: -age))
    }
}
