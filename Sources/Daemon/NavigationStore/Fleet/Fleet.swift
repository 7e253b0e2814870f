package import NavigationSync
package import NavigationWire

/// A store that several nodes serve at once, each the users of some shards.
///
/// A node joins with ``Store/claim(_:after:)`` of no shard, and then takes and hands over shards
/// under that claim.
package protocol Fleet: Store {
    /// The number of this node, by which the map names it.
    var node: Int64 { get }

    /// The shards of this node's database, of which it takes a share: all, unless the fleet has
    /// several databases.
    var range: ShardRange { get }

    /// The shards that this node owns, as far as it knows: it may answer for their users as long as
    /// `mayAnswer` is `true`.
    var heldShards: Set<Shard> { get }

    /// Announces the addresses of this node, with its next renewal.
    func announce(_ addresses: [String])

    /// Announces the public keys of this node, within a second. Without, its server key is compared
    /// to nobody's.
    func announce(_ keys: ServerKeysInfo)

    /// Reads the nodes and the owners of all shards. Cheap if no owner has changed since the last
    /// call. Waits for this node's own database alone: what the map has of the others is as they
    /// were last read.
    func map() async throws(StoreError) -> FleetMap

    /// Takes those of these shards that nobody owns, or that were handed to this node; returns the
    /// ones taken. Their scenes can be loaded from then on, and not before.
    func take(_ shards: Set<Shard>, under claim: Claim) async throws(StoreError) -> Set<Shard>

    /// Names another node as the owner of shards of this one, behind all writes that were begun.
    func handOver(
        _ shards: Set<Shard>, to node: Int64, under claim: Claim
    ) async throws(StoreError)

    /// Sets whether a node, of any database, is to have no shards any more, as one that stops or is
    /// drained; returns `false` if there is no such node.
    func setDraining(_ isDraining: Bool, _ node: Int64) async throws(StoreError) -> Bool

    /// Reads the health of the database's server.
    func server() async throws(StoreError) -> FleetStatus.Server

    /// The metrics of this node since its start.
    var fleetMetrics: FleetMetrics { get }

    /// Confirms that the owner of this store no longer answers for shards that it had lost with its
    /// lease.
    func acknowledgeLoss()
}

/// The nodes of a fleet and the owners of its shards, as the database of a node has them at one
/// moment, and the others as they were last read.
package struct FleetMap: Hashable, Sendable {
    /// A node.
    package struct Node: Hashable, Sendable {
        /// The random number, new with each start of the daemon.
        package let id: Int64
        /// The name of its machine.
        package let name: String
        /// The addresses of control, `host:port`, the likeliest first; empty for one that owns all
        /// shards or none.
        package let addresses: [String]
        /// A Boolean value indicating whether it is to have no shards.
        package let isDraining: Bool
        /// The rest of its lease by the clock of the database; negative after its end.
        package let lease: Duration
        /// The shards of its database, of which it takes a share.
        package let range: ShardRange
        /// The daemon's version, for people.
        package let version: String
        /// The public server key; `nil` if the node has announced none.
        package let serverKey: PublicKey?
        /// The public key that the node announces to devices as its next one.
        package let nextServerKey: PublicKey?

        /// Joins the parts.
        package init(
            id: Int64, name: String, addresses: [String], isDraining: Bool = false,
            lease: Duration = .seconds(6), range: ShardRange = .all,
            version: String = NavsyncVersion.current, serverKey: PublicKey? = nil,
            nextServerKey: PublicKey? = nil
        ) {
            (self.range, self.version) = (range, version)
            (self.serverKey, self.nextServerKey) = (serverKey, nextServerKey)
            self.id = id
            self.name = name
            self.addresses = addresses
            self.isDraining = isDraining
            self.lease = lease
        }

        /// A Boolean value indicating whether it may answer for its shards.
        package var isAlive: Bool { lease > .zero }

        /// A Boolean value indicating whether it takes shards.
        package var isSharing: Bool { isAlive && !isDraining && !addresses.isEmpty }
    }

    /// Another database of the fleet, as far as the map has it.
    package struct Database: Hashable, Sendable {
        /// Its shards.
        package let range: ShardRange
        /// The number of its own map, which grows with each change of an owner; 0 before the first
        /// look.
        package let version: UInt64
        /// The reason why it could not be read lately; `nil` if it could.
        package let absence: String?

        /// Joins the parts.
        package init(range: ShardRange, version: UInt64, absence: String? = nil) {
            (self.range, self.version, self.absence) = (range, version, absence)
        }
    }

    /// The number of the map of the node's own database, which grows with each change of an owner.
    package let version: UInt64
    /// The shards of the node's own database.
    package let range: ShardRange
    /// The other databases, in the order of the settings.
    package let others: [Database]
    /// The nodes, also those whose lease has ended lately, in the order of their numbers.
    package let nodes: [Node]
    /// The number of the node that owns each shard, in the order of the shards; 0 for none, and for
    /// one of another database whose lease has ended.
    package let owners: [Int64]

    /// Joins the parts.
    package init(
        version: UInt64, range: ShardRange = .all, others: [Database] = [], nodes: [Node],
        owners: [Int64]
    ) {
        (self.version, self.range, self.others) = (version, range, others)
        self.nodes = nodes
        self.owners = owners
    }
}
