internal import NavigationWire

/// One rate for each of many: a bucket for whoever came of late, and how patient they are.
struct Meter<Key: Hashable & Sendable>: Sendable {
    fileprivate struct Account: Sendable {
        var bucket: TokenBucket
        /// Until when it was told to wait.
        var quietUntil = Duration.zero
        /// How often it has come before that.
        var ignored = 0
    }

    /// What becomes of one who comes.
    enum Verdict: Hashable, Sendable {
        /// It is within the rate.
        case granted
        /// It is to wait for so long.
        case wait(Duration)
        /// It was told so again and again, and has not.
        case impatient
    }

    private let rate: RateLimits.Rate
    private var accounts: [Key: Account] = [:]
    /// How many there were when those with nothing to remember were last let go of.
    private var swept = 0

    init(_ rate: RateLimits.Rate) {
        self.rate = rate
    }

    /// Counts one that costs a price, in tokens.
    ///
    /// Whoever has many under way when it is first told to wait is not impatient: so many are
    /// answered until ``UserLimits/impatience`` is reached, and who has waited begins anew.
    mutating func take(_ key: Key, price: Int64 = 1, at now: Duration) -> Verdict {
        if accounts.count >= max(DaemonLimits.devices, 2 * swept) {
            accounts = accounts.filter { !$0.value.bucket.isFull(at: now) }
            swept = accounts.count
        }
        return accounts[key, default: Account(bucket: TokenBucket(rate, at: now))]
            .take(price, at: now)
    }

    /// Counts what one that was granted has turned out to cost beyond its price.
    mutating func charge(_ key: Key, _ price: Int64) {
        accounts[key]?.bucket.charge(price)
    }
}

extension Meter.Account {
    fileprivate mutating func take(_ price: Int64, at now: Duration) -> Meter.Verdict {
        ignored = now < quietUntil ? ignored + 1 : 0
        guard ignored <= UserLimits.impatience else {
            ignored = 0
            return .impatient
        }
        guard let wait = bucket.take(price, at: now) else { return .granted }
        quietUntil = now + wait
        return .wait(wait)
    }
}
