/// The core's counters since its start. None of them tells one user or device from another.
public struct DaemonMetrics: Hashable, Sendable {
    /// Commits that became durable.
    public internal(set) var commits: UInt64 = 0
    /// Changes whose outcome became durable, once each.
    public internal(set) var outcomes = CounterSet<OutcomeLabel>()
    /// Requests that could be decoded and were within the rate.
    public internal(set) var requests = CounterSet<RequestKind>()
    /// Requests refused over their client's rate limit.
    public internal(set) var requestsOverRate: UInt64 = 0
    /// Changes refused over their device's rate limit.
    public internal(set) var changesOverRate: UInt64 = 0
    /// Changes refused over a quota.
    public internal(set) var overQuota = CounterSet<StorageQuotas.Kind>()
    /// Replies to sync, by their content.
    public internal(set) var syncs = CounterSet<SyncResult>()
    /// Requests whose scene was in memory.
    public internal(set) var cacheHits: UInt64 = 0
    /// Requests queued for their scene to be read.
    public internal(set) var cacheMisses: UInt64 = 0
    /// Findings of a device ahead of a scene.
    public internal(set) var devicesAhead: UInt64 = 0
    /// Scenes evicted from memory.
    public internal(set) var cacheEvictions: UInt64 = 0
}
