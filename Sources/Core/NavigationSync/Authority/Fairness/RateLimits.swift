/// The rate limits of one device's changes and of a client's requests: beyond them `busy`, and a
/// client that keeps ignoring that is disconnected (`UserLimits.maxIgnoredRetries`).
public struct RateLimits: Hashable, Sendable {
    /// A token bucket's rate and burst.
    public struct Rate: Hashable, Sendable {
        /// Tokens a second; at least 1.
        public let perSecond: Int64
        /// The most tokens after a rest; at least 1.
        public let burst: Int64

        /// Creates a rate; values out of range are clamped: 1 to 1,000,000 a second, 1 to
        /// 1,000,000,000 at once.
        public init(perSecond: Int, burst: Int) {
            self.perSecond = min(max(Int64(perSecond), 1), 1_000_000)
            self.burst = min(max(Int64(burst), 1), 1_000_000_000)
        }
    }

    /// Changes of one device.
    public var changes: Rate
    /// Requests of one device by its key, of one local user, or of one connection of an
    /// administrator; changes among them.
    public var requests: Rate

    /// Joins the parts.
    public init(changes: Rate, requests: Rate) {
        self.changes = changes
        self.requests = requests
    }

    /// Takes the rates of the configured quotas.
    public init(_ quotas: Quotas = Quotas()) {
        changes = Rate(perSecond: quotas.changeRate, burst: quotas.changeBurst)
        requests = Rate(perSecond: quotas.requestRate, burst: quotas.requestBurst)
    }

    /// The rates by the names that they are announced under at hello.
    public var announced: [String: UInt64] {
        [
            "changeRate": UInt64(changes.perSecond), "changeBurst": UInt64(changes.burst),
            "requestRate": UInt64(requests.perSecond), "requestBurst": UInt64(requests.burst),
        ]
    }
}
