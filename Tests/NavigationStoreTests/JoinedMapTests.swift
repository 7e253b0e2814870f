import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

/// The map of a fleet of several databases, and a node's share of it.
@Suite struct JoinedMapTests {
    private static func range(_ first: Int, _ last: Int) -> ShardRange {
        guard let range = ShardRange(first, last) else { preconditionFailure("a range") }
        return range
    }

    private static let (lower, upper) = (range(0, 2_047), range(2_048, 4_095))

    private static func node(
        _ id: Int64, _ range: ShardRange, lease: Duration = .seconds(6)
    ) -> FleetMap.Node {
        FleetMap.Node(
            id: id, name: "n\(id)", addresses: ["n\(id):7311"], lease: lease, range: range)
    }

    /// The map of one database, all of whose shards have one owner.
    private static func map(
        _ version: UInt64, _ range: ShardRange, owner: Int64, _ nodes: [FleetMap.Node]
    ) -> FleetMap {
        FleetMap(
            version: version, range: range, nodes: nodes,
            owners: Array(repeating: owner, count: Shard.count))
    }

    private static func joined(
        age: Duration = .zero, absence: String? = nil, version: UInt64 = 9
    ) -> FleetMap {
        map(3, lower, owner: 1, [node(1, lower)]).joined(with: [
            FleetMap.View(
                range: upper, map: map(version, upper, owner: 2, [node(2, upper)]), age: age,
                absence: absence)
        ])
    }

    @Test("Each database counts for its own shards")
    func owners() {
        let map = Self.joined()
        #expect(map.owners[..<2_048].allSatisfy { $0 == 1 })
        #expect(map.owners[2_048...].allSatisfy { $0 == 2 })
        #expect(map.nodes.map(\.id) == [1, 2])
        #expect(map.version == 3)
        #expect(map.others == [FleetMap.Database(range: Self.upper, version: 9)])
    }

    @Test("A database that was never read has no owners, nor has one whose leases have run out")
    func away() {
        let own = Self.map(3, Self.lower, owner: 1, [Self.node(1, Self.lower)])
        let unread = own.joined(with: [
            FleetMap.View(range: Self.upper, map: nil, age: .zero, absence: nil)
        ])
        let stale = Self.joined(age: .seconds(6), absence: "gone")
        for map in [unread, stale] {
            #expect(map.owners[2_047] == 1)
            #expect(map.owners[2_048...].allSatisfy { $0 == 0 })
        }
        #expect(stale.others[0].absence == "gone" && stale.others[0].version == 9)
        #expect(Self.joined(age: .seconds(5)).owners[4_095] == 2)
    }

    @Test("A node takes and hands over shards of its own database only, to nodes of that")
    func share() {
        let step = Balance(of: 1, Self.joined(age: .seconds(9)), holding: [])
        #expect(step.taken == Set<Shard>.all.filter { $0.number < 2_048 })
        let held = Set<Shard>.all.filter { $0.number < 2_048 }
        // The node of the other database would get half of them by their numbers.
        let full = Balance(of: 1, Self.joined(), holding: held)
        #expect(full.taken.isEmpty && full.given.isEmpty)
    }

    private static let names = (0..<100).compactMap { UserID(rawValue: "user\($0)") }

    @Test("A user is sent to the node of its database, with the number of that database's map")
    func refusals() throws {
        var member = FleetMember(node: 1)
        let held = Set<Shard>.all.filter { $0.number < 2_048 }
        _ = member.next(holding: held)
        member.learn(Self.joined())
        let served = member.servedUsers(holding: held)
        for name in Self.names {
            #expect(served.includes(name) == (Shard(of: name).number < 2_048))
        }
        #expect(member.otherAddresses == ["n2:7311"])
    }

    @Test("A step follows an owner that changed in another database")
    func change() {
        var member = FleetMember(node: 1)
        let held = Set<Shard>.all.filter { $0.number < 2_048 }
        var actions: [Int] = []
        for version in [9, 9, 10, 10] as [UInt64] {
            var count = 0
            #expect(member.next(holding: held) == .readMap)
            member.learn(Self.joined(version: version))
            while member.next(holding: held) != nil { count += 1 }
            actions.append(count)
        }
        #expect(actions == [1, 0, 1, 0])
    }
}
