/// A rate limit: a burst at once, and one event in each interval in the long run.
struct IntervalLimiter {
    private let interval: Duration
    private let burst: Int
    /// The time when the full burst is available again.
    private var rested: ContinuousClock.Instant

    /// Creates a limiter that has counted nothing by `now`.
    init(interval: Duration, burst: Int, at now: ContinuousClock.Instant = .now) {
        self.interval = interval
        self.burst = burst
        rested = now
    }

    /// Counts one event; returns `false` if it exceeds the rate, and is not counted.
    mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
        let begin = max(rested, now)
        guard begin - now <= interval * (burst - 1) else { return false }
        rested = begin + interval
        return true
    }
}
