internal import NavigationWire

/// A rate limit for each of many clients: a token bucket for each recent one, and a count of its
/// ignored waits.
struct RateLimiter<Key: Hashable & Sendable>: Sendable {
    fileprivate struct ClientBucket: Sendable {
        var bucket: TokenBucket
        /// The earliest time for a retry, as last announced.
        var retryNotBefore = Duration.zero
        /// The number of requests in a row that came before that time.
        var ignored = 0
    }

    /// A decision on a request.
    enum Decision: Hashable, Sendable {
        /// The request is within the rate.
        case allowed
        /// The client has to wait this long.
        case retryAfter(Duration)
        /// The client has ignored its waits too often.
        case rateLimitIgnored
    }

    private let rate: RateLimits.Rate
    private var accounts: [Key: ClientBucket] = [:]
    /// The number of buckets left after the last sweep of full ones.
    private var swept = 0

    init(_ rate: RateLimits.Rate) {
        self.rate = rate
    }

    /// Takes the price of a request, in tokens.
    mutating func take(_ key: Key, price: Int64 = 1, at now: Duration) -> Decision {
        if accounts.count >= max(DaemonLimits.devices, 2 * swept) {
            accounts = accounts.filter { !$0.value.bucket.isFull(at: now) }
            swept = accounts.count
        }
        return accounts[key, default: ClientBucket(bucket: TokenBucket(rate, at: now))]
            .take(price, at: now)
    }

    /// Charges the cost of an allowed request beyond its price, once it is known.
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
