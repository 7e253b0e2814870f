internal import NavigationMetrics
internal import NavigationServer
internal import NavigationStore
internal import NavigationSync

/// The families of a node of a fleet, which a daemon with an embedded store does not have.
extension Exposition {
    /// Returns the families of the node, and those of the fleet as the node sees it.
    static func fleet(_ metrics: ServerMetrics) -> [MetricFamily] {
        (metrics.fleet.map(families(of:)) ?? []) + (metrics.node.map(families(of:)) ?? [])
    }

    private static func families(of fleet: FleetGauges) -> [MetricFamily] {
        [
            gauges(
                "navsync_fleet_nodes", "Nodes of the fleet, by state.",
                [
                    ("serving", fleet.serving), ("draining", fleet.draining),
                    ("expired", fleet.expired),
                ], by: "state"),
            gauge(
                "navsync_fleet_shards_unowned",
                "Shards of the fleet whose owner has no lease, or that have no owner.",
                fleet.unowned),
        ]
    }

    private static func families(of node: FleetMetrics) -> [MetricFamily] {
        [
            gauge("navsync_fleet_shards", "Shards that this node owns.", node.shards),
            counters(
                "navsync_fleet_shards_taken", "Shards taken by this node, by their state before.",
                FleetMetrics.Origin.allCases.map { ("\($0)", node.taken[$0]) }, by: "origin"),
            counter(
                "navsync_fleet_shards_handed_over", "Shards handed over to other nodes.",
                node.handedOver),
            counter(
                "navsync_fleet_shards_lost", "Shards that other nodes had taken from this one.",
                node.lost),
            counter(
                "navsync_fleet_writes_fenced",
                "Batches refused because another node had taken a shard of them.",
                node.fencedWrites),
            times(
                "navsync_fleet_take_seconds", "Duration of taking shards, in one transaction.",
                node.takes),
            times(
                "navsync_fleet_lease_renewal_seconds",
                "Duration of a renewal of the lease: a round trip with a durable write.",
                node.renewals),
            counter(
                "navsync_fleet_lease_renewals_failed", "Failed renewals of the lease.",
                node.failedRenewals),
            MetricFamily(
                "navsync_fleet_lease_seconds", .gauge, unit: "seconds",
                "Rest of the lease; 0 past its end, when nothing is answered.",
                [.init(.number(node.lease / .seconds(1)))]),
        ]
    }
}
