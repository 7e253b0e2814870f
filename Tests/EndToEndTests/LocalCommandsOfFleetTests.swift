import Foundation
import Testing

/// Commands of a local administrator at a node that does not serve the user.
@Suite(
    "Local commands in a fleet", .inTurns,
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct LocalCommandsOfFleetTests {
    /// Commands about one user.
    private static let commands: [[String]] = [
        ["show"], ["show", "--at", "1"], ["log"], ["explain", "1"], ["diff", "1", "2"],
        ["push", "m://new"], ["tab", "select", "inbox"], ["scene", "list"],
        ["device", "list"], ["presence"], ["doctor"],
    ]

    /// Returns a user that a node does not serve; adds users until there is one.
    private static func user(missingAt name: String, _ nodes: FleetNodes) async throws -> String {
        for candidate in FleetNodes.users {
            let listed = try await nodes.navctl(name, ["--user", candidate, "scene", "list"])
            if listed.ending != .exit(0) { return candidate }
        }
        // One of 32 runs.
        throw NeverCame("a user of another node")
    }

    @Test("Each command at a node without the user names the node that has it, and its addresses")
    func moved() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let first = try await nodes.start("n1")
            try await nodes.pairAll()
            let second = try await nodes.start("n2")
            try await nodes.untilSettled(among: 2)
            let owner = try #require(
                try await nodes.cluster("n1")["nodes"]?.array?.first {
                    $0["isThisNode"]?.boolean == false
                })
            let address = try #require(owner["addresses"]?.array?.first?.string)
            let moved = try await Self.user(missingAt: "n1", nodes)
            for command in Self.commands {
                let here = try await nodes.navctl("n1", ["--user", moved] + command)
                #expect(here.ending == .exit(3), "\(command): \(here)")
                let error = try JSON(here.errors.lines.last ?? "")["error"]
                #expect(
                    error?["reason"]?.string?.contains("user \(moved) is served by node") == true,
                    "\(command): \(here)")
                #expect(error?["advice"]?.string?.contains(address) == true, "\(command): \(here)")
            }
            let follower = try nodes.startNavctl("n1", ["--user", moved, "watch"])
            try await follower.wait(for: "a refusal that names the node") { transcript in
                let lines = transcript.errors.lines + transcript.output.lines
                return lines.contains { $0.contains("is served by node") && $0.contains(address) }
                    ? true : nil
            }
            follower.signal(SIGTERM)
            _ = try await follower.end()
            // What was queued there is handed over once, where the user is.
            let there = try await nodes.ask("n2", "--user", moved, "show")
            #expect(OfflineTests.routes(there) == ["m://", "m://new"])
            try await first.stop()
            try await second.stop()
        }
    }
}
