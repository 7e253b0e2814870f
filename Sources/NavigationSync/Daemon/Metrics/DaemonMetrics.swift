/// What the core counts from its start on. Nothing of it tells one user or device from another.
public struct DaemonMetrics: Hashable, Sendable {
    /// Commits that became durable.
    public internal(set) var commits: UInt64 = 0
    /// Changes whose outcome became durable, each once.
    public internal(set) var outcomes = CounterSet<OutcomeLabel>()
    /// Requests that could be read and were within the rate.
    public internal(set) var requests = CounterSet<RequestKind>()
    /// Requests refused because their connection came too often.
    public internal(set) var requestsOverRate: UInt64 = 0
    /// Changes refused because their device came too often.
    public internal(set) var changesOverRate: UInt64 = 0
    /// Changes that a quota left no room for.
    public internal(set) var overQuota = CounterSet<StorageQuotas.Kind>()
    /// What devices were given that asked for what they are missing.
    public internal(set) var syncs = CounterSet<SyncResult>()
    /// Requests whose scene was in memory.
    public internal(set) var cacheHits: UInt64 = 0
    /// Requests that had to wait for their scene to be read.
    public internal(set) var cacheMisses: UInt64 = 0
    /// Times that a device had seen more of a scene than there is.
    public internal(set) var devicesAhead: UInt64 = 0
    /// Scenes that were let go of to make room.
    public internal(set) var cacheEvictions: UInt64 = 0
}
