public import NavigationSync

/// The metrics of a store.
public struct StoreMetrics: Hashable, Sendable {
    /// The duration of the sync of each of its commits, in microseconds, without the work before
    /// it.
    public var syncs = Histogram.latency
    /// Bytes of the database.
    public var databaseLength: UInt64 = 0
    /// Bytes of the write-ahead log.
    public var logLength: UInt64 = 0
    /// Bytes that are free on its file system.
    public var freeLength: UInt64 = 0

    /// Bytes of the file system reserved for writes when it is full.
    public var reserveLength: UInt64 = 0
    /// A Boolean value indicating whether writes are refused for lack of space, except those that
    /// may use the reserve.
    public var lacksRoom = false
    /// Failed reads that succeeded when retried on a new connection.
    public var passingFaults: UInt64 = 0

    /// Creates empty metrics.
    public init() {}
}
