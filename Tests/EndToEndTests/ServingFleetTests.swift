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

    /// Users of different shards, each with one paired device.
    private static let users = (1...6).map { "user\($0)" }

    /// A fleet on one database, whose nodes have one key.
    private struct Nodes {
        let place: Installation
        let server: PostgresServer
        let url: String
        private var database: String { PostgresServer.database(in: url) }

        init(_ place: Installation) async throws {
            self.place = place
            server = try await PostgresServer.shared.value
            url = try await server.makeDatabase()
        }

        /// Starts a node in a data directory of its own, with the key of the first one.
        func start(_ name: String) async throws -> RunningProcess {
            let directory = place(name)
            if name != "n1", !FileManager.default.fileExists(atPath: directory) {
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700])
                try FileManager.default.copyItem(
                    atPath: place("n1/server.key"), toPath: directory + "/server.key")
            }
            for _ in 0..<20 {
                let port = UInt16.random(in: 10_000...30_000)
                guard RawSocket.isFree(port), RawSocket.isFree(port + 1) else { continue }
                let node = try place.start(
                    "navsyncd",
                    [
                        "--data-directory", directory, "--ipc", place("\(name)s"), "--tcp",
                        "127.0.0.1:\(port)",
                    ], variables: ["NAVSYNCD_STORE_URL": url])
                let isReady = try await node.wait(for: "a node that is ready, or has ended") {
                    $0.isComplete
                        ? false
                        : $0.errors.lines.contains { $0.contains(" info ready ") } ? true : nil
                }
                if isReady { return node }
            }
            throw NeverCame("no two ports in a row are free")
        }

        /// Pairs a device with each user by the first node.
        func pairAll() async throws {
            let endpoint = "ipc://\(place("n1s"))/control.sock"
            for user in ServingFleetTests.users {
                try await place.change(as: "desk", "--endpoint", endpoint, "user", "add", user)
                let invited = try await place.startNavctl(
                    as: "desk",
                    [
                        "--output", "json", "--endpoint", endpoint, "--user", user, "device",
                        "invite", "--name", "phone",
                    ]
                ).end()
                guard invited.ending == .exit(0), let url = try JSON(invited.output.text)["url"]
                else { throw NeverCame("device invite: \(invited)") }
                try await place.pair(user, try #require(url.string))
                try await place.change(
                    as: user, "tab", "declare", "inbox", "--title", "I", "--root", "m://")
            }
        }

        /// Waits on the server until so many nodes own shards, and none but they.
        func untilShared(among count: Int) async throws {
            try await server.run(
                """
                DO $$ BEGIN
                    FOR attempt IN 1..6000 LOOP
                        EXIT WHEN (SELECT count(*) = \(count) AND min(n) >= \(3_000 / count)
                            FROM (SELECT count(*) AS n FROM navsync.shard GROUP BY owner) AS c);
                        PERFORM pg_sleep(0.01);
                    END LOOP;
                END $$
                """, in: database)
            let counts = try await server.run(
                "SELECT count(*) FROM navsync.shard GROUP BY owner ORDER BY 1", in: database)
            let found = counts.split(separator: "\n").compactMap { Int($0) }
            try #require(found.count == count, "\(counts)")
        }

        /// Asks a node for the fleet, or has it drain a node or end that.
        func cluster(_ name: String, _ words: String...) async throws -> JSON {
            let socket = "ipc://\(place("\(name)s"))/control.sock"
            let result = try await place.startNavctl(
                as: "desk", ["--output", "json", "--endpoint", socket, "cluster"] + words
            ).end()
            guard result.ending == .exit(0) else { throw NeverCame("cluster \(words): \(result)") }
            let object = try JSON(result.output.text)
            return try ContractRuns.hold(object, of: ["cluster", words.first ?? "show"])
        }

        /// Has a node refuse an action; returns the error.
        func refusal(_ name: String, _ words: String...) async throws -> JSON {
            let socket = "ipc://\(place("\(name)s"))/control.sock"
            let result = try await place.startNavctl(
                as: "desk", ["--output", "json", "--endpoint", socket, "cluster"] + words
            ).end()
            #expect(result.ending == .exit(1))
            return try JSON(result.errors.lines.last ?? "")["error"] ?? .null
        }

        /// Drains the node that owns shards and is not the one asked, by its id; returns the id.
        func drainOther(than name: String) async throws -> String {
            let nodes = try await cluster(name)["nodes"]?.array ?? []
            let other = nodes.first {
                $0["isThisNode"]?.boolean == false && $0["shards"]?.integer ?? 0 > 0
            }
            let id = try #require(other?["id"]?.string)
            let drained = try await cluster(name, "drain", id)["nodes"]?.array ?? []
            #expect(drained.first { $0["id"]?.string == id }?["isDraining"]?.boolean == true)
            return id
        }

        /// Has each device push a screen at once; returns the longest time that one took.
        func push(_ route: String) async throws -> Duration {
            try await withThrowingTaskGroup(of: Duration.self) { group in
                for user in ServingFleetTests.users {
                    group.addTask {
                        let start = ContinuousClock.now
                        try await place.change(as: user, "push", route)
                        return ContinuousClock.now - start
                    }
                }
                return try await group.reduce(.zero) { max($0, $1) }
            }
        }

        /// Checks that each user has its screens, each once, in one history without a gap.
        func check(_ routes: [String]) async throws {
            for user in ServingFleetTests.users {
                let shown = try await place.ask(as: user, "show")
                #expect(OfflineTests.routes(shown) == ["m://"] + routes, "\(user)")
                let log = try await place.ask(as: user, "log")
                #expect(log["revision"]?.integer == Int64(routes.count) + 1, "\(user)")
            }
        }
    }

    @Test("Nodes that join, stop and are killed share the users: every change is made, once")
    func life() async throws {
        try await Installation.run { place in
            let nodes = try await Nodes(place)
            let first = try await nodes.start("n1")
            try await nodes.pairAll()
            let watch = try await place.watch(as: Self.users[0])
            let second = try await nodes.start("n2")
            let third = try await nodes.start("n3")
            try await nodes.untilShared(among: 3)
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
            let nodes = try await Nodes(place)
            let first = try await nodes.start("n1")
            try await nodes.pairAll()
            let second = try await nodes.start("n2")
            _ = try await nodes.start("n3")
            try await nodes.untilShared(among: 3)
            // Each device learns of all nodes.
            _ = try await nodes.push("m://met")
            let writing = Writing()
            let written = try await withThrowingTaskGroup(of: Written.self) { group in
                for user in Self.users { group.addTask { try await writing.run(place, as: user) } }
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
            let nodes = try await Nodes(place)
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
}
