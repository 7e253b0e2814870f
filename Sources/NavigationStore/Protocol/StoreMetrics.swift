public import NavigationSync

/// What a store can tell of how it does.
public struct StoreMetrics: Hashable, Sendable {
    /// How long each of its commits took to be on disk, in microseconds: the sync, without what was
    /// done before it.
    public var syncs = Histogram.latency
    /// Bytes of the database.
    public var databaseLength: UInt64 = 0
    /// Bytes of the log that is written before the database.
    public var logLength: UInt64 = 0
    /// Bytes that the file system under it has for it still.
    public var freeLength: UInt64 = 0

    /// Bytes of it that are held for what may be written when it is full.
    public var reserveLength: UInt64 = 0
    /// A Boolean value indicating whether all but that is refused, since there is no room for it.
    public var lacksRoom = false
    /// Reads that failed and, looked at again by a new connection, did not.
    public var passingFaults: UInt64 = 0

    /// Nothing is known.
    public init() {}
}
