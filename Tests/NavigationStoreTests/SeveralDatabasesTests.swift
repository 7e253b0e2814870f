import NavigationModel
import NavigationPostgres
import NavigationStore
import NavigationSync
import NavigationWire
import RunningProcesses
import StoreSamples
import Testing

/// A fleet on two databases: their shards, their one id, and what is unique in both.
@Suite(
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.missing)"), .timeLimit(.minutes(10)))
struct SeveralDatabasesTests {
    private typealias Sample = SampleRegistry

    private let server: PostgresServer
    private let databases: [FleetDatabase]

    /// A user of the first database, and one of the second.
    private static let (ann, bob) = (user(below: true), user(below: false))

    init() async throws {
        server = try await PostgresServer.shared.value
        databases = [
            FleetDatabase(range: Self.range(0, 2_047), url: try await server.makeDatabase()),
            FleetDatabase(range: Self.range(2_048, 4_095), url: try await server.makeDatabase()),
        ]
    }

    private static func range(_ first: Int, _ last: Int) -> ShardRange {
        guard let range = ShardRange(first, last) else { preconditionFailure("a range") }
        return range
    }

    private static func user(below isBelow: Bool, after first: Int = 0) -> UserID {
        let names = (first...).lazy.compactMap { UserID(rawValue: "user\($0)") }
        let name = names.first { (Shard(of: $0).number < 2_048) == isBelow }
        guard let name else { preconditionFailure("a name") }
        return name
    }

    /// Opens the store of a node.
    ///
    /// - Parameter list: The databases in its settings.
    private func open(
        _ index: Int, _ list: [FleetDatabase]? = nil, lease: Duration = .seconds(60)
    ) throws -> PostgresStore {
        try PostgresStore(
            opening: PostgresConfiguration(
                url: databases[index].url, name: "n\(index)", lease: lease,
                databases: list ?? databases))
    }

    private typealias Node = (store: PostgresStore, claim: Claim)

    private func join(_ index: Int, lease: Duration = .seconds(60)) async throws -> Node {
        let store = try open(index, lease: lease)
        store.announce(["n\(index):7311"])
        let claim = try await store.claim([], after: .zero)
        let taken = try await store.take(.all, under: claim)
        // Of all that it asks for it gets those of its database.
        #expect(taken.count == 2_048)
        return (store, claim)
    }

