package import NavigationStore
package import NavigationSync

/// The metrics of a server. Durations in histograms are in microseconds.
package struct ServerMetrics: Sendable {
    /// The counters of the core.
    package let core: DaemonMetrics
    /// The gauges of the core.
    package let load: DaemonGauges
    /// The metrics of the store.
    package let store: StoreMetrics
    /// The time from a change's arrival until it was durable.
    package let durable: Histogram
    /// The time from then until its receipt and its publication were queued in libzmq.
    package let published: Histogram
    /// The sum of both.
    package let whole: Histogram
    /// The sizes of batches: changes and rows.
    package let batches: Histogram
    /// The requests refused, by the code in the reply.
    package let refusals: [(code: String, count: UInt64)]
    /// The connections refused or disconnected, by the channel and the reason.
    package let connectionRefusals: [(service: String, reason: String, count: UInt64)]
    /// The number of established connections.
    package let connections: Int
    /// The maximum of connections.
    package let connectionLimit: Int
    /// The number of publications on the feed.
    package let publications: UInt64
    /// The number of bytes of those.
    package let publishedBytes: UInt64
    /// The number of publications at which a subscriber that did not read began to miss some.
    package let feedDrops: UInt64
    /// The number of replies dropped because the client did not read.
    package let lostReplies: UInt64
    /// The number of reads that failed.
    package let failedReads: UInt64
    /// A Boolean value indicating whether the server serves, and the store's last write succeeded.
    package let isReady: Bool
    /// The machine's time, in seconds since 1970.
    package let time: Double
    /// The time until the loop handled the request for metrics.
    package let loopLag: Duration
    /// The number of writes that failed.
    package let failedWrites: UInt64
}
