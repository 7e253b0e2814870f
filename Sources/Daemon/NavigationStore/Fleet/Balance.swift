package import NavigationSync
internal import NavigationWire

/// The share of each node: rendezvous hashing, so that a node that joins or leaves moves its own
/// shards and no others.
///
/// A shard belongs to the node with the greatest mix of both numbers, of all that are of the shard's
/// database, have their lease, have addresses and are not draining. A pure function of the map: all nodes come to the same.
package struct Balance {
    /// The shards to take: free ones of this node's share, and those that were handed to it.
    package private(set) var taken: Set<Shard> = []
    /// The shards to hand over, by the node that they belong to.
    package private(set) var given: [Int64: Set<Shard>] = [:]

    /// Decides what a node takes and gives.
    ///
    /// - Parameter held: The shards that it answers for.
    package init(of node: Int64, _ map: FleetMap, holding held: Set<Shard>) {
        let sharing = map.nodes.filter { $0.isSharing && $0.range == map.range }.map(\.id)
        let alive = Set(map.nodes.filter(\.isAlive).map(\.id))
        for (number, owner) in map.owners.enumerated() {
            guard map.range.contains(number), let shard = Shard(number: number) else { continue }
            if held.contains(shard) {
                guard let wanted = Self.owner(of: shard, among: sharing), wanted != node else {
                    continue
                }
                given[wanted, default: []].insert(shard)
            } else if owner == node {
                // Handed to it: also one that it hands on to the node that it belongs to.
                taken.insert(shard)
            } else if !alive.contains(owner), Self.owner(of: shard, among: sharing) == node {
                taken.insert(shard)
            }
        }
    }

    /// Returns the node that a shard belongs to; `nil` if there are none.
    package static func owner(of shard: Shard, among nodes: [Int64]) -> Int64? {
        nodes.max { left, right in
            (mix(left, shard), left) < (mix(right, shard), right)
        }
    }

    /// The finalizer of SplitMix64 over both numbers.
    private static func mix(_ node: Int64, _ shard: Shard) -> UInt64 {
        var mixed = UInt64(bitPattern: node) &+ UInt64(shard.number + 1) &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
