package import NavigationStore
package import NavigationSync

/// All that a server can tell of how it does. Lengths of time are in microseconds.
package struct ServerMetrics: Sendable {
    /// What the core counts.
    package let core: DaemonMetrics
    /// What it has in hand.
    package let load: DaemonGauges
    /// How the store does.
    package let store: StoreMetrics
    /// From when a change came in until it was durable.
    package let durable: Histogram
    /// From then until its receipt and its publication were handed to libzmq.
    package let published: Histogram
    /// Both.
    package let whole: Histogram
    /// Changes and rows of a batch.
    package let batches: Histogram
    /// Requests refused, by the code that they were told.
    package let refusals: [(code: String, count: UInt64)]
    /// Connections that were not let be, or were cut, by the service and the reason.
    package let connectionRefusals: [(service: String, reason: String, count: UInt64)]
    /// Connections that stand.
    package let connections: Int
    /// Connections that may.
    package let connectionLimit: Int
    /// Publications on the feed.
    package let publications: UInt64
    /// Bytes of those.
    package let publishedBytes: UInt64
    /// Publications with which a subscriber that did not read them began to miss some.
    package let feedDrops: UInt64
    /// Replies dropped because the client did not read.
    package let lostReplies: UInt64
    /// Reads that the store did not do.
    package let failedReads: UInt64
    /// Whether it serves, and the store did what it was last asked to write.
    package let isReady: Bool
    /// What time the machine has, in seconds since 1970.
    package let time: Double
    /// How long the loop took to turn to the question.
    package let loopLag: Duration
    /// Writes that it did not do.
    package let failedWrites: UInt64
}
