internal import NavigationWire

/// One rate for each of many: a bucket for whoever came of late, and how patient they are.
struct RateLimiter<Key: Hashable & Sendable>: Sendable {
    fileprivate struct ClientBucket: Sendable {
        var bucket: TokenBucket
        /// Until when it was told to wait.
        var retryNotBefore = Duration.zero
        /// How often it has come before that.
        var ignored = 0
    }

    /// What becomes of one who comes.
    enum Decision: Hashable, Sendable {
        /// It is within the rate.
        case allowed
        /// It is to wait for so long.
        case retryAfter(Duration)
        /// It was told so again and again, and has not.
        case rateLimitIgnored
    }

    private let rate: RateLimits.Rate
    private var accounts: [Key: ClientBucket] = [:]
    /// How many there were when those with nothing to remember were last let go of.
    private var swept = 0

    init(_ rate: RateLimits.Rate) {
        self.rate = rate
    }

    /// Counts one that costs a price, in tokens.
    ///
    /// Whoever has many under way when it is first told to wait is not impatient: so many are
    /// answered until ``UserLimits/impatience`` is reached, and who has waited begins anew.
    mutating func take(_ key: Key, price: Int64 = 1, at now: Duration) -> Decision {
        if accounts.count >= max(DaemonLimits.devices, 2 * swept) {
            accounts = accounts.filter { !$0.value.bucket.isFull(at: now) }
            swept = accounts.count
        }
        return accounts[key, default: ClientBucket(bucket: TokenBucket(rate, at: now))]
            .take(price, at: now)
    }

    /// Counts what one that was granted has turned out to cost beyond its price.
    mutating func charge(_ key: Key, _ price: Int64) {
        accounts[key]?.bucket.charge(price)
    }
}

extension RateLimiter.ClientBucket {
    fileprivate mutating func take(_ price: Int64, at now: Duration) -> RateLimiter.Decision {
        ignored = now < retryNotBefore ? ignored + 1 : 0
        guard ignored <= UserLimits.maxIgnoredRetries else {
            ignored = 0
            return .rateLimitIgnored
        }
        guard let wait = bucket.take(price, at: now) else { return .allowed }
        retryNotBefore = now + wait
        return .retryAfter(wait)
    }
}
