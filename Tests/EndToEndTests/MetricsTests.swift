import Foundation
import NavigationModel
import NavigationWire
import Testing

@Suite("Figures and health over http", .inTurns)
struct MetricsTests {
    @Test("Metrics count changes by outcome, their times and refusals")
    func metrics() async throws {
        try await Installation.run { place in
            let (_, port) = try await place.daemonWithMetrics()
            let before = try await Scrape("/metrics", at: port)
            #expect(before.status == "200 OK")
            #expect(
                before.head.contains(
                    "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8"))
            #expect(before.body.hasSuffix("\n# EOF\n"))
            #expect(try before("navsync_commits_total") == 0)

            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            try await place.change("push", "m://1")
            try await place.change("pop", "--to-root")
            try await place.change("pop")
            let refused = try await place.navctl("push", "m://2", "--if-revision", "99")
            #expect(refused.ending == .exit(1), "\(refused)")
            let endpoint = place.endpoint
            let reply = try await onOwnThread {
                try ControlConnection(endpoint).ask(.presence(scene: .main))
            }
            guard case .failure(let failure) = reply, failure.code == .helloFirst else {
                throw NeverCame("a refusal: \(reply)")
            }

            let after = try await Scrape("/metrics", at: port)
            let expected: [String: Double] = [
                "navsync_commits_total": 3,
                #"navsync_changes_total{outcome="applied"}"#: 3,
                #"navsync_changes_total{outcome="noop"}"#: 1,
                #"navsync_changes_total{outcome="rejected"}"#: 1,
                #"navsync_requests_total{kind="submit"}"#: 5,
                #"navsync_requests_refused_total{reason="hello_first"}"#: 1,
                "navsync_change_durable_seconds_count": 5,
                "navsync_change_published_seconds_count": 5,
                #"navsync_change_seconds_bucket{le="+Inf"}"#: 5,
                #"navsync_cache_requests_total{result="miss"}"#: 1,
                "navsync_cache_scenes": 1, "navsync_users": 1, "navsync_devices": 1,
                "navsync_ready": 1, "navsync_config_reload_successful": 1,
            ]
            for (sample, value) in expected { #expect(try after(sample) == value, "\(sample)") }
            #expect(try after("navsync_store_database_bytes") > 4_096)
            #expect(try after("navsync_store_free_bytes") > 4_096)
            #expect(try after("navsync_store_sync_seconds_sum") > 0)
            #expect(
                try after("navsync_change_seconds_sum")
                    >= after("navsync_change_durable_seconds_sum"))
            #expect(try after("process_resident_memory_bytes") > 1_000_000)
            // Nothing of it is about a user, a scene or a device.
            for word in ["root", "desk", "inbox", "m://"] {
                #expect(!after.body.contains("\"\(word)"), "\(word)")
            }
        }
    }

    @Test("Health and readiness are served, and nothing else is")
    func health() async throws {
        try await Installation.run { place in
            let (_, port) = try await place.daemonWithMetrics()
            #expect(try await Scrape("/healthz", at: port).status == "200 OK")
            #expect(try await Scrape("/readyz", at: port).status == "200 OK")
            for path in ["/", "/metrics/", "/../etc/passwd"] {
                #expect(try await Scrape(path, at: port).status == "404 Not Found")
            }
        }
    }

    @Test("An address that is taken keeps no daemon from serving; a reload tries again")
    func taken() async throws {
        try await Installation.run { place in
            let (first, port) = try await place.daemonWithMetrics()
            try await Installation.run { other in
                let file = try other.file("d.yaml", "metrics: {listen: '127.0.0.1:\(port)'}\n")
                let second = try await other.daemon(
                    "--config", file, variables: ["NAVSYNCD_METRICS_LISTEN": ""])
                let line = try await second.wait(for: "a warning") { transcript in
                    transcript.errors.lines.first { $0.contains("warning metrics not served") }
                }
                #expect(line.contains("nav.address=127.0.0.1:\(port)"), "\(line)")
                try await other.change("tab", "declare", "inbox", "--title", "Inbox")
                try await first.stop()
                second.signal(SIGHUP)
                try await second.wait(for: "figures") { transcript in
                    transcript.errors.lines.contains { $0.contains("info metrics served") }
                        ? true : nil
                }
                #expect(
                    try await Scrape("/metrics", at: port)("navsync_commits_total") == 1)

                // A file with a mistake shows too, and turning it off does.
                _ = try other.file("d.yaml", "metrics: {listen: nowhere}\n")
                second.signal(SIGHUP)
                try await second.wait(for: "a refusal") { transcript in
                    transcript.errors.lines.contains { $0.contains("configuration not reloaded") }
                        ? true : nil
                }
                #expect(
                    try await Scrape("/metrics", at: port)("navsync_config_reload_successful") == 0)
                _ = try other.file("d.yaml", "metrics: {listen: 'off'}\n")
                second.signal(SIGHUP)
                try await second.wait(for: "a reload") { transcript in
                    transcript.errors.lines.contains { $0.contains("nav.changed=metrics.listen") }
                        ? true : nil
                }
                #expect(throws: NeverCame.self) { try RawSocket(port: port) }
            }
        }
    }

    @Test("Administrators see the same at a glance, and how far each device is behind")
    func glance() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            try await place.change(as: "phone", "push", "m://1")
            try await place.change("push", "m://2")
            let metrics = try await place.status()["daemon"]?["figures"]
            #expect(metrics?["outcome.applied"]?.integer == 3, "\(metrics as Any)")
            #expect(metrics?["recentCommits"]?.integer == 3)
            #expect((metrics?["durableP99"]?.integer ?? 0) > 0)
            #expect((metrics?["databaseBytes"]?.integer ?? 0) > 4_096)
            let text = try await place.navctl("status", "--verbose").output.lines
            for (name, words) in [
                ("changes", "3 applied"), ("latency", "p99"), ("disk", "free"),
                ("refused", "none"), ("cache", "1 scene"),
            ] {
                let line = text.first { $0.hasPrefix(name) }
                #expect(line?.contains(words) == true, "\(text)")
            }

            let devices = try await place.ask("presence")
            let phone = devices["devices"]?.array?.first { $0["name"]?.string == "phone" }
            let progress = phone?["scenes"]?[0]
            #expect(progress?["behind"]?.integer == 1, "\(devices)")
            // A command that has ended is no connection.
            #expect(phone?["connections"]?.integer == 0 && phone?["heard"]?.string != nil)
            #expect(progress?["revision"]?.integer == 2 && progress?["since"]?.string != nil)
            let lines = try await place.navctl("devices").output.lines
            #expect(lines.contains { $0.hasPrefix("phone") && $0.contains("1 behind revision 3") })
            #expect(lines.contains { $0.hasPrefix("desk") && $0.contains("at revision 3") })
            // It comes, looks, and is there.
            _ = try await place.ask(as: "phone", "show")
            let again = try await place.navctl("devices").output.lines
            #expect(again.contains { $0.hasPrefix("phone") && $0.contains("at revision 3") })
        }
    }
}
