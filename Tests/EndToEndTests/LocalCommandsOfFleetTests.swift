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
        ["scene", "list"], ["device", "list"], ["presence"], ["doctor"],
    ]

    /// Returns a user that one of two nodes does not serve, with that node and the one that does.
    private static func moved(
        _ nodes: FleetNodes
    ) async throws -> (user: String, here: String, there: String) {
        for user in FleetNodes.users {
            let listed = try await nodes.navctl("n1", ["--user", user, "scene", "list"])
            if listed.ending != .exit(0) { return (user, "n1", "n2") }
        }
        return (FleetNodes.users[0], "n2", "n1")
    }

    @Test("Each command at a node without the user names the node that has it, and its addresses")
    func moved() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let running = try await nodes.startTwo()
            let (moved, one, other) = try await Self.moved(nodes)
            let owner = try #require(
                try await nodes.cluster(one)["nodes"]?.array?.first {
                    $0["isThisNode"]?.boolean == false
                })
            let address = try #require(owner["addresses"]?.array?.first?.string)
            for command in Self.commands {
                let here = try await nodes.navctl(one, ["--user", moved] + command)
                #expect(here.ending == .exit(3), "\(command): \(here)")
                let error = try JSON(here.errors.lines.last ?? "")["error"]
                #expect(
                    error?["reason"]?.string?.contains("user \(moved) is served by node") == true,
                    "\(command): \(here)")
                #expect(error?["advice"]?.string?.contains(address) == true, "\(command): \(here)")
            }
            let follower = try nodes.startNavctl(one, ["--user", moved, "watch"])
            try await follower.wait(for: "a refusal that names the node") { transcript in
                let lines = transcript.errors.lines + transcript.output.lines
                return lines.contains { $0.contains("is served by node") && $0.contains(address) }
                    ? true : nil
            }
            follower.signal(SIGTERM)
            _ = try await follower.end()
            // A change of a device that knows the scene is queued, and handed over where the user is.
            _ = try await nodes.ask(other, "--user", moved, "show")
            let queued = try await nodes.navctl(one, ["--user", moved, "push", "m://queued"])
            #expect(queued.ending == .exit(3), "\(queued)")
            let words = queued.output.text + queued.errors.text
            #expect(words.contains("is served by node"), "\(queued)")
            let last = try await nodes.navctl(other, ["--user", moved, "push", "m://last"])
            #expect(last.ending == .exit(0), "\(last)")
            let there = try await nodes.ask(other, "--user", moved, "show")
            #expect(OfflineTests.routes(there) == ["m://", "m://queued", "m://last"])
            for node in running { try await node.stop() }
        }
    }
}
