import Foundation
import Testing

/// A fleet on one database, or the part of one that is on one of several, whose nodes have one key.
struct FleetNodes {
    /// Users of different shards, each with one paired device.
    static let users = (1...6).map { "user\($0)" }

    let place: Installation
    let server: PostgresServer
    let url: String
    /// The databases of the fleet, as their setting has them; `nil` for one.
    private let databases: String?
    var database: String { PostgresServer.database(in: url) }

    init(_ place: Installation) async throws {
        let server = try await PostgresServer.shared.value
        self.init(place, server, url: try await server.makeDatabase())
    }

    init(
        _ place: Installation, _ server: PostgresServer, url: String, among databases: String? = nil
    ) {
        (self.place, self.server, self.url, self.databases) = (place, server, url, databases)
    }

    /// Starts a node in a data directory of its own, with the key of the first one.
    func start(_ name: String) async throws -> RunningProcess {
        try await startWithMetrics(name).node
    }

    /// Starts two nodes, between whom the users with their devices are shared.
    func startTwo() async throws -> [RunningProcess] {
        let first = try await start("n1")
        try await pairAll()
        let second = try await start("n2")
        try await untilSettled(among: 2)
        return [first, second]
    }

    /// Starts a node, which serves its metrics.
    func startWithMetrics(_ name: String) async throws -> (node: RunningProcess, port: UInt16) {
        if name != "n1", !FileManager.default.fileExists(atPath: place(name)) {
            try makeDirectory(of: name)
            try copy("server.key", from: "n1", to: name)
        }
        for _ in 0..<20 {
            let (node, port) = try launch(name)
            let isReady = try await node.wait(for: "a node that is ready, or has ended") {
                $0.isComplete
                    ? false
                    : $0.errors.lines.contains { $0.contains(" info ready ") } ? true : nil
            }
            if isReady { return (node, port) }
        }
        throw NeverCame("a node that starts")
    }

    /// Starts a node at ports that are free, and does not wait for it; returns that of its metrics.
    func launch(_ name: String) throws -> (node: RunningProcess, port: UInt16) {
        for _ in 0..<20 {
            let port = UInt16.random(in: 10_000...30_000)
            guard (port...port + 2).allSatisfy(RawSocket.isFree) else { continue }
            let node = try place.start(
                "navsyncd",
                [
                    "--data-directory", place(name), "--ipc", place("\(name)s"), "--tcp",
                    "127.0.0.1:\(port)",
                ],
                variables: [
                    "NAVSYNCD_STORE_URL": url, "NAVSYNCD_STORE_DATABASES": databases ?? "none",
                    "NAVSYNCD_METRICS_LISTEN": "127.0.0.1:\(port + 2)",
                ])
            return (node, port + 2)
        }
        throw NeverCame("no three ports in a row are free")
    }

    /// Makes the data directory of a node.
    func makeDirectory(of name: String) throws {
        try FileManager.default.createDirectory(
            atPath: place(name), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    /// Copies a file from one node's data directory to another's, where it replaces its like.
    func copy(_ file: String, from name: String, to other: String) throws {
        try? FileManager.default.removeItem(atPath: place("\(other)/\(file)"))
        try FileManager.default.copyItem(
            atPath: place("\(name)/\(file)"), toPath: place("\(other)/\(file)"))
    }

    /// Starts a command of a local administrator at a node.
    func startNavctl(_ name: String, _ words: [String]) throws -> RunningProcess {
        let socket = "ipc://\(place("\(name)s"))/control.sock"
        return try place.startNavctl(
            as: "desk", ["--output", "json", "--endpoint", socket] + words)
    }

    /// Runs a command of a local administrator at a node.
    func navctl(_ name: String, _ words: [String]) async throws -> Finished {
        try await startNavctl(name, words).end()
    }

    /// Returns the object that a command of a local administrator at a node writes.
    func ask(_ name: String, _ words: String...) async throws -> JSON {
        let result = try await navctl(name, words)
        guard result.ending == .exit(0) else { throw NeverCame("\(words): \(result)") }
        return try JSON(result.output.text)
    }

    /// Pairs a device with each user by the first node.
    func pairAll() async throws {
        let endpoint = "ipc://\(place("n1s"))/control.sock"
        for user in Self.users {
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

    /// Waits on the server until each of so many nodes has its share, and no owner changes for as long
    /// as four looks of a node take.
    func untilSettled(among count: Int) async throws {
        try await untilShared(among: count)
        try await server.run(
            """
            DO $$ DECLARE seen bigint;
            BEGIN
                FOR attempt IN 1..60 LOOP
                    seen := (SELECT map FROM navsync.store);
                    PERFORM pg_sleep(1);
                    EXIT WHEN (SELECT map FROM navsync.store) = seen;
                END LOOP;
            END $$
            """, in: database)
    }

    /// Asks a node for the fleet, or has it drain a node or end that.
    func cluster(_ name: String, _ words: String...) async throws -> JSON {
        let result = try await navctl(name, ["cluster"] + words)
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
        let node = drained.first { $0["id"]?.string == id }
        #expect(node?["isDraining"]?.boolean == true)
        #expect(node?["shards"]?.integer == 0, "it has waited")
        return id
    }

    /// Has each device push a screen at once; returns the longest time that one took.
    func push(_ route: String) async throws -> Duration {
        try await withThrowingTaskGroup(of: Duration.self) { group in
            for user in Self.users {
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
        for user in Self.users {
            let shown = try await place.ask(as: user, "show")
            #expect(OfflineTests.routes(shown) == ["m://"] + routes, "\(user)")
            let log = try await place.ask(as: user, "log")
            #expect(log["revision"]?.integer == Int64(routes.count) + 1, "\(user)")
        }
    }
}
