/// One rate for each of many: a bucket for whoever came of late.
struct Meter<Key: Hashable & Sendable>: Sendable {
    private let rate: RateLimits.Rate
    private var buckets: [Key: TokenBucket] = [:]
    /// How many there were when those with nothing to remember were last let go of.
    private var swept = 0

    init(_ rate: RateLimits.Rate) {
        self.rate = rate
    }

    /// Counts one; `nil` if it is within the rate, or how long to wait.
    mutating func take(_ key: Key, at now: Duration) -> Duration? {
        if buckets.count >= max(DaemonLimits.sessions, 2 * swept) {
            buckets = buckets.filter { !$0.value.isFull(at: now) }
            swept = buckets.count
        }
        return buckets[key, default: TokenBucket(rate, at: now)].take(at: now)
    }
}
