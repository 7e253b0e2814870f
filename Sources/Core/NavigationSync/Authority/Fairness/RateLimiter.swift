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
    private var accounts = SlotTable<Key, ClientBucket>()
    /// The number of buckets left after the last sweep of full ones.
    private var swept = 0

    init(_ rate: RateLimits.Rate) {
        self.rate = rate
    }

    /// Takes the price of a request, in tokens.
    mutating func take(_ key: Key, price: Int64 = 1, at now: Duration) -> Decision {
        if accounts.count >= max(DaemonLimits.devices, 2 * swept) {
            accounts.removeAll { $0.bucket.isFull(at: now) }
            swept = accounts.count
        }
        let slot =
            accounts.slot(of: key)
            ?? accounts.set(ClientBucket(bucket: TokenBucket(rate, at: now)), for: key)
        return accounts[slot].take(price, at: now)
    }

    /// Charges the cost of an allowed request beyond its price, once it is known.
    mutating func charge(_ key: Key, _ price: Int64) {
        if let slot = accounts.slot(of: key) { accounts[slot].bucket.charge(price) }
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

/// A token bucket: a burst, and a sustained rate.
package struct TokenBucket: Hashable, Sendable {
    private let rate: RateLimits.Rate
    /// The tokens in it, in millionths, negative while it is in debt: it gains as many as the rate
    /// each microsecond.
    private var level: Int64
    private var filled: Duration

    private static let token: Int64 = 1_000_000

    /// A full bucket.
    package init(_ rate: RateLimits.Rate, at now: Duration) {
        self.rate = rate
        level = rate.burst * TokenBucket.token
        filled = now
    }

    /// Takes the tokens of a price if at least one is there: an expensive request may leave a debt,
    /// which has to be refilled before anything else is allowed.
    package mutating func take(_ price: Int64 = 1, at now: Duration) -> Duration? {
        fill(at: now)
        guard level < TokenBucket.token else {
            charge(price)
            return nil
        }
        let wanted = max(1, min(rate.burst, rate.perSecond / 10)) * TokenBucket.token
        return .microseconds((wanted - level + rate.perSecond - 1) / rate.perSecond)
    }

    /// Takes tokens whether they are there or not; the debt is never more than a full bucket.
    package mutating func charge(_ price: Int64) {
        let most = rate.burst * TokenBucket.token
        level -= min(min(max(price, 0), 2 * rate.burst) * TokenBucket.token, level + most)
    }

    /// Returns a Boolean value indicating whether the bucket is full, and so need not be kept.
    package func isFull(at now: Duration) -> Bool {
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
