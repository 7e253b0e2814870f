/// The number of a node: random, new with each start of the daemon.
package struct NodeID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number; 0 is no node.
    package let rawValue: UInt64

    /// Wraps a number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The number in 16 hexadecimal digits, lower case.
    package var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// A range of shards: those of one database of a fleet.
package struct ShardRange: Hashable, Sendable, CustomStringConvertible {
    /// The number of the first shard.
    package let first: Int
    /// The number of the last shard.
    package let last: Int

    /// All shards.
    package static let all = ShardRange(unchecked: 0, 4_095)

    private init(unchecked first: Int, _ last: Int) {
        (self.first, self.last) = (first, last)
    }

    /// Creates the range of two numbers of shards, in order; `nil` for others.
    package init?(_ first: Int, _ last: Int) {
        guard first >= 0, first <= last, last <= 4_095 else { return nil }
        self.init(unchecked: first, last)
    }

    /// The number of shards.
    package var count: Int { last - first + 1 }

    /// Returns a Boolean value indicating whether it has the shard of a number.
    package func contains(_ number: Int) -> Bool { (first...last).contains(number) }

    /// Both numbers: `0-2047`.
    package var description: String { "\(first)-\(last)" }
}

/// An action on a fleet.
package enum FleetAction: Hashable, Sendable {
    /// Returns the nodes.
    case show
    /// Has a node hand over its shards and take none.
    case drain(NodeID)
    /// Has a drained node take its share again.
    case undrain(NodeID)
}

/// The nodes of a fleet, and the health of the database server of the one that answered.
package struct FleetStatus: Hashable, Sendable {
    /// The nodes by number, also those whose lease has ended lately; empty with an embedded store.
    package let nodes: [Node]
    /// The node that answered.
    package let answering: NodeID
    /// The server of the database; `nil` with an embedded store.
    package let server: Server?

    /// Joins the parts.
    package init(nodes: [Node], answering: NodeID, server: Server?) {
        (self.nodes, self.answering, self.server) = (nodes, answering, server)
    }

    /// The status of a daemon with an embedded store, which is no node.
    package static let embedded = FleetStatus(
        nodes: [], answering: NodeID(rawValue: 0), server: nil)

    /// A node.
    package struct Node: Hashable, Sendable {
        /// The number.
        package let id: NodeID
        /// The name of its machine.
        package let name: String
        /// The addresses of control, `host:port`; empty for a node that serves all users or none.
        package let addresses: [String]
        /// A Boolean value indicating whether it hands over its shards and takes none.
        package let isDraining: Bool
        /// The rest of its lease by the database's clock, in whole microseconds; negative after its
        /// end.
        package let lease: Duration
        /// The number of shards that it owns.
        package let shards: Int
        /// The shards of its database, of which it takes a share.
        package let range: ShardRange
        /// The daemon's version, for people.
        package let version: String

        /// Joins the parts.
        package init(
            id: NodeID, name: String, addresses: [String], isDraining: Bool, lease: Duration,
            shards: Int, range: ShardRange = .all, version: String
        ) {
            (self.id, self.name, self.addresses) = (id, name, addresses)
            (self.isDraining, self.lease) = (isDraining, lease)
            (self.shards, self.range, self.version) = (shards, range, version)
        }
    }

    /// The server of the database, as the answering node is connected to it.
    package struct Server: Hashable, Sendable {
        /// The address, `host:port`, or `local socket`.
        package let address: String
        /// The server's version, for people.
        package let version: String
        /// The time that the node's last renewal of its lease took, in whole microseconds; `nil`
        /// before the first.
        package let renewal: Duration?
        /// The standbys.
        package let standbys: [Standby]

        /// Joins the parts.
        package init(
            address: String, version: String, renewal: Duration?, standbys: [Standby]
        ) {
            (self.address, self.version) = (address, version)
            (self.renewal, self.standbys) = (renewal, standbys)
        }
    }

    /// A standby of the server. Its texts are empty where the daemon's role may not see them.
    package struct Standby: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The state, in PostgreSQL's words: `streaming`, `catchup` and others.
        package let state: String
        /// The part in commits, in PostgreSQL's words: `sync`, `quorum`, `potential` or `async`.
        package let confirmation: String
        /// The bytes of the log that it has yet to write durably; `nil` where the role may not see
        /// them.
        package let lag: UInt64?

        /// Joins the parts.
        package init(name: String, state: String, confirmation: String, lag: UInt64?) {
            (self.name, self.state) = (name, state)
            (self.confirmation, self.lag) = (confirmation, lag)
        }
    }
}
