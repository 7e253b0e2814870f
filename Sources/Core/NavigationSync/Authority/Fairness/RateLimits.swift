/// The rate limits of one device's changes and of a client's requests: beyond them `busy`, and a
/// client that keeps ignoring that is disconnected (`UserLimits.maxIgnoredRetries`).
package struct RateLimits: Hashable, Sendable {
    /// A token bucket's rate and burst.
    package struct Rate: Hashable, Sendable {
        /// Tokens a second; at least 1.
        package let perSecond: Int64
        /// The most tokens after a rest; at least 1.
        package let burst: Int64

        /// Creates a rate; values out of range are clamped: 1 to 1,000,000 a second, 1 to
        /// 1,000,000,000 at once.
        package init(perSecond: Int, burst: Int) {
            self.perSecond = min(max(Int64(perSecond), 1), 1_000_000)
            self.burst = min(max(Int64(burst), 1), 1_000_000_000)
        }
    }

    /// Changes of one device.
    package var changes: Rate
    /// Requests of one device by its key, of one local user, or of one connection of an
    /// administrator; changes among them.
    package var requests: Rate

    /// Joins the parts.
    package init(changes: Rate, requests: Rate) {
        self.changes = changes
        self.requests = requests
    }

    /// Takes the rates of the configured quotas.
    package init(_ quotas: Quotas = Quotas()) {
        changes = Rate(perSecond: quotas.changeRate, burst: quotas.changeBurst)
        requests = Rate(perSecond: quotas.requestRate, burst: quotas.requestBurst)
    }

    /// The rates by the names that they are announced under at hello.
    package var announced: [String: UInt64] {
        [
            "changeRate": UInt64(changes.perSecond), "changeBurst": UInt64(changes.burst),
            "requestRate": UInt64(requests.perSecond), "requestBurst": UInt64(requests.burst),
        ]
    }
}

/// The configured limits of one device, one peer and all of them together.
package struct Quotas: Hashable, Sendable {
    /// Changes a second of one device: a hundred times what a person can make.
    package var changeRate: Int
    /// The burst of changes of one device: a device that reconnects submits its whole outbox.
    package var changeBurst: Int
    /// Requests a second of one device by its key, of one local user, or of one connection of an
    /// administrator; submits among them.
    package var requestRate: Int
    /// The burst of those requests.
    package var requestBurst: Int
    /// Connections to the daemon, of which a device that follows a scene has two; never more than
    /// 80 % of the descriptors that the system allows.
    package var connections: Int
    /// Bytes of scenes cached in memory.
    package var memory: Int
    /// Bytes that one scene may take in memory; beyond it changes that add to it are refused.
    package var sceneMemory: Int
    /// Bytes that the commits and snapshots of one user may take on disk; beyond half of it the log
    /// is shortened, beyond all of it changes are answered `busy`.
    package var userStorage: Int
    /// Bytes of the database in use beyond which changes are answered `busy`.
    package var storage: Int

    /// Joins the parts; the defaults suit personal devices.
    package init(
        changeRate: Int = 2_000, changeBurst: Int = 50_000, requestRate: Int = 20_000,
        requestBurst: Int = 100_000, connections: Int = 20_000, memory: Int = 256 << 20,
        sceneMemory: Int = 32 << 20, userStorage: Int = 1 << 30, storage: Int = 64 << 30
    ) {
        self.changeRate = changeRate
        self.changeBurst = changeBurst
        self.requestRate = requestRate
        self.requestBurst = requestBurst
        self.connections = connections
        self.memory = memory
        self.sceneMemory = sceneMemory
        self.userStorage = userStorage
        self.storage = storage
    }
}
