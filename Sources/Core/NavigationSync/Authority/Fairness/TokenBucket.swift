/// A token bucket: a burst, and a sustained rate.
public struct TokenBucket: Hashable, Sendable {
    private let rate: RateLimits.Rate
    /// The tokens in it, in millionths, negative while it is in debt: it gains as many as the rate
    /// each microsecond.
    private var level: Int64
    private var filled: Duration

    private static let token: Int64 = 1_000_000

    /// A full bucket.
    public init(_ rate: RateLimits.Rate, at now: Duration) {
        self.rate = rate
        level = rate.burst * TokenBucket.token
        filled = now
    }

    /// Takes the tokens of a price if at least one is there: an expensive request may leave a debt,
    /// which has to be refilled before anything else is allowed.
    public mutating func take(_ price: Int64 = 1, at now: Duration) -> Duration? {
        fill(at: now)
        guard level < TokenBucket.token else {
            charge(price)
            return nil
        }
        let wanted = max(1, min(rate.burst, rate.perSecond / 10)) * TokenBucket.token
        return .microseconds((wanted - level + rate.perSecond - 1) / rate.perSecond)
    }

    /// Takes tokens whether they are there or not; the debt is never more than a full bucket.
    public mutating func charge(_ price: Int64) {
        let most = rate.burst * TokenBucket.token
        level -= min(min(max(price, 0), 2 * rate.burst) * TokenBucket.token, level + most)
    }

    /// Returns a Boolean value indicating whether the bucket is full, and so need not be kept.
    public func isFull(at now: Duration) -> Bool {
        var later = self
        later.fill(at: now)
        return later.level >= rate.burst * TokenBucket.token
    }

    private mutating func fill(at now: Duration) {
        guard now > filled else { return }
        // After this long it is full, whatever its debt.
        let longest = 2 * rate.burst * TokenBucket.token / rate.perSecond + 1
        let passed = min((now - filled).microseconds, longest)
        level = min(rate.burst * TokenBucket.token, level + passed * rate.perSecond)
        filled = now
    }
}
