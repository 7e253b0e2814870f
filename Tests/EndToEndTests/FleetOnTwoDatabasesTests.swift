import Foundation
import NavigationWire
import Testing

/// A fleet whose users are on two PostgreSQL servers, as their devices see it.
@Suite(
    "A fleet on two databases", .inTurns,
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"))
struct FleetOnTwoDatabasesTests {
    /// Two databases on two servers, with a node each: `n1` and `n2`.
    private struct Fleet {
        let place: Installation
        /// The databases' nodes, by the database.
        let parts: [FleetNodes]
        /// Users, by the database that has them.
        let users: [[String]]

        init(_ place: Installation) async throws {
            self.place = place
            let servers = [try await PostgresServer.shared.value, try await PostgresServer()]
            let urls = [try await servers[0].makeDatabase(), try await servers[1].makeDatabase()]
            let list = "0-2047=\(urls[0]);2048-4095=\(urls[1])"
            parts = zip(servers, urls).map { FleetNodes(place, $0, url: $1, among: list) }
            users = [try await Self.users("<", servers[0]), try await Self.users(">=", servers[0])]
        }

        /// Returns two users whose shards are before or after the boundary.
        private static func users(
            _ condition: String, _ server: PostgresServer
        ) async throws -> [String] {
            try await server.run(
                """
                SELECT 'user' || n FROM generate_series(1, 99) AS n,
                    sha256(convert_to('user' || n, 'UTF8')) AS h
                WHERE get_byte(h, 0) * 16 + get_byte(h, 1) / 16 \(condition) 2048
                ORDER BY n LIMIT 2
                """, in: "postgres"
            ).split(separator: "\n").map(String.init)
        }

        /// Starts a node of each database, and waits until each serves all users of its own, and knows
        /// of the other.
        func start() async throws -> [RunningProcess] {
            let first = try await parts[0].start("n1")
            let second = try await parts[1].start("n2")
            for name in ["n1", "n2"] {
                try await untilShown(at: name) { nodes in
                    nodes.map { $0["shards"]?.integer } == [2_048, 2_048]
                }
            }
            return [first, second]
        }

        /// Waits until a node shows the fleet as wanted.
        @discardableResult
        func untilShown(at name: String, _ isWanted: ([JSON]) -> Bool) async throws -> [JSON] {
            let deadline = ContinuousClock.now + .seconds(60)
            while true {
                let nodes = try await parts[0].cluster(name)["nodes"]?.array ?? []
                if isWanted(nodes) { return nodes }
                guard .now < deadline else { throw NeverCame("a fleet: \(nodes)") }
            }
        }

        /// The address of a node's control.
        func address(of name: String) async throws -> String {
            let nodes = try await parts[0].cluster(name)["nodes"]?.array ?? []
            let own = nodes.first { $0["isThisNode"]?.boolean == true }
            return try #require(own?["addresses"]?.array?.first?.string)
        }

        /// Invites a device of a user at a node.
        func invite(_ user: String, at name: String) async throws -> PairingURL {
            let invited = try await parts[0].ask(
                name, "--user", user, "device", "invite", "--name", "phone")
            return try PairingURL(try #require(invited["url"]?.string))
        }

        /// Adds each user at its node, and pairs a device that knows the node of the other database
        /// alone.
        func pairAll() async throws {
            for (index, own) in ["n1", "n2"].enumerated() {
                let other = try await address(of: index == 0 ? "n2" : "n1")
                for user in users[index] {
                    _ = try await parts[0].ask(own, "user", "add", user)
                    let url = try await invite(user, at: own)
                    let elsewhere = try PairingURL(
                        secretKey: url.secretKey, serverKey: url.serverKey, addresses: [other],
                        expires: url.expires, user: url.user, name: url.name, role: url.role)
                    try await place.pair(user, elsewhere.text)
                    try await place.change(
                        as: user, "tab", "declare", "inbox", "--title", "I", "--root", "m://")
                }
            }
        }

        /// Returns the lines of a query on all databases.
        func lines(_ query: String) async throws -> [String] {
            var lines: [String] = []
            for part in parts {
                lines += try await part.server.run(query, in: part.database)
                    .split(separator: "\n").map(String.init)
            }
            return lines
        }

        /// Returns the routes that a device shows.
        func routes(of user: String) async throws -> [String] {
            OfflineTests.routes(try await place.ask(as: user, "show"))
        }
    }

    @Test("Users of both pair by a node of the other, are listed by each, and keep their scenes")
    func life() async throws {
        try await Installation.run { place in
            let fleet = try await Fleet(place)
            let running = try await fleet.start()
            try await fleet.pairAll()
            for user in fleet.users.joined() {
                try await place.change(as: user, "push", "m://1")
                #expect(try await fleet.routes(of: user) == ["m://", "m://1"], "\(user)")
            }
            // Each key was reserved, in one of the two.
            let keys = try await fleet.lines("SELECT encode(key, 'hex') FROM navsync.key")
            let reserved = try await fleet.lines(
                "SELECT encode(substr(principal, 2), 'hex') FROM navsync.reservation")
            #expect(keys.count == 8, "of a device and an invitation for each user")
            #expect(reserved.sorted() == keys.sorted())
            let all = fleet.users.joined().sorted()
            for name in ["n1", "n2"] {
                let listed =
                    try await fleet.parts[0].ask(name, "user", "list")["users"]?.array ?? []
                #expect(listed.compactMap { $0["name"]?.string } == all, "\(name)")
                #expect(listed.allSatisfy { $0["devices"]?.integer == 1 }, "\(listed)")
                let nodes = try await fleet.untilShown(at: name) { $0.count == 2 }
                let ranges = nodes.compactMap { $0["shardRange"]?.string }
                #expect(ranges.sorted() == ["0-2047", "2048-4095"])
            }
            // Each node holds the users of its own database, and names the other's.
            for (index, name) in ["n2", "n1"].enumerated() {
                let user = fleet.users[index][0]
                let here = try await fleet.parts[0].navctl(name, ["--user", user, "show"])
                #expect(here.ending == .exit(3), "\(here)")
                let error = try JSON(here.errors.lines.last ?? "")["error"]
                #expect(error?["reason"]?.string?.contains("is served by node") == true, "\(here)")
                let address = try await fleet.address(of: index == 0 ? "n1" : "n2")
                #expect(error?["advice"]?.string?.contains(address) == true, "\(here)")
                let count = try await fleet.parts[index].server.run(
                    "SELECT count(*) FROM navsync.\"user\"", in: fleet.parts[index].database)
                #expect(count == "2")
            }
            // A node is drained by its own database's nodes only: there is none left.
            let id = try #require(
                try await fleet.untilShown(at: "n1") { _ in true }.first {
                    $0["isThisNode"]?.boolean == false
                }?["id"]?.string)
            let last = try await fleet.parts[0].refusal("n1", "drain", id)
            #expect(last["reason"]?.string?.contains("no other node can take") == true, "\(last)")
            let third = try await fleet.parts[1].start("n3")
            _ = try await fleet.untilShown(at: "n1") { $0.count == 3 }
            _ = try await fleet.parts[0].cluster("n1", "drain", id)
            for user in fleet.users.joined() {
                try await place.change(as: user, "push", "m://2")
                #expect(try await fleet.routes(of: user) == ["m://", "m://1", "m://2"], "\(user)")
            }
            for node in running + [third] { try await node.stop() }
        }
    }

    @Test("Of two users of two databases that are given one uid at once, one gets it")
    func race() async throws {
        try await Installation.run { place in
            let fleet = try await Fleet(place)
            let running = try await fleet.start()
            for uid in 4_001...4_010 {
                let (first, second) = ("a\(uid)", "b\(uid)")
                // Names of either database: half of the pairs are of two.
                let adding = try [("n1", first), ("n2", second), ("n1", second), ("n2", first)]
                    .map { name, user in
                        try fleet.parts[0].startNavctl(
                            name, ["user", "add", user, "--uid", "\(uid)"])
                    }
                var endings: [Finished] = []
                for process in adding { endings.append(try await process.end()) }
                let good = endings.filter { $0.ending == .exit(0) }
                #expect(good.count == 1, "\(endings)")
                let listed =
                    try await fleet.parts[0].ask("n1", "user", "list")["users"]?.array ?? []
                #expect(listed.count { $0["uid"]?.integer == Int64(uid) } == 1, "\(listed)")
            }
            for node in running { try await node.stop() }
        }
    }

    @Test("A server that is killed is missed by its own users, who catch up when it is back")
    func loss() async throws {
        try await Installation.run { place in
            let fleet = try await Fleet(place)
            let running = try await fleet.start()
            try await fleet.pairAll()
            try await fleet.parts[1].server.crash()
            // The others go on, at once and for longer than a lease.
            let (well, lost) = (fleet.users[0][0], fleet.users[1][0])
            let queued = try await place.startNavctl(
                as: lost, ["push", "m://queued", "--timeout", "2s"]
            ).end()
            #expect(queued.ending == .exit(3), "\(queued)")
            var (longest, count) = (Duration.zero, 0)
            let end = ContinuousClock.now + .seconds(8)
            while .now < end {
                let start = ContinuousClock.now
                count += 1
                try await place.change(as: well, "push", "m://\(count)")
                longest = max(longest, ContinuousClock.now - start)
            }
            print("longest of \(count) pushes while the other server is away: \(longest)")
            #expect(longest < .seconds(5))
            _ = try await fleet.untilShown(at: "n1") { nodes in
                nodes.contains { $0["lease"]?.integer ?? 0 <= 0 }
            }
            let told = try await fleet.parts[0].navctl("n1", ["--user", lost, "show"])
            #expect(told.ending == .exit(3), "\(told)")
            #expect(told.errors.text.contains("no node serves user \(lost)"), "\(told)")
            // A node starts without the other server, and says so.
            let third = try await fleet.parts[0].start("n3")
            try await third.wait(for: "a warning") { transcript in
                transcript.errors.lines.contains {
                    $0.contains("database of other shards unavailable") && $0.contains("2048-4095")
                } ? true : nil
            }
            // Its devices learn of that node before the one that they know stops, which has to have
            // seen it: then it hands over.
            _ = try await fleet.untilShown(at: "n1") { nodes in
                let shards = nodes.filter { $0["shardRange"]?.string == "0-2047" }
                    .compactMap { $0["shards"]?.integer }
                return shards.count == 2 && shards.reduce(0, +) == 2_048 && !shards.contains(0)
            }
            try await place.change(as: well, "push", "m://met")
            try await running[0].stop()
            try await place.change(as: well, "push", "m://again")
            try await fleet.parts[1].server.restart()
            try await place.untilAsked(as: lost, ["show"], "the scene with what was queued") {
                OfflineTests.routes($0) == ["m://", "m://queued"]
            }
            let routes = ["m://"] + (1...count).map { "m://\($0)" } + ["m://met", "m://again"]
            #expect(try await fleet.routes(of: well) == routes)
            try await third.stop()
            try await running[1].stop()
        }
    }

    @Test("A node with other shards than its database, or without an address, does not start")
    func refusals() async throws {
        try await Installation.run { place in
            let fleet = try await Fleet(place)
            let running = try await fleet.start()
            try fleet.parts[0].makeDirectory(of: "x")
            try fleet.parts[0].copy("server.key", from: "n1", to: "x")
            let urls = fleet.parts.map(\.url)
            let rows: [(list: String, tcp: String, words: String)] = [
                (
                    "0-1023=\(urls[0]);1024-4095=\(urls[1])", "127.0.0.1:9",
                    "has the shards 0-2047, and store.databases gives it 0-1023"
                ),
                ("none", "127.0.0.1:9", "set store.databases as on the fleet's other nodes"),
                (
                    "0-2047=\(urls[0]);2048-4095=\(urls[1])", "none",
                    "set listen.advertise to an address that devices can reach"
                ),
            ]
            for row in rows {
                let ended = try await place.start(
                    "navsyncd",
                    ["--data-directory", place("x"), "--ipc", place("xs"), "--tcp", row.tcp],
                    variables: [
                        "NAVSYNCD_STORE_URL": urls[0], "NAVSYNCD_STORE_DATABASES": row.list,
                    ]
                ).end()
                #expect(ended.ending == .exit(1), "\(ended)")
                #expect(ended.errors.text.contains(row.words), "\(ended)")
            }
            for node in running { try await node.stop() }
        }
    }
}
