import NavigationStore
import NavigationSync
import Testing

/// The share of each node of a fleet.
@Suite struct BalanceTests {
    private static func node(
        _ id: Int64, isDraining: Bool = false, lease: Duration = .seconds(6)
    ) -> FleetMap.Node {
        FleetMap.Node(
            id: id, name: "n\(id)", addresses: ["n\(id):7311"], isDraining: isDraining,
            lease: lease)
    }

    /// A fleet whose map follows each step.
    private struct World {
        var nodes: [FleetMap.Node]
        var owners = Array(repeating: Int64(0), count: Shard.count)
        var held: [Int64: Set<Shard>] = [:]

        var map: FleetMap { FleetMap(version: 1, nodes: nodes, owners: owners) }

        /// Lets each node take one step; returns the number of shards that were handed over.
        mutating func step() -> Int {
            var moves = 0
            for node in nodes where node.isAlive {
                let step = Balance(of: node.id, map, holding: held[node.id] ?? [])
                for shard in step.taken {
                    let others = nodes.filter { $0.isAlive && held[$0.id]?.contains(shard) == true }
                    #expect(others.isEmpty)
                    owners[shard.number] = node.id
                    held[node.id, default: []].insert(shard)
                }
                for (target, shards) in step.given {
                    for shard in shards { owners[shard.number] = target }
                    held[node.id]?.subtract(shards)
                    moves += shards.count
                }
            }
            return moves
        }

        /// Lets all nodes step until nothing moves.
        mutating func settle() {
            for _ in 0..<100 {
                let before = held
                if step() == 0, held == before { return }
            }
            Issue.record("it never settles")
        }
    }

    @Test("A lone node takes all shards at once")
    func alone() {
        var world = World(nodes: [Self.node(1)])
        _ = world.step()
        #expect(world.held[1] == .all)
    }

    @Test("Three nodes share evenly, and one that joins is given its share by the others")
    func joining() {
        var world = World(nodes: [Self.node(11), Self.node(22)])
        world.settle()
        world.nodes.append(Self.node(33))
        let before = world.owners
        world.settle()
        for node in world.nodes {
            #expect((1_100...1_650).contains(world.held[node.id]?.count ?? 0), "\(node.id)")
        }
        // Nobody's shard moved but to the new node.
        for (old, new) in zip(before, world.owners) { #expect(new == old || new == 33) }
    }

    @Test("The shards of a node whose lease has ended go to the others, and no others move")
    func takeover() {
        var world = World(nodes: [Self.node(11), Self.node(22), Self.node(33)])
        world.settle()
        let before = world.owners
        world.nodes[1] = Self.node(22, lease: .zero)
        world.settle()
        for (old, new) in zip(before, world.owners) {
            #expect(old == 22 ? new != 22 : new == old)
        }
    }

    @Test("A node that drains hands over all it has, and gets nothing back")
    func draining() {
        var world = World(nodes: [Self.node(11), Self.node(22)])
        world.settle()
        world.nodes[0] = Self.node(11, isDraining: true)
        world.settle()
        #expect(world.held[11]?.isEmpty == true)
        #expect(world.held[22] == .all)
    }

    @Test("A node without another to hand over to keeps what it has")
    func last() {
        var world = World(nodes: [Self.node(11)])
        world.settle()
        world.nodes = [Self.node(11, isDraining: true)]
        world.settle()
        #expect(world.held[11] == .all)
    }

    @Test("A node without addresses has no share")
    func standby() {
        var world = World(nodes: [Self.node(11), FleetMap.Node(id: 22, name: "b", addresses: [])])
        world.settle()
        #expect(world.held[11] == .all && world.held[22] == nil)
    }
}
