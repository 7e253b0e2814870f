package import NavigationSync

/// The part of a node in its fleet: a pure state machine. Its shell performs one action after the
/// other, and reports what comes of each.
///
/// A step reads the map, takes what is free of the node's share, and hands over what belongs to
/// others, a node at a time: it answers for those shards no longer, completes their writes, and then
/// names their next owner.
package struct FleetMember: Sendable {
    /// An action for the shell.
    package enum Action: Hashable, Sendable {
        /// Read the map, and report it with ``learn(_:)``.
        case readMap
        /// Take these shards: they can be loaded from then on, and not before.
        case take(Set<Shard>)
        /// Tell the core which users it serves: ``servedUsers(holding:)``.
        case place
        /// Wait until nothing of these shards is being written.
        case awaitDurable(Set<Shard>)
        /// Name this node as the owner of these shards.
        case handOver(Set<Shard>, to: Int64)
    }

    /// The last action of the step that is under way.
    private enum Phase {
        case idle, reading, taking, readingTaken, placing, releasing, completing, naming
        case readingNamed
    }

    /// The features of the fleet on which a step depends.
    private struct Situation: Equatable {
        struct Node: Equatable {
            let id: Int64
            let addresses: [String]
            let isAlive: Bool
            let isDraining: Bool
        }

        let version: UInt64
        let others: [FleetMap.Database]
        let nodes: [Node]
        let held: Set<Shard>

        init(_ map: FleetMap, holding held: Set<Shard>) {
            (version, others) = (map.version, map.others)
            nodes = map.nodes.map {
                Node(
                    id: $0.id, addresses: $0.addresses, isAlive: $0.isAlive,
                    isDraining: $0.isDraining)
            }
            self.held = held
        }
    }

    /// The number of this node.
    package let node: Int64
    /// The map as last read; `nil` before.
    package private(set) var map: FleetMap?
    private var phase = Phase.idle
    /// A Boolean value indicating whether the step hands over what belongs to others.
    private var isGiving = false
    /// The shards to hand over in this step, by the node that gets them.
    private var given: [(node: Int64, shards: Set<Shard>)] = []
    /// The shards that are being handed over, with the node that gets them.
    private var moving: (node: Int64, shards: Set<Shard>)?
    /// The situation in which nothing was left to do; `nil` if something may be.
    private var settled: Situation?

    /// The most addresses of other nodes that are announced.
    private static let addressLimit = 16
    /// The part of the devices to be moved that move in one step, one in so many, and the number that
    /// always may.
    private static let partOfDevices = 32
    private static let leastDevices = 6

    /// Begins without a map: nobody is served.
    package init(node: Int64) {
        self.node = node
    }

    /// A Boolean value indicating whether a step is under way.
    package var isStepping: Bool {
        if case .idle = phase { false } else { true }
    }

    /// Records the map that was read.
    package mutating func learn(_ map: FleetMap) { self.map = map }

    /// Returns the next action of the step, which begins if none is under way; `nil` at its end. As
    /// long as nothing has changed a step is one look at the map.
    ///
    /// - Parameters:
    ///   - held: The shards that this node owns.
    ///   - isGiving: A Boolean value indicating whether a step that begins hands over, too. Not one
    ///     that devices cause, or those that are sent on would hasten the next that are.
    ///   - devices: A closure that returns the number of connected devices of each shard, where there
    ///     are any.
    package mutating func next(
        holding held: Set<Shard>, giving isGiving: Bool = true, devices: () -> [Shard: Int]
    ) -> Action? {
        switch phase {
        case .idle:
            self.isGiving = isGiving
            phase = .reading
            return .readMap
        case .reading:
            return decide(holding: held, devices)
        case .taking:
            phase = .readingTaken
            return .readMap
        case .readingTaken:
            phase = .placing
            return .place
        case .placing:
            return release()
        case .releasing:
            guard let moving else { return end() }
            phase = .completing
            return .awaitDurable(moving.shards)
        case .completing:
            guard let moving else { return end() }
            phase = .naming
            return .handOver(moving.shards, to: moving.node)
        case .naming:
            phase = .readingNamed
            return .readMap
        case .readingNamed:
            moving = nil
            phase = .placing
            return .place
        }
    }

    /// Ends the step after a failure: the shards that were being handed over are served again, if
    /// this node still owns them.
    package mutating func abandon() {
        settled = nil
        _ = end()
    }

    private mutating func end() -> Action? {
        (given, moving, phase) = ([], nil, .idle)
        return nil
    }

    private mutating func decide(holding held: Set<Shard>, _ devices: () -> [Shard: Int]) -> Action?
    {
        guard let map else { return end() }
        let situation = Situation(map, holding: held)
        guard situation != settled else { return end() }
        let step = Balance(of: node, map, holding: held)
        settled = step.taken.isEmpty && step.given.isEmpty ? situation : nil
        given = isGiving && !step.given.isEmpty ? Self.portion(of: step.given, devices()) : []
        guard step.taken.isEmpty else {
            phase = .taking
            return .take(step.taken)
        }
        phase = .placing
        return .place
    }

    /// Returns the shards to hand over in one step: those without devices, and some of the others, for
    /// the nodes by turns. Few devices pause at a time, and come to their next nodes before those of
    /// the step after.
    private static func portion(
        of given: [Int64: Set<Shard>], _ devices: [Shard: Int]
    ) -> [(node: Int64, shards: Set<Shard>)] {
        let moving = given.values.joined().reduce(0) { $0 + (devices[$1] ?? 0) }
        var room = max(moving / partOfDevices, leastDevices)
        var portions = given.mapValues { shards in shards.filter { devices[$0] == nil } }
        // In order, since that of a set differs from process to process.
        let queue = given.flatMap { node, shards in
            shards.filter { devices[$0] != nil }.sorted { $0.number < $1.number }.enumerated()
                .map { (turn: $0, node: node, shard: $1) }
        }.sorted { ($0.turn, $0.node) < ($1.turn, $1.node) }
        // One shard at least, whatever it has.
        for (_, node, shard) in queue where room > 0 {
            room -= devices[shard] ?? 0
            portions[node, default: []].insert(shard)
        }
        return portions.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            .map { (node: $0.key, shards: $0.value) }
    }

    /// Begins to hand over the shards of the next node.
    private mutating func release() -> Action? {
        guard !given.isEmpty else { return end() }
        moving = given.removeFirst()
        phase = .releasing
        return .place
    }

    /// Returns the users that this node serves now, and the nodes that serve the others.
    ///
    /// - Parameter held: The shards that it owns.
    package func servedUsers(holding held: Set<Shard>) -> ServedUsers {
        guard let map else {
            return ServedUsers(version: 0, serving: [], nodes: [], owners: [:])
        }
        let served = held.subtracting(moving?.shards ?? [])
        let nodes = map.nodes.filter { !$0.addresses.isEmpty }
        var places: [Int64: Int] = [:]
        for (index, node) in nodes.enumerated() { places[node.id] = index }
        var owners: [Shard: Int] = [:]
        for (number, owner) in map.owners.enumerated() {
            guard let shard = Shard(number: number), !served.contains(shard) else { continue }
            let isMoving = moving?.shards.contains(shard) ?? false
            owners[shard] = places[isMoving ? moving?.node ?? owner : owner]
        }
        return ServedUsers(
            version: map.version,
            others: Dictionary(map.others.map { ($0.range, $0.version) }) { $1 }, serving: served,
            nodes: nodes.map { ServedUsers.Node(name: $0.name, addresses: $0.addresses) },
            owners: owners)
    }

    /// The addresses of the other nodes, which are announced to devices: those of its own database
    /// first, since one of them is the next to serve them.
    package var otherAddresses: [String] {
        guard let map else { return [] }
        let alive = map.nodes.filter { $0.id != node && $0.isAlive }
        let others =
            alive.filter { $0.range == map.range } + alive.filter { $0.range != map.range }
        return Array(others.flatMap(\.addresses).prefix(Self.addressLimit))
    }
}
