package import NavigationSync

/// The metrics of a store.
package struct StoreMetrics: Hashable, Sendable {
    /// The duration of the sync of each of its commits, in microseconds, without the work before
    /// it.
    package var syncs = Histogram.latency
    /// Bytes of the database.
    package var databaseLength: UInt64 = 0
    /// Bytes of the write-ahead log.
    package var logLength: UInt64 = 0
    /// Bytes that are free on its file system; `nil` if the store can't know.
    package var freeLength: UInt64? = 0

    /// Bytes of the file system reserved for writes when it is full.
    package var reserveLength: UInt64 = 0
    /// A Boolean value indicating whether writes are refused for lack of space, except those that
    /// may use the reserve.
    package var lacksRoom = false
    /// Failed reads that succeeded when retried on a new connection.
    package var passingFaults: UInt64 = 0

    /// Creates empty metrics.
    package init() {}
}
