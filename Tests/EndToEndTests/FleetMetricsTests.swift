import Foundation
import Testing

/// The metrics of the nodes of a fleet, as Prometheus reads them.
@Suite(
    "Metrics of a fleet", .inTurns,
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct FleetMetricsTests {
    @Test("A node exports each metric of a fleet that the page describes, and no other")
    func described() async throws {
        try await Installation.run { place in
            let (node, port) = try await FleetNodes(place).startWithMetrics("n1")
            let names = Set(try await Scrape("/metrics", at: port).names)
            let given = Set(names.map(MetricsReferenceTests.family))
            let fleet = given.filter(MetricsReferenceTests.isOfFleet)
            let rows = try MetricsReferenceTests.rows()
            #expect(fleet == Set(rows.filter(MetricsReferenceTests.isOfFleet)))
            #expect(fleet.count > 10)
            try await node.stop()
        }
    }

    private static let unowned = "navsync_fleet_shards_unowned"

    private static func nodes(_ state: String) -> String {
        "navsync_fleet_nodes{state=\"\(state)\"}"
    }

    private static func taken(_ origin: String) -> String {
        "navsync_fleet_shards_taken_total{origin=\"\(origin)\"}"
    }

    /// Reads a metric of a node until it is as expected: the nodes look at the fleet in intervals.
    private static func wait(
        for sample: String, at port: UInt16, _ isExpected: (Double) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let value = try await Scrape("/metrics", at: port)(sample)
            if isExpected(value) { return }
            guard .now < deadline else { throw NeverCame("\(sample), which is \(value)") }
        }
    }

    @Test("Metrics tell a hand-over from a takeover, and what each node owns")
    func takeover() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let (first, one) = try await nodes.startWithMetrics("n1")
            try await nodes.untilShared(among: 1)
            let alone = try await Scrape("/metrics", at: one)
            #expect(try alone("navsync_fleet_shards") == 4_096)
            #expect(try alone(Self.taken("free")) == 4_096)
            #expect(try alone("navsync_fleet_take_seconds_count") >= 1)

            let (second, two) = try await nodes.startWithMetrics("n2")
            try await nodes.untilSettled(among: 2)
            let joined = try await Scrape("/metrics", at: two)
            let share = try joined("navsync_fleet_shards")
            #expect(try share > 1_000 && joined(Self.taken("handover")) == share)
            #expect(try joined(Self.taken("free")) == 0)
            #expect(try joined(Self.taken("expired")) == 0)
            #expect(
                try await Scrape("/metrics", at: one)("navsync_fleet_shards_handed_over_total")
                    == share)
            for port in [one, two] {
                try await Self.wait(for: Self.nodes("serving"), at: port) { $0 == 2 }
                try await Self.wait(for: Self.unowned, at: port) { $0 == 0 }
                let scrape = try await Scrape("/metrics", at: port)
                #expect(try scrape("navsync_fleet_lease_seconds") > 0)
                #expect(try scrape("navsync_fleet_lease_seconds") <= 5)
                #expect(try scrape("navsync_fleet_lease_renewal_seconds_count") >= 1)
                #expect(try scrape("navsync_fleet_lease_renewals_failed_total") == 0)
            }

            // As long as it is drained it takes no shard, whoever is lost.
            let drained = try await nodes.drainOther(than: "n1")
            first.signal(SIGKILL)
            _ = try await first.end()
            try await Self.wait(for: Self.unowned, at: two) { $0 == 4_096 }
            _ = try await nodes.cluster("n2", "undrain", drained)
            try await nodes.untilSettled(among: 1)
            try await Self.wait(for: Self.unowned, at: two) { $0 == 0 }
            let after = try await Scrape("/metrics", at: two)
            #expect(try after(Self.taken("expired")) == 4_096)
            #expect(try after(Self.taken("handover")) == share)
            #expect(try after(Self.nodes("expired")) == 1)
            try await second.stop()
        }
    }
}
