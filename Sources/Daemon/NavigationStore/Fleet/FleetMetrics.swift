package import NavigationSync

/// The metrics of one node of a fleet: its shards, its lease, and the server of the database.
package struct FleetMetrics: Hashable, Sendable {
    /// The state that a shard was in before a node took it.
    package enum Origin: Int, Hashable, Sendable, CaseIterable {
        /// Its owner had handed it over to the node.
        case handover
        /// The lease of its owner had run out.
        case expired
        /// Nobody owned it, or its owner had given the lease up.
        case free
    }

    /// The shards that the node owns.
    package var shards = 0
    /// The shards that it took since its start.
    package var taken = CounterSet<Origin>()
    /// The duration of each take, in microseconds, with one fenced, durable transaction.
    package var takes = Histogram.latency
    /// The shards that it handed over to other nodes.
    package var handedOver: UInt64 = 0
    /// The shards that the server had given to other nodes when the node looked.
    package var lost: UInt64 = 0
    /// The batches refused because another node had taken a shard of them.
    package var fencedWrites: UInt64 = 0
    /// The duration of each renewal of the lease, in microseconds: a round trip with a durable write.
    package var renewals = Histogram.latency
    /// The renewals that failed.
    package var failedRenewals: UInt64 = 0
    /// The rest of the lease as the node counts it; zero past its end.
    package var lease = Duration.zero

    /// Creates empty metrics.
    package init() {}
}
