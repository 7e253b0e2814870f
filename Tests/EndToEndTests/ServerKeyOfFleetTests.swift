import Foundation
import Testing

/// The one server key of all nodes of a fleet, and its rotation.
@Suite(
    "The server key of a fleet", .inTurns,
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct ServerKeyOfFleetTests {
    /// Starts a node that has to end, and returns its last line.
    private static func refusal(of name: String, _ nodes: FleetNodes) async throws -> String {
        let ended = try await nodes.launch(name).node.end()
        #expect(ended.ending == .exit(1), "\(ended)")
        return ended.errors.lines.last ?? ""
    }

    @Test("A node with another key than the running ones does not start; with a copy it does")
    func otherKey() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let first = try await nodes.start("n1")
            try await nodes.untilShared(among: 1)
            // It makes a key, as no device is paired.
            try nodes.makeDirectory(of: "n2")
            let line = try await Self.refusal(of: "n2", nodes)
            #expect(line.contains("the server key of this node"), "\(line)")
            #expect(line.contains("copy server.key from that node to this one"), "\(line)")
            let key = try await nodes.ask("n1", "key", "show")["fingerprint"]?.string
            #expect(line.contains(try #require(key)), "\(line)")
            #expect(try await nodes.cluster("n1")["nodes"]?.array?.count == 1)
            try nodes.copy("server.key", from: "n1", to: "n2")
            let second = try await nodes.start("n2")
            try await nodes.untilShared(among: 2)
            try await first.stop()
            try await second.stop()
            // Nobody is there whose key it could contradict.
            try FileManager.default.removeItem(atPath: place("n2/server.key"))
            let anew = try await nodes.start("n2")
            try await nodes.untilShared(among: 1)
            try await anew.stop()
        }
    }

    /// Has a node activate its next key, once it has heard that the others announce it.
    private static func activate(at name: String, _ nodes: FleetNodes) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let result = try await nodes.navctl(name, ["key", "activate", "--yes"])
            if result.ending == .exit(0) { return }
            let error = try JSON(result.errors.lines.last ?? "")["error"]
            let reason = error?["reason"]?.string ?? ""
            #expect(reason.contains("does not announce the next server key"), "\(result)")
            guard .now < deadline else { throw NeverCame("a key that all announce") }
        }
    }

    @Test("All nodes go over to the next key one after the other, and devices stay paired")
    func rotation() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let running = try await nodes.startTwo()
            try nodes.makeDirectory(of: "n3")
            try nodes.copy("server.key", from: "n1", to: "n3")

            let prepared = try await nodes.ask("n1", "key", "prepare")
            let early = try await nodes.navctl("n1", ["key", "activate", "--yes"])
            #expect(early.ending != .exit(0))
            let error = try JSON(early.errors.lines.last ?? "")["error"]
            #expect(error?["reason"]?.string?.contains("does not announce") == true, "\(early)")
            #expect(error?["advice"]?.string?.hasPrefix("copy the file") == true, "\(early)")

            try nodes.copy("server.next.key", from: "n1", to: "n2")
            let taken = try await nodes.ask("n2", "key", "prepare")
            let next = try #require(prepared["nextFingerprint"]?.string)
            #expect(taken["nextFingerprint"]?.string == next)
            // The devices of each user are known to one of the two.
            let elsewhere = [prepared, taken].map { $0["usersElsewhere"]?.integer ?? 0 }
            #expect(elsewhere[0] + elsewhere[1] == Int64(FleetNodes.users.count), "\(elsewhere)")
            _ = try await nodes.push("m://announced")
            try await Self.activate(at: "n1", nodes)
            try await Self.activate(at: "n2", nodes)
            try await running[0].stop()
            let third = try await nodes.start("n1")
            try await nodes.untilShared(among: 2)
            #expect(try await nodes.ask("n1", "key", "show")["fingerprint"]?.string == next)
            #expect(try await nodes.ask("n2", "key", "show")["fingerprint"]?.string != next)
            // Devices find the one under its new key, and learn of its new address at the other.
            _ = try await nodes.push("m://between")
            try await running[1].stop()
            let fourth = try await nodes.start("n2")
            try await nodes.untilShared(among: 2)
            #expect(try await nodes.ask("n2", "key", "show")["fingerprint"]?.string == next)
            _ = try await nodes.push("m://rotated")
            try await nodes.check(["m://announced", "m://between", "m://rotated"])
            // One that has missed it all.
            let late = try await Self.refusal(of: "n3", nodes)
            #expect(late.contains("the server key of this node"), "\(late)")
            try await third.stop()
            try await fourth.stop()
        }
    }
}
