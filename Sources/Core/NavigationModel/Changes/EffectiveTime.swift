/// The time at which a change takes effect: the one rule for the daemon and, with an estimated
/// clock, for mirrors.
public enum EffectiveTime {
    /// Returns the time at which a change happened, never before what its device had observed or
    /// done, and never in the future; where the two clash the lower bound wins.
    ///
    /// - Parameters:
    ///   - received: daemon time of arrival.
    ///   - age: the time from the change to its arrival, in microseconds; `nil` if the device does
    ///     not know it, which puts the change directly after what the device had observed.
    ///   - seen: the greatest time that the device had observed. The claim of a change has to be
    ///     bounded by what there is to observe, or a faulty device would win over everything for
    ///     ever.
    ///   - done: the time of the device's change before, `.zero` if there is none.
    public static func of(
        received: Timestamp, age: Int64?, seen: Timestamp, done: Timestamp
    ) -> Timestamp {
        let lower = max(seen.next, done)
        guard let age, age >= 0 else { return lower }
        return max(lower, received.advanced(byMicroseconds: -age))
    }
}
