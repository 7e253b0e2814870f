/// How often one device may change something, and ask: beyond it `busy`, and who goes on and on in spite
/// of that is cut (`UserLimits.impatience`).
///
/// What keeps one client from slowing another down is each one's share of a batch
/// (``DaemonLimits/share``), whatever the rates. These bound how fast one client can fill the disk
/// and how much of the daemon's time it can take, for hours. They are far above what people and
/// programs do: a client that keeps each change on its own disk before it hands it over, as the
/// library does, reaches 400 to 10,000 a second.
public struct RateLimits: Hashable, Sendable {
    /// So many at once, and so many a second for long.
    public struct Rate: Hashable, Sendable {
        /// How many a second; at least 1.
        public let perSecond: Int64
        /// How many at once after a rest; at least 1.
        public let burst: Int64

        /// Joins the parts; what is out of range is held within it: 1 to 1,000,000 a second, 1 to
        /// 1,000,000,000 at once.
        public init(perSecond: Int, burst: Int) {
            self.perSecond = min(max(Int64(perSecond), 1), 1_000_000)
            self.burst = min(max(Int64(burst), 1), 1_000_000_000)
        }
    }

    /// Changes of one device.
    public var changes: Rate
    /// Requests of one device by its key, of one local user, or of one connection of an administrator;
    /// changes among them.
    public var requests: Rate

    /// Joins the parts.
    public init(changes: Rate, requests: Rate) {
        self.changes = changes
        self.requests = requests
    }

    /// As whoever runs the daemon has set it.
    public init(_ quotas: Quotas = Quotas()) {
        changes = Rate(perSecond: quotas.changeRate, burst: quotas.changeBurst)
        requests = Rate(perSecond: quotas.requestRate, burst: quotas.requestBurst)
    }

    /// By the names that they are announced under at hello.
    public var announced: [String: UInt64] {
        [
            "changeRate": UInt64(changes.perSecond), "changeBurst": UInt64(changes.burst),
            "requestRate": UInt64(requests.perSecond), "requestBurst": UInt64(requests.burst),
        ]
    }
}
