/// A rate held to over time: so many at once, and so many a second for long.
///
/// Whole numbers throughout, and time is told to it: the same questions have the same answers.
public struct TokenBucket: Hashable, Sendable {
    private let rate: RateLimits.Rate
    /// The tokens in it, in millionths, less than none while it owes some: it gains as many as the rate
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

    /// Takes the tokens of a price if one is there, whether all are or not: what is dear is taken too, and
    /// what it leaves owing has to come in before anything else is.
    ///
    /// - Parameter price: at least 1.
    /// - Returns: `nil`; or, with nothing taken, how long it is until a tenth of a second's are there:
    ///   who came too often comes back for more than one.
    public mutating func take(_ price: Int64 = 1, at now: Duration) -> Duration? {
        fill(at: now)
        guard level < TokenBucket.token else {
            charge(price)
            return nil
        }
        let wanted = max(1, min(rate.burst, rate.perSecond / 10)) * TokenBucket.token
        return .microseconds((wanted - level + rate.perSecond - 1) / rate.perSecond)
    }

    /// Takes tokens whether they are there or not; never more than a full bucket is left owing.
    public mutating func charge(_ price: Int64) {
        let most = rate.burst * TokenBucket.token
        level -= min(min(max(price, 0), 2 * rate.burst) * TokenBucket.token, level + most)
    }

    /// Whether it has nothing to remember any more.
    public func isFull(at now: Duration) -> Bool {
        var later = self
        later.fill(at: now)
        return later.level >= rate.burst * TokenBucket.token
    }

    private mutating func fill(at now: Duration) {
        guard now > filled else { return }
        // After this long it is full, whatever it owed.
        let longest = 2 * rate.burst * TokenBucket.token / rate.perSecond + 1
        let passed = min((now - filled).microseconds, longest)
        level = min(rate.burst * TokenBucket.token, level + passed * rate.perSecond)
        filled = now
    }
}
