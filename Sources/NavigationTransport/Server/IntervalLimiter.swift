/// How often something may happen: so many times at once, and once in each interval for long.
struct IntervalLimiter {
    private let interval: Duration
    private let burst: Int
    /// When it will be as if nothing had happened yet.
    private var rested: ContinuousClock.Instant

    /// A pace that nothing has been counted to by `now`.
    init(interval: Duration, burst: Int, at now: ContinuousClock.Instant = .now) {
        self.interval = interval
        self.burst = burst
        rested = now
    }

    /// Counts one; `false` if it comes too soon, and is not counted.
    mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
        let begin = max(rested, now)
        guard begin - now <= interval * (burst - 1) else { return false }
        rested = begin + interval
        return true
    }
}