    /// Waits until a node has a map that is as wanted.
    private static func map(
        of store: PostgresStore, _ isWanted: (FleetMap) -> Bool
    ) async throws -> FleetMap {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let map = try await store.map()
            if isWanted(map) { return map }
            guard .now < deadline else { throw NeverCame("a map: \(map.others) \(map.nodes)") }
        }
    }

    @Test("Two databases that begin at once are of one fleet, with the id of the first")
    func identity() async throws {
        async let second = join(1)
        async let first = join(0)
        let (lower, upper) = (try await first, try await second)
        let identity = try await lower.store.identity(under: lower.claim)
        #expect(try await upper.store.identity(under: upper.claim).id == identity.id)
        await upper.store.close()
        await lower.store.close()
        // It does not change, and the second starts without the first from now on.
        let away = FleetDatabase(range: databases[0].range, url: "postgresql://x@/y?host=/none")
        let again = try open(1, [away, databases[1]])
        let claim = try await again.claim([], after: .zero)
        #expect(try await again.identity(under: claim).id == identity.id)
        await again.close()
    }

    @Test("A second database does not begin before the first has an id")
    func order() async throws {
        let store = try open(1)
        await #expect {
            while true {
                // A server that is busy with other tests may reply too late for a claim.
                do {
                    return _ = try await store.claim([], after: .zero)
                } catch StoreError.unavailable {
                    continue
                }
            }
        } throws: { error in
            let text = "\(error)"
            return text.contains("the fleet has no id yet")
                && text.contains("start a node of that database first")
        }
        await store.close()
    }

    private func refusal(_ store: PostgresStore) async -> String {
        defer { Task { await store.close() } }
        do {
            _ = try await store.claim([], after: .zero)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("A node with another range, or with none, is refused, and both ranges are named")
    func otherRange() async throws {
        let first = try await join(0)
        let list = [
            FleetDatabase(range: Self.range(0, 1_023), url: databases[0].url),
            FleetDatabase(range: Self.range(1_024, 4_095), url: databases[1].url),
        ]
        let other = await refusal(try open(0, list))
        #expect(other.contains("has the shards 0-2047, and store.databases gives it 0-1023"))
        #expect(other.contains("they never change"), "\(other)")
        let none = await refusal(try open(0, []))
        #expect(none.contains("has only the shards 0-2047 of a fleet of several"), "\(none)")
        #expect(none.contains("set store.databases as on the fleet's other nodes"), "\(none)")
        await first.store.close()
    }

    @Test("A database of another fleet is refused, and both fleets are named")
    func otherFleet() async throws {
        let (first, second) = (try await join(0), try await join(1))
        let id = try await first.store.identity(under: first.claim).id
        await second.store.close()
        try await server.run(
            "UPDATE navsync.store SET id = 1", in: PostgresServer.database(in: databases[1].url))
        let words = await refusal(try open(1))
        #expect(words.contains("is of fleet \(id), and this node's of fleet 0000000000000001"))
        #expect(words.contains("name the databases of one fleet"), "\(words)")
        // The first one reads nothing there.
        await #expect(throws: StoreError.self) {
            try await first.store.account(of: Self.bob)
        }
        await first.store.close()
    }

    @Test("A database with users takes no part of the shards")
    func used() async throws {
        let whole = try open(0, [])
        let claim = try await whole.claim(.all, after: .zero)
        try await whole.commit([], [.user(Sample.user(Self.ann))], under: claim)
        await whole.close()
        let words = await refusal(try open(0))
        #expect(words.contains("has users already"), "\(words)")
        #expect(words.contains("use an empty database"), "\(words)")
    }

    @Test("Each node finds the users of both databases, and what belongs to them")
    func lookups() async throws {
        let (first, second) = (try await join(0), try await join(1))
        let invitation = InvitationID(rawValue: 1 << 12 | UInt64(Shard(of: Self.bob).number))
        let key = Sample.key(5)
        try await first.store.commit([], [.user(Sample.user(Self.ann))], under: first.claim)
        try await second.store.commit(
            [],
            [
                .user(Sample.user(Self.bob, uid: 7)),
                .device(Sample.device(1, key: 5), of: Self.bob),
                .invitation(Sample.invitation(invitation.rawValue, key: 6), of: Self.bob),
            ], under: second.claim)
        for store in [first.store, second.store] {
            let principals: [Principal] = [
                .device(key), .device(Sample.key(6)), .local(uid: 7), .invitation(invitation),
            ]
            for principal in principals {
                #expect(try await store.owner(of: principal) == Self.bob, "\(principal)")
            }
            #expect(try await store.owner(of: .device(Sample.key(9))) == nil)
            #expect(try await store.account(holding: key)?.user.name == Self.bob)
            #expect(try await store.account(of: Self.ann)?.user.name == Self.ann)
            let all = [Self.ann, Self.bob].sorted()
            #expect(try await store.users(after: nil, limit: 9).map(\.name) == all)
            #expect(try await store.users(after: nil, limit: 1).map(\.name) == [all[0]])
            #expect(try await store.users(after: all[0], limit: 9).map(\.name) == [all[1]])
        }
        await first.store.close()
        await second.store.close()
    }

    @Test("Of two users of two databases that reserve one key at once, exactly one gets it")
    func race() async throws {
        let (first, second) = (try await join(0), try await join(1))
        for number in 0..<100 {
            let principal: Principal =
                number % 4 == 0 ? .local(uid: UInt32(number)) : .device(Sample.key(UInt64(number)))
            async let one = first.store.reserve(principal, for: Self.ann)
            async let other = second.store.reserve(principal, for: Self.bob)
            let owners = (try await one, try await other)
            let isAnns = owners == (nil, Self.ann)
            #expect(isAnns || owners == (Self.bob, nil), "\(principal): \(owners)")
            // The same user may ask again, the other one may not.
            let winner = isAnns ? (first, Self.ann) : (second, Self.bob)
            let loser = isAnns ? (second, Self.bob) : (first, Self.ann)
            #expect(try await winner.0.store.reserve(principal, for: winner.1) == nil)
            #expect(try await loser.0.store.reserve(principal, for: loser.1) == winner.1)
        }
        await first.store.close()
        await second.store.close()
    }

    @Test("A local user is free again when its user was removed, and stays so for its next one")
    func release() async throws {
        let (first, second) = (try await join(0), try await join(1))
        // Local users that either database decides about.
        for uid: UInt32 in 100..<110 {
            #expect(try await first.store.reserve(.local(uid: uid), for: Self.ann) == nil)
            let user = Sample.user(Self.ann, uid: uid)
            try await first.store.commit([], [.user(user)], under: first.claim)
            #expect(try await second.store.reserve(.local(uid: uid), for: Self.bob) == Self.ann)
            let removed = Sample.user(Self.ann, uid: uid, removed: Timestamp(rawValue: 9_000))
            try await first.store.commit([], [.user(removed)], under: first.claim)
            // Behind the release, which is under way.
            _ = try await first.store.reserve(.local(uid: uid + 1_000), for: Self.ann)
            let deadline = ContinuousClock.now + .seconds(10)
            while try await second.store.reserve(.local(uid: uid), for: Self.bob) != nil {
                guard .now < deadline else { throw NeverCame("a free uid \(uid)") }
            }
            #expect(try await first.store.reserve(.local(uid: uid), for: Self.ann) == Self.bob)
        }
        await first.store.close()
        await second.store.close()
    }

    @Test(
        "A node that is late gives back no local user that a later owner of the shard has reserved")
    func lateRelease() async throws {
        let (first, second) = (try await join(0), try await join(1))
        #expect(try await first.store.reserve(.local(uid: 42), for: Self.ann) == nil)
        try await first.store.commit(
            [], [.user(Sample.user(Self.ann, uid: 42))], under: first.claim)
        // The shard's next owner has reserved it anew, in whichever database decides.
        for database in databases {
            try await server.run(
                "UPDATE navsync.reservation SET term = term + 1",
                in: PostgresServer.database(in: database.url))
        }
        let removed = Sample.user(Self.ann, uid: 42, removed: Timestamp(rawValue: 9_000))
        try await first.store.commit([], [.user(removed)], under: first.claim)
        // Behind all that the removal has begun.
        for uid: UInt32 in 1_000..<1_008 {
            #expect(try await first.store.reserve(.local(uid: uid), for: Self.ann) == nil)
        }
        #expect(try await second.store.reserve(.local(uid: 42), for: Self.bob) == Self.ann)
        await first.store.close()
        await second.store.close()
    }

    @Test(
        "A local user that is reserved anew before its user's removal is durable is not given back")
    func earlyRelease() async throws {
        let (first, second) = (try await join(0), try await join(1))
        // Local users that either database decides about.
        for uid: UInt32 in 300..<308 {
            #expect(try await first.store.reserve(.local(uid: uid), for: Self.ann) == nil)
            let removed = Sample.user(Self.ann, uid: uid, removed: Timestamp(rawValue: 9_000))
            try await first.store.commit([], [.user(removed)], under: first.claim)
        }
        // Behind all that the removals have begun.
        for uid: UInt32 in 1_000..<1_008 {
            #expect(try await first.store.reserve(.local(uid: uid), for: Self.ann) == nil)
        }
        for uid: UInt32 in 300..<308 {
            #expect(try await second.store.reserve(.local(uid: uid), for: Self.bob) == Self.ann)
        }
        await first.store.close()
        await second.store.close()
    }

    @Test("Neither a copy of a part of a fleet is made, nor one to such a database")
    func copies() async throws {
        let first = try await join(0)
        await first.store.close()
        let configuration = PostgresConfiguration(url: databases[0].url)
        func isRefused(_ error: any Error) -> Bool {
            "\(error)".contains("has only the shards 0-2047")
                && "\(error)".contains("use a database that has all users")
        }
        await #expect {
            try await PostgresCopySource(opening: configuration)
        } throws: {
            isRefused($0)
        }
        await #expect {
            try await PostgresCopyTarget(opening: configuration, after: .zero)
        } throws: {
            isRefused($0)
        }
    }

    @Test("The map of a node has the nodes and the owners of both databases")
    func map() async throws {
        let (first, second) = (try await join(0), try await join(1))
        let map = try await Self.map(of: first.store) { $0.nodes.count == 2 }
        #expect(map.owners[0] == first.store.node && map.owners[2_047] == first.store.node)
        #expect(map.owners[2_048] == second.store.node && map.owners[4_095] == second.store.node)
        #expect(map.range == databases[0].range)
        #expect(map.others.map(\.range) == [databases[1].range])
        let node = try #require(map.nodes.first { $0.id == second.store.node })
        #expect(node.range == databases[1].range && node.addresses == ["n1:7311"])
        // A node of the other database is drained from here, too, and that is seen at once.
        #expect(try await first.store.setDraining(true, second.store.node))
        let drained = try await first.store.map().nodes.first { $0.id == second.store.node }
        #expect(drained?.isDraining == true)
        #expect(try await second.store.map().nodes.contains { $0.isDraining })
        await first.store.close()
        await second.store.close()
    }

    @Test("A database that is away disturbs its own shards only, and is found when it is back")
    func absence() async throws {
        let server = try await PostgresServer()
        let own = self.databases[0]
        let away = FleetDatabase(
            range: self.databases[1].range, url: server.url(of: "postgres"))
        let first = try PostgresStore(
            opening: PostgresConfiguration(
                url: own.url, lease: .seconds(2), databases: [own, away]))
        first.announce(["n0:7311"])
        let claim = try await first.claim([], after: .zero)
        _ = try await first.take(.all, under: claim)
        let second = try PostgresStore(
            opening: PostgresConfiguration(
                url: away.url, lease: .seconds(2), databases: [own, away]))
        second.announce(["n1:7311"])
        _ = try await second.take(.all, under: try await second.claim([], after: .zero))
        let before = try await Self.map(of: first) { $0.owners[4_095] == second.node }
        try await server.crash()
        let lost = try await Self.map(of: first) { $0.owners[4_095] == 0 }
        #expect(lost.others[0].absence?.contains("does not answer") == false)
        #expect(lost.others[0].absence != nil)
        #expect(lost.others[0].version == before.others[0].version)
        #expect(lost.owners[0] == first.node)
        try await first.commit([], [.user(Sample.user(Self.ann))], under: claim)
        #expect(try await first.owner(of: .invitation(InvitationID(rawValue: 1 << 12))) == nil)
        var refused = 0
        for number in 0..<32 as Range<UInt64> {
            // Some are decided here, the others fail and say why.
            do {
                #expect(try await first.reserve(.device(Sample.key(number)), for: Self.ann) == nil)
            } catch {
                #expect("\(error)".contains("the database of shards 2048-4095 does not answer"))
                refused += 1
            }
        }
        #expect((1..<32).contains(refused))
        await #expect(throws: StoreError.self) { try await first.account(of: Self.bob) }
        try await server.restart()
        let back = try await Self.map(of: first) { $0.owners[4_095] == second.node }
        #expect(back.others[0].absence == nil)
        for number in 0..<32 as Range<UInt64> {
            #expect(try await first.reserve(.device(Sample.key(number)), for: Self.ann) == nil)
        }
        await first.close()
        await second.close()
    }
}
