import NavigationModel
import NavigationStore
import NavigationSync
import Testing

/// The steps of a node towards its share.
@Suite struct FleetMemberTests {
    private static func node(_ id: Int64, isDraining: Bool = false) -> FleetMap.Node {
        FleetMap.Node(
            id: id, name: "n\(id)", addresses: ["n\(id):7311"], isDraining: isDraining)
    }

    private let user: UserID = "ann"
    private var shard: Shard { Shard(of: user) }

    /// A map in which node 1 owns everything but the shard of the user.
    private func map(
        _ version: UInt64, owner: Int64, _ nodes: [FleetMap.Node]
    ) -> FleetMap {
        var owners = Array(repeating: Int64(1), count: Shard.count)
        owners[shard.number] = owner
        return FleetMap(version: version, nodes: nodes, owners: owners)
    }

    @Test("Takes a free shard before it serves its users")
    func take() {
        var member = FleetMember(node: 1)
        let held = Set<Shard>.all.subtracting([shard])
        #expect(!member.servedUsers(holding: []).includes(user))
        #expect(member.next(holding: held) == .readMap)
        member.learn(map(1, owner: 0, [Self.node(1)]))
        #expect(member.next(holding: held) == .take([shard]))
        #expect(!member.servedUsers(holding: held).includes(user))
        #expect(member.next(holding: .all) == .readMap)
        member.learn(map(2, owner: 1, [Self.node(1)]))
        #expect(member.next(holding: .all) == .place)
        #expect(member.servedUsers(holding: .all).includes(user))
        #expect(member.next(holding: .all) == nil)
    }

    @Test("Serves a shard no longer, completes its writes, and then names the next owner")
    func handOver() {
        var member = FleetMember(node: 1)
        let nodes = [Self.node(1, isDraining: true), Self.node(2)]
        _ = member.next(holding: [shard])
        member.learn(map(1, owner: 1, nodes))
        // All others are handed to it and not taken yet.
        guard case .take = member.next(holding: [shard]) else {
            Issue.record("nothing is taken")
            return
        }
        _ = member.next(holding: [shard])
        #expect(member.next(holding: [shard]) == .place)
        #expect(member.servedUsers(holding: [shard]).includes(user))
        #expect(member.next(holding: [shard]) == .place)
        #expect(!member.servedUsers(holding: [shard]).includes(user))
        #expect(member.next(holding: [shard]) == .awaitDurable([shard]))
        #expect(member.next(holding: [shard]) == .handOver([shard], to: 2))
        #expect(member.next(holding: []) == .readMap)
        member.learn(map(2, owner: 2, nodes))
        #expect(member.next(holding: []) == .place)
        #expect(!member.servedUsers(holding: []).includes(user))
        #expect(member.next(holding: []) == nil)
        #expect(!member.isStepping)
    }

    @Test("Hands over nothing in a step that devices cause, and does so in the next of its own")
    func look() {
        var member = FleetMember(node: 1)
        let nodes = [Self.node(1, isDraining: true), Self.node(2)]
        for isGiving in [false, true] {
            #expect(member.next(holding: .all, giving: isGiving) == .readMap)
            member.learn(map(1, owner: 1, nodes))
            var actions: [FleetMember.Action] = []
            while let action = member.next(holding: .all), action != .readMap {
                actions.append(action)
            }
            let gives = actions.contains { if case .handOver = $0 { true } else { false } }
            #expect(gives == isGiving)
        }
    }

    @Test("Serves shards again that could not be handed over, and tries anew")
    func failure() {
        var member = FleetMember(node: 1)
        let nodes = [Self.node(1, isDraining: true), Self.node(2)]
        var given: Set<Shard> = []
        _ = member.next(holding: .all)
        member.learn(map(1, owner: 1, nodes))
        while given.isEmpty, let action = member.next(holding: .all), action != .readMap {
            if case .handOver(let shards, to: 2) = action { given = shards }
        }
        #expect(!given.isEmpty)
        member.abandon()
        #expect(!member.isStepping)
        #expect(member.servedUsers(holding: .all).includes(user))
        #expect(member.next(holding: .all) == .readMap)
        #expect(member.next(holding: .all) == .place)
    }

    @Test(
        "Hands over all shards without devices, and of the others those of few devices in a step",
        arguments: [(1, 6...6), (4, 8...8), (320, 640...640)])
    func portions(devicesPerShard count: Int, first: ClosedRange<Int>) {
        let busy = Dictionary(
            uniqueKeysWithValues: Set<Shard>.all.filter { $0.number % 64 == 0 }.map { ($0, count) })
        var member = FleetMember(node: 1)
        let nodes = [Self.node(1, isDraining: true), Self.node(2)]
        var held = Set<Shard>.all
        var moved: [Int] = []
        while !held.isEmpty, moved.count < 100 {
            _ = member.next(holding: held, giving: true) { busy }
            member.learn(
                FleetMap(
                    version: 1, nodes: nodes,
                    owners: (0..<Shard.count).map { number in
                        Shard(number: number).map(held.contains) == true ? 1 : 2
                    }))
            while let action = member.next(holding: held, giving: true, devices: { busy }) {
                guard case .handOver(let shards, to: 2) = action else { continue }
                held.subtract(shards)
                moved.append(shards.reduce(0) { $0 + (busy[$1] ?? 0) })
            }
        }
        #expect(first.contains(moved.first ?? 0), "\(moved)")
        #expect(moved.reduce(0, +) == 64 * count)
        #expect(moved.allSatisfy { $0 <= max(first.upperBound, count) }, "\(moved)")
        #expect(held.isEmpty)
    }

    @Test("Hands over to several nodes by turns, so that none gets all devices of a step")
    func turns() {
        let busy = Dictionary(
            uniqueKeysWithValues: Set<Shard>.all.filter { $0.number % 64 == 0 }.map { ($0, 1) })
        var member = FleetMember(node: 1)
        _ = member.next(holding: .all, giving: true) { busy }
        member.learn(
            FleetMap(
                version: 1,
                nodes: [Self.node(1, isDraining: true), Self.node(2), Self.node(3)],
                owners: Array(repeating: 1, count: Shard.count)))
        var moved: [Int64: Int] = [:]
        while let action = member.next(holding: .all, giving: true, devices: { busy }) {
            guard case .handOver(let shards, to: let node) = action else { continue }
            moved[node, default: 0] += shards.count { busy[$0] != nil }
        }
        #expect(moved == [2: 3, 3: 3])
    }

    @Test("Looks at the map alone as long as nothing has changed")
    func unchanged() {
        var member = FleetMember(node: 1)
        var nodes = [Self.node(1)]
        for (version, number) in [(1, 2), (1, 1), (1, 1), (2, 2)] as [(UInt64, Int)] {
            var actions = 0
            #expect(member.next(holding: .all) == .readMap)
            member.learn(map(version, owner: 1, nodes))
            repeat { actions += 1 } while member.next(holding: .all) != nil
            #expect(actions == number)
        }
        // Another node is a change, and is announced.
        nodes.append(Self.node(2))
        _ = member.next(holding: [])
        member.learn(map(2, owner: 2, nodes))
        #expect(member.next(holding: []) != nil)
        #expect(member.otherAddresses == ["n2:7311"])
    }
}

extension FleetMember {
    /// Returns the next action of a node without devices.
    mutating func next(holding held: Set<Shard>, giving isGiving: Bool = true)
        -> Action?
    {
        next(holding: held, giving: isGiving) { [:] }
    }
}
