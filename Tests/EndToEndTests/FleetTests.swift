import Foundation
import Testing

/// Daemons on one PostgreSQL server, as their devices see them.
@Suite(
    "Daemons on one database", .inTurns,
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct FleetTests {
    /// The setting of a server's database.
    private static func on(_ url: String) -> [String: String] { ["NAVSYNCD_STORE_URL": url] }

    /// Routes of the first tab's stack, as a new device sees them.
    private static func routes(_ place: Installation, _ options: String...) async throws -> [String]
    {
        let shown = try await place.startNavctl(
            as: "new", ["--output", "json"] + options + ["show"]
        ).end()
        guard shown.ending == .exit(0) else { throw NeverCame("\(shown)") }
        return OfflineTests.routes(try JSON(shown.output.text))
    }

    @Test(
        "Another daemon takes over from one that was killed, with all that was acknowledged, once")
    func takeover() async throws {
        try await Installation.run { place in
            let url = try await PostgresServer.shared.value.makeDatabase()
            let first = try await place.daemon(variables: Self.on(url))
            try await place.change("tab", "declare", "inbox", "--title", "I", "--root", "m://")
            for number in 1...4 { try await place.change("push", "m://\(number)") }
            let before = try await place.ask("log")
            let second = try place.start(
                "navsyncd",
                ["--data-directory", place("bdata"), "--ipc", place("b")], variables: Self.on(url))
            first.signal(SIGKILL)
            _ = try await first.end()
            let push = try await place.navctl("push", "m://waited")
            #expect(push.ending == .exit(3), "\(push)")
            try await second.untilReady()
            let there = "ipc://\(place("b"))/control.sock"
            _ = try await place.ask("--endpoint", there, "show")
            let after = try await place.ask("--endpoint", there, "log")
            #expect(after["epoch"] == before["epoch"])
            #expect(after["revision"]?.integer == 6)
            #expect(
                try await Self.routes(place, "--endpoint", there)
                    == ["m://", "m://1", "m://2", "m://3", "m://4", "m://waited"])
            // The first one comes back, and waits for the other.
            let back = try place.start("navsyncd", [], variables: Self.on(url))
            try await second.stop()
            try await back.untilReady()
            try await place.change("pop")
            #expect(try await place.ask("log")["revision"]?.integer == 7)
        }
    }

    @Test("A daemon that was killed serves again at once, with all that was acknowledged")
    func restart() async throws {
        try await Installation.run { place in
            let server = try await PostgresServer.shared.value
            let url = try await server.makeDatabase()
            let database = PostgresServer.database(in: url)
            let first = try await place.daemon(variables: Self.on(url))
            try await place.change("tab", "declare", "inbox", "--title", "I", "--root", "m://")
            try await place.change("push", "m://1")
            first.signal(SIGKILL)
            _ = try await first.end()
            // Its lease would not run out while this test waits.
            try await server.run(
                "UPDATE navsync.node SET until = until + interval '1 hour'", in: database)
            try await place.daemon(variables: Self.on(url))
            #expect(try await Self.routes(place) == ["m://", "m://1"])
            // Another one, in a directory of its own, waits and gives up.
            let other = try await place.daemonThatEnds(
                "--data-directory", place("bdata"), "--ipc", place("b"), variables: Self.on(url))
            #expect(other.ending == .exit(1), "\(other)")
            #expect(other.errors.text.contains("another navsyncd is using"), "\(other)")
            try await place.change("push", "m://2")
        }
    }

    @Test("A daemon suspends its service while its server may lose commits, and resumes it")
    func suspension() async throws {
        try await Installation.run { place in
            let server = try await PostgresServer()
            let daemon = try await place.daemon(
                variables: Self.on(server.url(of: "postgres")))
            try await place.change("tab", "declare", "inbox", "--title", "I", "--root", "m://")
            try await server.run("ALTER SYSTEM SET full_page_writes = off", in: "postgres")
            try await server.run("SELECT pg_reload_conf()", in: "postgres")
            try await daemon.wait(for: "the suspension") { transcript in
                transcript.errors.lines.contains {
                    $0.contains("service suspended") && $0.contains("set full_page_writes = on")
                } ? true : nil
            }
            let push = try await place.startNavctl(
                as: "desk", ["push", "m://waited", "--timeout", "1s"]
            ).end()
            #expect(push.ending == .exit(3), "\(push)")
            try await server.run("ALTER SYSTEM RESET full_page_writes", in: "postgres")
            try await server.run("SELECT pg_reload_conf()", in: "postgres")
            try await daemon.wait(for: "the resumption") { transcript in
                transcript.errors.text.contains("service resumed") ? true : nil
            }
            try await place.change("push", "m://1")
            #expect(try await Self.routes(place) == ["m://", "m://waited", "m://1"])
        }
    }
}
