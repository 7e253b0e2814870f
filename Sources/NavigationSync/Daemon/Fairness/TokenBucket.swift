/// A rate held to over time: so many at once, and so many a second for long.
///
/// Whole numbers throughout, and time is told to it: the same questions have the same answers.
public struct TokenBucket: Hashable, Sendable {
    private let rate: RateLimits.Rate
    /// What it holds, in millionths of a token: it gains as many as the rate each microsecond.
    private var level: Int64
    private var filled: Duration

    private static let token: Int64 = 1_000_000

    /// A full bucket.
    public init(_ rate: RateLimits.Rate, at now: Duration) {
        self.rate = rate
        level = rate.burst * TokenBucket.token
        filled = now
    }

    /// Takes one token; or takes none, and says how long it is until a tenth of a second's are there:
    /// who came too often comes back for more than one.
    public mutating func take(at now: Duration) -> Duration? {
        fill(at: now)
        guard level < TokenBucket.token else {
            level -= TokenBucket.token
            return nil
        }
        let wanted = max(1, min(rate.burst, rate.perSecond / 10)) * TokenBucket.token
        return .microseconds((wanted - level + rate.perSecond - 1) / rate.perSecond)
    }

    /// Whether it has nothing to remember any more.
    public func isFull(at now: Duration) -> Bool {
        var later = self
        later.fill(at: now)
        return later.level >= rate.burst * TokenBucket.token
    }

    private mutating func fill(at now: Duration) {
        guard now > filled else { return }
        // After this long it is full, however empty it was.
        let longest = rate.burst * TokenBucket.token / rate.perSecond + 1
        let passed = min((now - filled).microseconds, longest)
        level = min(rate.burst * TokenBucket.token, level + passed * rate.perSecond)
        filled = now
    }
}
