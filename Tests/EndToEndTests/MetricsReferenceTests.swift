import Foundation
import RunningProcesses
import Testing

/// The metrics' documentation, against the metrics of a running daemon.
@Suite("The reference of the metrics", .inTurns)
struct MetricsReferenceTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func page() throws -> String {
        try text("Sources/Daemon/NavigationServer/NavigationServer.docc/Metrics.md")
    }

    private static func scrape() async throws -> Scrape {
        try await Installation.run { place in
            try await Scrape("/metrics", at: try await place.daemonWithMetrics().port)
        }
    }

    /// Names of metrics of ours, and of those that every process has.
    private static func names(in text: String) -> Set<String> {
        Set(text.matches(of: /\b(?:navsync|process)_[a-z_]+\b/).map { String($0.0) })
    }

    /// A name as its family has it in the page: a histogram without what its parts are called.
    static func family(_ name: String) -> String {
        for ending in ["_bucket", "_count", "_sum"] where name.hasSuffix(ending) {
            return String(name.dropLast(ending.count))
        }
        return name
    }

    @Test("Dashboard and alerts use only metrics that a daemon exports")
    func asked() async throws {
        let given = try await Self.scrape().names
        let fleet = Set(try Self.rows().filter(Self.isOfFleet))
        for path in ["Config/grafana/navsync.json", "Config/prometheus/navsyncd.rules.yaml"] {
            let names = Self.names(in: try Self.text(path))
            let others = names.subtracting(given).filter { !fleet.contains(Self.family($0)) }
            #expect(names.count > 10 && others.isEmpty, "\(path)")
        }
    }

    /// The names in the tables of the page.
    static func rows() throws -> [String] {
        try page().split(separator: "\n").compactMap {
            $0.firstMatch(of: /^\| `([a-z_]+)` \|/).map { String($0.1) }
        }
    }

    /// Returns a Boolean value indicating whether only nodes of a fleet export a metric.
    static func isOfFleet(_ name: String) -> Bool { name.hasPrefix("navsync_fleet_") }

    @Test("The page describes each metric, and only existing ones; none of a fleet is of a daemon")
    func described() async throws {
        let given = Set(try await Self.scrape().names.map(Self.family))
        let rows = try Self.rows()
        #expect(Set(rows).count == rows.count)
        #expect(Set(rows.filter { !Self.isOfFleet($0) }) == given)
    }

    @Test("The page has a remedy for each alert, where the alert links to")
    func alerts() throws {
        let rules = try Self.text("Config/prometheus/navsyncd.rules.yaml")
        let alerts = rules.matches(of: /- alert: (\w+)/).map { String($0.1) }
        #expect(alerts.count > 15)
        let headings = try Self.page().matches(of: /(?m)^### (Navsync\w+)$/).map { String($0.1) }
        #expect(headings == alerts)
        let links = rules.matches(of: /runbook_url: \S+metrics#(\w+)/).map { String($0.1) }
        #expect(links == alerts)
        for key in ["summary:", "description:", "severity:", "expr:"] {
            #expect(rules.components(separatedBy: key).count == alerts.count + 1, "\(key)")
        }
    }

    @Test("The dashboard is JSON, its panels have queries, and none lies on another")
    func dashboard() throws {
        let dashboard = try JSON(Self.text("Config/grafana/navsync.json"))
        let panels = try #require(dashboard["panels"]?.array)
        #expect((dashboard["schemaVersion"]?.integer ?? 0) >= 38)
        var places: Set<[Int64]> = []
        var ids: Set<Int64> = []
        for panel in panels {
            let title = panel["title"]?.string ?? ""
            ids.insert(try #require(panel["id"]?.integer))
            let at = try #require(panel["gridPos"])
            for x in 0..<(at["w"]?.integer ?? 0) {
                for y in 0..<(at["h"]?.integer ?? 0) {
                    let place = [(at["x"]?.integer ?? 0) + x, (at["y"]?.integer ?? 0) + y]
                    #expect(place[0] < 24 && places.insert(place).inserted, "\(title)")
                }
            }
            guard panel["type"]?.string != "row" else { continue }
            let targets = try #require(panel["targets"]?.array)
            #expect(!targets.isEmpty && panel["description"]?.string?.isEmpty == false, "\(title)")
            for target in targets { #expect(target["expr"]?.string?.isEmpty == false, "\(title)") }
        }
        #expect(ids.count == panels.count)
    }

    // MARK: By Prometheus' own programs

    /// Returns a Boolean value indicating whether a program can run. It is always `true` where the
    /// programs are required, as in the continuous check, so that a missing one is a failure.
    private static func canRun(_ program: String, _ arguments: String...) -> Bool {
        if ProcessInfo.processInfo.environment["NAVSYNC_REQUIRE_PROMETHEUS"] != nil { return true }
        return BlockingProcess.succeeds(program, arguments)
    }

    private static let python = "/usr/bin/python3"
    private static let promtool = "/usr/bin/promtool"

    @Test(
        "Prometheus' own parser takes the figures for OpenMetrics",
        .enabled(if: canRun(python, "-c", "import prometheus_client.openmetrics.parser")))
    func parser() async throws {
        try await Installation.run { place in
            let (_, port) = try await place.daemonWithMetrics()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            let scrape = try await Scrape("/metrics", at: port)
            let input = try place.file("figures", scrape.body)
            let script = """
                import sys
                from prometheus_client.openmetrics.parser import text_string_to_metric_families
                for family in text_string_to_metric_families(sys.stdin.read()):
                    print(family.name, family.type, len(family.samples))
                """
            let result = try await place.start(Self.python, ["-c", script], input: input).end()
            #expect(result.ending == .exit(0), "\(result)")
            #expect(result.output.lines.contains("navsync_changes counter 5"), "\(result)")
            let buckets = "navsync_change_durable_seconds histogram 19"
            #expect(result.output.lines.contains(buckets), "\(result)")
        }
    }

    @Test(
        "Prometheus takes the alerts for rules", .enabled(if: canRun(promtool, "--version")))
    func rules() async throws {
        try await Installation.run { place in
            let path = Self.root.appending(path: "Config/prometheus/navsyncd.rules.yaml").path
            let result = try await place.start(Self.promtool, ["check", "rules", path]).end()
            #expect(result.ending == .exit(0), "\(result)")
        }
    }

    @Test(
        "Alerts about a fleet fire when they have to, and not before",
        .enabled(if: canRun(promtool, "--version")))
    func fleetAlerts() async throws {
        try await Installation.run { place in
            let path = Self.root.appending(path: "Tests/Alerts/fleet.yaml").path
            let result = try await place.start(Self.promtool, ["test", "rules", path]).end()
            #expect(result.ending == .exit(0), "\(result)")
        }
    }
}
