import NavigationStore
import NavigationSync

/// The rows of a fleet in its database: the nodes with their leases, and the shards with their owners
/// and terms. What PostgreSQL does in one statement is one call here.
struct ShardTable {
    /// A node's row, and that of its session.
    private struct Node {
        var addresses: [String]
        var until: Duration
        var isDraining = false
        /// The number of the session: a write of an earlier one can't take effect any more.
        var generation: Int64 = 1
        /// The number of the last batch that was written.
        var batch: Int64 = 0
    }

    private var nodes: [Int64: Node] = [:]
    private var owners: [Int64]
    private var terms: [Shard: Term] = [:]
    private var version: UInt64 = 1

    /// The time for which a node keeps its shards after a renewal, as in navsyncd.
    static let lease = Duration.seconds(6)
    /// The owner of the shards in which nobody has anything: a run costs what its users cost.
    private static let bystander: Int64 = 1

    /// Begins with shards that nobody owns.
    init(_ shards: Set<Shard>) {
        owners = Array(repeating: Self.bystander, count: Shard.count)
        for shard in shards { owners[shard.number] = 0 }
        nodes[Self.bystander] = Node(addresses: [], until: .seconds(1 << 30))
    }

    /// Returns a node's name for traces.
    static func name(_ node: Int64) -> String {
        "n" + String(UInt64(bitPattern: node) >> 48, radix: 16)
    }

    // MARK: Nodes

    /// Renews a node's lease; returns the shards that it owns.
    mutating func renew(
        _ node: Int64, _ addresses: [String], at now: Duration
    ) -> [Shard: Term] {
        nodes[node, default: Node(addresses: addresses, until: now)].until = now + Self.lease
        return terms.filter { owners[$0.key.number] == node }
    }

    /// Ends a node's lease: it answers nothing any more.
    mutating func remove(_ node: Int64) { nodes[node] = nil }

    /// Begins a new session of a node: no write of those before takes effect any more. Returns its
    /// number, and that of the last batch.
    mutating func beginSession(of node: Int64) -> (generation: Int64, batch: Int64) {
        nodes[node]?.generation += 1
        return (nodes[node]?.generation ?? 0, nodes[node]?.batch ?? 0)
    }

    /// Sets whether a node is to have no shards, if another one can take them.
    mutating func setDraining(_ isDraining: Bool, _ node: Int64, at now: Duration) {
        let others = nodes.filter {
            $0.key != node && $0.value.until > now && !$0.value.isDraining
                && !$0.value.addresses.isEmpty
        }
        guard !isDraining || !others.isEmpty else { return }
        nodes[node]?.isDraining = isDraining
    }

    /// The map as a node reads it.
    func map(at now: Duration) -> FleetMap {
        FleetMap(
            version: version,
            nodes: nodes.keys.sorted().compactMap { id in
                nodes[id].map {
                    FleetMap.Node(
                        id: id, name: Self.name(id), addresses: $0.addresses,
                        isDraining: $0.isDraining, lease: $0.until - now, version: "simulated")
                }
            }, owners: owners)
    }

    // MARK: Shards

    /// The present term of a shard.
    func term(of shard: Shard) -> Term { terms[shard, default: .zero] }

    /// The shards that a node owns.
    func shards(of node: Int64) -> Set<Shard> {
        Set(terms.keys.filter { owners[$0.number] == node })
    }

    /// Gives a node those of some shards that nobody owns, an owner whose lease has ended, or itself;
    /// returns their terms.
    mutating func take(
        _ shards: Set<Shard>, by node: Int64, at now: Duration, growing: Bool = true
    ) -> [Shard: Term] {
        var taken: [Shard: Term] = [:]
        for shard in shards {
            let owner = owners[shard.number]
            guard owner == node || (nodes[owner].map { $0.until <= now } ?? true) else { continue }
            taken[shard] = give(shard, to: node, growing: growing)
        }
        if !taken.isEmpty { version += 1 }
        return taken
    }

    /// Names another owner of those of some shards that a node owns; returns them.
    mutating func handOver(
        _ shards: Set<Shard>, from node: Int64, to next: Int64
    ) -> Set<Shard> {
        let owned = shards.filter { owners[$0.number] == node }
        for shard in owned { _ = give(shard, to: next) }
        version += 1
        return owned
    }

    private mutating func give(_ shard: Shard, to node: Int64, growing: Bool = true) -> Term {
        let term = Term(rawValue: term(of: shard).rawValue + (growing ? 1 : 0))
        terms[shard] = term
        owners[shard.number] = node
        return term
    }

    // MARK: Batches

    /// Returns a Boolean value indicating whether a session may write to some shards: it is the
    /// node's last, and all of them have its terms.
    func admits(_ session: FleetSession, to shards: Set<Shard>) -> Bool {
        nodes[session.node].map { $0.generation == session.generation } ?? false
            && shards.allSatisfy { session.terms[$0] == term(of: $0) }
    }

    /// Counts a batch that is written.
    mutating func countBatch(of node: Int64) { nodes[node]?.batch += 1 }

    /// The number of a node's last batch.
    func batch(of node: Int64) -> Int64 { nodes[node]?.batch ?? 0 }
}

/// A node's session with the database, and the shards that it owns there: what its store client knows.
struct FleetSession {
    /// The number of the node.
    let node: Int64
    /// The number of the session.
    var generation: Int64 = 1
    /// The shards, each with the term of its ownership.
    var terms: [Shard: Term] = [:]
    /// A Boolean value indicating whether no write of unknown result may still take effect.
    var isSettled = true

    /// The shards that it owns.
    var held: Set<Shard> { Set(terms.keys) }
}
