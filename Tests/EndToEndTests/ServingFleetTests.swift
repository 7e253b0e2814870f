import Foundation
import Synchronization
import Testing

/// Several daemons that serve one database at once, as their devices see them.
@Suite(
    "A fleet of daemons", .inTurns,
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct ServingFleetTests {
    /// The commands whose good runs are here, since they need a fleet.
    static let commands = ["cluster drain", "cluster undrain"]

    @Test("Nodes that join, stop and are killed share the users: every change is made, once")
    func life() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let first = try await nodes.start("n1")
            try await nodes.pairAll()
            let second = try await nodes.start("n2")
            let third = try await nodes.start("n3")
            try await nodes.untilShared(among: 3)
            // It is told of all three.
            let watch = try await place.watch(as: FleetNodes.users[0])
            let joined = try await nodes.push("m://joined")
            try await nodes.check(["m://joined"])
            try await first.stop()
            let stopped = try await nodes.push("m://stopped")
            try await nodes.untilShared(among: 2)
            second.signal(SIGKILL)
            _ = try await second.end()
            let killed = try await nodes.push("m://killed")
            try await nodes.check(["m://joined", "m://stopped", "m://killed"])
            try await watch.untilRevision(4)
            print("longest push after a join \(joined), a stop \(stopped), a kill \(killed)")
            // Far less than a lease: a node that stops hands over before.
            #expect(stopped < .seconds(5))
            try await third.stop()
        }
    }

    /// The screens that one device pushed, and the longest time that one took.
    private typealias Written = (user: String, routes: [String], longest: Duration)

    /// The end of all writes.
    private final class Writing: Sendable {
        private let isOver = Mutex(false)

        func end() { isOver.withLock { $0 = true } }

        /// Has a device push screens, one after the other, until the end.
        func run(_ place: Installation, as user: String) async throws -> Written {
            var (routes, longest) = ([String](), Duration.zero)
            while !isOver.withLock({ $0 }) {
                let start = ContinuousClock.now
                try await place.change(as: user, "push", "m://\(routes.count)")
                longest = max(longest, ContinuousClock.now - start)
                routes.append("m://\(routes.count)")
            }
            return (user, routes, longest)
        }
    }

    @Test("A kill, a standstill beyond the lease, a drain and a join lose and repeat no write")
    func faults() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let first = try await nodes.start("n1")
            try await nodes.pairAll()
            let second = try await nodes.start("n2")
            _ = try await nodes.start("n3")
            try await nodes.untilShared(among: 3)
            // Each device learns of all nodes.
            _ = try await nodes.push("m://met")
            let writing = Writing()
            let written = try await withThrowingTaskGroup(of: Written.self) { group in
                for user in FleetNodes.users {
                    group.addTask { try await writing.run(place, as: user) }
                }
                do {
                    defer { writing.end() }
                    first.signal(SIGKILL)
                    _ = try await first.end()
                    try await nodes.untilShared(among: 2)
                    second.signal(SIGSTOP)
                    try await nodes.untilShared(among: 1)
                    second.signal(SIGCONT)
                    try await nodes.untilShared(among: 2)
                    let drained = try await nodes.drainOther(than: "n3")
                    try await nodes.untilShared(among: 1)
                    _ = try await nodes.cluster("n3", "undrain", drained)
                    try await nodes.untilShared(among: 2)
                    _ = try await nodes.cluster("n3", "drain", drained)
                    try await nodes.untilShared(among: 1)
                    _ = try await nodes.start("n4")
                    try await nodes.untilShared(among: 2)
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (user, routes, _) in written {
                let shown = try await place.ask(as: user, "show")
                #expect(OfflineTests.routes(shown) == ["m://", "m://met"] + routes, "\(user)")
                let log = try await place.ask(as: user, "log")
                #expect(log["revision"]?.integer == Int64(routes.count) + 2, "\(user)")
            }
            let count = written.reduce(0) { $0 + $1.routes.count }
            let longest = written.map(\.longest).max() ?? .zero
            print("longest push of \(count) under faults \(longest)")
            #expect(count > 60)
            #expect(longest < .seconds(30))
        }
    }

    @Test("cluster shows nodes, shards and the server, and refuses to drain the last node")
    func cluster() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let first = try await nodes.start("n1")
            try await nodes.untilShared(among: 1)
            let alone = try await nodes.cluster("n1")
            #expect(alone["store"]?.string == "postgresql")
            #expect(alone["nodes"]?.array?.map { $0["shards"]?.integer } == [4_096])
            #expect(alone["nodes"]?.array?.map { $0["isThisNode"]?.boolean } == [true])
            #expect(alone["server"]?["address"]?.string == "local socket")
            let id = try #require(alone["nodes"]?.array?.first?["id"]?.string)
            let last = try await nodes.refusal("n1", "drain", id)
            #expect(last["reason"]?.string?.contains("no other node can take") == true)
            #expect(last["advice"]?.string?.hasPrefix("start another node") == true)
            let unknown = try await nodes.refusal("n1", "drain", "nobody")
            #expect(unknown["reason"]?.string == "no node 'nobody': see 'navctl cluster'")
            let second = try await nodes.start("n2")
            try await nodes.untilShared(among: 2)
            let name = try #require(alone["nodes"]?.array?.first?["name"]?.string)
            let both = try await nodes.refusal("n1", "drain", name)
            #expect(both["advice"]?.string == "use an address or an id")
            let address = try await nodes.cluster("n2")["nodes"]?.array?.first {
                $0["isThisNode"]?.boolean == false
            }?["addresses"]?.array?.first?.string
            _ = try await nodes.cluster("n2", "drain", try #require(address))
            try await nodes.untilShared(among: 1)
            let drained = try await nodes.cluster("n1")["nodes"]?.array ?? []
            let one = drained.first { $0["isThisNode"]?.boolean == true }
            #expect(one?["isDraining"]?.boolean == true)
            #expect(one?["shards"]?.integer == 0)
            try await second.stop()
            try await first.stop()
        }
    }

    @Test("drain waits for a node that stands still, up to its deadline, or not at all")
    func drainDeadline() async throws {
        try await Installation.run { place in
            let nodes = try await FleetNodes(place)
            let first = try await nodes.start("n1")
            let second = try await nodes.start("n2")
            try await nodes.untilShared(among: 2)
            let all = try await nodes.cluster("n1")["nodes"]?.array ?? []
            let other = all.first { $0["isThisNode"]?.boolean == false }
            let id = try #require(other?["id"]?.string)
            second.signal(SIGSTOP)
            let early = try await nodes.cluster("n1", "drain", id, "--no-wait")
            let node = early["nodes"]?.array?.first { $0["id"]?.string == id }
            #expect(node?["isDraining"]?.boolean == true)
            #expect(node?["shards"]?.integer ?? 0 > 0)
            let late = try await nodes.refusal("n1", "drain", id, "--deadline", "500ms")
            #expect(late["reason"]?.string?.contains("still owns") == true, "\(late)")
            #expect(late["advice"]?.string?.contains("--deadline") == true)
            // Others take its shards when its lease has run out.
            let drained = try await nodes.cluster("n1", "drain", id, "--deadline", "30s")
            let shards = drained["nodes"]?.array?.compactMap { $0["shards"]?.integer }
            #expect(shards?.sorted() == [0, 4_096])
            second.signal(SIGCONT)
            try await second.stop()
            try await first.stop()
        }
    }
}
