import Foundation
import Glibc
import Testing

@Suite("Copying a store to another", .inTurns)
struct StoreCommandTests {
    /// A store to copy to, and how the daemon is started on it.
    private struct Target {
        let name: String
        var arguments: [String] = []
        var variables: [String: String] = [:]
    }

    private static func events(_ watch: RunningProcess) -> [String] {
        watch.transcript.output.lines.compactMap { (try? JSON($0))?["event"]?.string }
    }

    /// Copies, starts the daemon on the copy, and looks whether devices notice: one with a change in
    /// its outbox, and one that watches.
    private static func move(
        _ original: String, of former: RunningProcess, to target: Target, route: String,
        _ watch: RunningProcess, in place: Installation
    ) async throws -> RunningProcess {
        let before = try await place.ask("log")
        try await former.stop()
        let offline = try await place.navctl("push", route)
        #expect(offline.ending == .exit(3), "\(offline)")
        let copy = try await place.startNavctl(
            as: "admin", ["--output", "json", "store", "copy", "--progress", original, target.name]
        ).end()
        #expect(copy.ending == .exit(0), "\(copy)")
        #expect(copy.errors.text.contains("100 %"), "\(copy)")
        let report = try ContractRuns.hold(JSON(copy.output.text), of: ["store", "copy"])
        #expect(report["commits"]?.integer == before["revision"]?.integer)
        let daemon = try place.start("navsyncd", target.arguments, variables: target.variables)
        try await daemon.untilReady()
        let routes = OfflineTests.routes(try await place.ask("show"))
        #expect(routes.count { $0 == route } == 1)
        let after = try await place.ask("log")
        #expect(after["epoch"] == before["epoch"])
        #expect(after["revision"]?.integer == (before["revision"]?.integer ?? 0) + 1)
        try await watch.untilRevision(try #require(after["revision"]?.integer))
        #expect(Self.events(watch).count { ["snapshot", "replaced"].contains($0) } == 1)
        return daemon
    }

    @Test(
        "Devices go on in the copy without a snapshot, and submit what waits once",
        .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
    func thereAndBack() async throws {
        try await Installation.run { place in
            var daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "I", "--root", "m://")
            for number in 1...5 { try await place.change("push", "m://\(number)") }
            let watch = try await place.watch(as: "tablet")
            try await watch.untilRevision(6)

            let url = try await PostgresServer.shared.value.makeDatabase()
            let server = Target(name: url, variables: ["NAVSYNCD_STORE_URL": url])
            daemon = try await Self.move(
                place.data, of: daemon, to: server, route: "m://there", watch, in: place)
            try await place.change("undo")
            try await place.change("redo")
            // Of its daemon's user, as the administrator makes it.
            try place.makeDirectory(place("moved"), of: geteuid())
            let running = try await place.navctl("store", "copy", url, place("moved"))
            #expect(running.ending == .exit(1), "\(running)")
            #expect(running.errors.text.contains("another navsyncd is using"), "\(running)")

            let moved = Target(
                name: place("moved"), arguments: ["--data-directory", place("moved")])
            daemon = try await Self.move(
                url, of: daemon, to: moved, route: "m://back", watch, in: place)
            try await daemon.stop()
            // The original is a backup from now on.
            daemon = try await place.daemon()
            #expect(
                daemon.transcript.errors.text.contains("every scene"),
                "\(daemon.transcript.errors.text)")
            try await daemon.stop()
        }
    }

    @Test("It refuses a store in use, a target that is not empty, and a password to be seen")
    func refusals() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemonWithTab()
            let running = try await place.navctl("store", "copy", place.data, place("moved"))
            #expect(running.ending == .exit(1), "\(running)")
            #expect(running.errors.text.contains("stop it"), "\(running)")
            try await daemon.stop()
            for (words, error, status) in [
                ([place("none"), place("moved")], "no directory", Int32(1)),
                ([place.data, place.data], "is using", 1),
                (["postgresql://a:b@db/n", place("moved")], "--password-file", 2),
                ([place.data, "postgresql://a@/n?password=b"], "--password-file", 2),
                (
                    [
                        place.data, "postgresql://a@/n?host=\(place("none"))", "--password-file",
                        try place.file("empty", ""),
                    ], "is no password", 1
                ),
                ([place.data, "postgresql://a@/n?host=\(place("none"))"], "store.url", 1),
            ] {
                let result = try await place.startNavctl(
                    as: "desk", ["store", "copy"] + words
                ).end()
                #expect(result.ending == .exit(status), "\(result)")
                #expect(result.errors.text.contains(error), "\(result)")
            }
            let copy = try await place.navctl("store", "copy", place.data, place("moved"))
            #expect(copy.ending == .exit(0), "\(copy)")
            #expect(copy.output.text.contains("copied 1 user, 1 scene and 1 commit"), "\(copy)")
            let full = try await place.navctl("store", "copy", place.data, place("moved"))
            #expect(full.ending == .exit(1), "\(full)")
            #expect(full.errors.text.contains("exists"), "\(full)")
        }
    }
}
