package import NavigationModel
package import NavigationWire

/// The users that a node serves, and the nodes that serve the others.
package struct ServedUsers: Sendable {
    /// A node as its devices find it.
    package struct Node: Hashable, Sendable {
        /// The name, for people.
        package let name: String
        /// The addresses of control, `host:port`, the likeliest first.
        package let addresses: [String]

        /// Joins the parts.
        package init(name: String, addresses: [String]) {
            self.name = name
            self.addresses = addresses
        }
    }

    /// The number of the map of this node's database, which grows with each change of an owner; 0
    /// where one daemon serves all users.
    package let version: UInt64
    /// The numbers of the maps of the fleet's other databases. Numbers compare within one database:
    /// a device is told that of its own user's, whichever node it asks.
    private let others: [ShardRange: UInt64]
    /// The shards of this node; `nil` for all.
    private let served: Set<Shard>?
    /// The nodes of the fleet, and the place of each shard's owner among them.
    private let nodes: [Node]
    private let owners: [Shard: Int]

    /// All users are served here.
    package static let everything = ServedUsers()

    private init() {
        (version, others, served, nodes, owners) = (0, [:], nil, [], [:])
    }

    /// The users of some shards are served here.
    ///
    /// - Parameters:
    ///   - others: The numbers of the maps of other databases.
    ///   - owners: The index in `nodes` of the owner of each other shard, as far as it is known.
    package init(
        version: UInt64, others: [ShardRange: UInt64] = [:], serving: Set<Shard>, nodes: [Node],
        owners: [Shard: Int]
    ) {
        (self.version, self.others, served, self.nodes) = (version, others, serving, nodes)
        self.owners = owners.filter { nodes.indices.contains($0.value) }
    }

    /// Returns a Boolean value indicating whether a user is served here.
    package func includes(_ user: UserID) -> Bool {
        served.map { $0.contains(Shard(of: user)) } ?? true
    }

    /// Returns the refusal of a request about a user that another node serves.
    func refusal(of user: UserID) -> Failure {
        let shard = Shard(of: user)
        let version = others.first { $0.key.contains(shard.number) }?.value ?? version
        guard let owner = owners[shard].map({ nodes[$0] }) else {
            return .moved(
                "no node serves user \(user) at this moment", advice: "try again",
                to: nodes.flatMap(\.addresses), map: version)
        }
        let addresses = owner.addresses.joined(separator: ", ")
        return .moved(
            "user \(user) is served by node \(owner.name)",
            advice: "run this on that node's machine (\(addresses)), or on a paired device, which "
                + "finds the node by itself",
            to: owner.addresses, map: version)
    }
}

extension DaemonCore {
    /// Returns a Boolean value indicating whether something of these shards is not durable yet.
    package func isWriting(_ shards: Set<Shard>) -> Bool {
        pipeline.batches.users.contains { shards.contains(Shard(of: $0)) }
    }

    /// Returns the number of connected devices of each shard that has any. Linear in their number.
    package func connectedDevices() -> [Shard: Int] {
        access.sessions.counts.reduce(into: [:]) { $0[Shard(of: $1.key), default: 0] += $1.value }
    }

    /// A Boolean value indicating whether requests wait for the map to be read.
    package var isAwaitingMap: Bool { access.blocked.isAwaited(.map) }

    /// Sends a device on to the other nodes, if there are any, while this one has no lease: one of
    /// them may have its user by now. Tells nothing of the users of this node.
    mutating func sendOn(
        _ bytes: [UInt8], from peer: Peer, at now: ClockReading, _ effects: inout [Effect]
    ) {
        guard !nodes.isEmpty,
            fairness.meter(bytes, from: peer, at: now.uptime, &metrics, &effects)
        else { return }
        let refusal = Failure.moved(
            "this node serves nobody until its database answers", advice: "try again", to: nodes,
            map: access.servedUsers.version)
        let reply = Reply(id: Request.id(ofUnreadable: bytes), result: .failure(refusal))
        effects.append(.reply(reply, to: peer))
    }

    /// Serves other users from now on: those that moved to another node are let go.
    mutating func place(
        _ users: ServedUsers, asOf uptime: Duration, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        (access.servedUsers, access.mapTime) = (users, uptime)
        letGo(&effects)
        resume(.map, failing: nil, at: now, &effects)
    }

    /// Lets go of users that another node serves, as soon as nothing of theirs is being written:
    /// their devices learn from the feed that it has ended, and from hello where to go.
    mutating func letGo(_ effects: inout [Effect]) {
        let served = access.servedUsers
        // A read under way may be old by the time that its user is served here again.
        pipeline.overtakeLoads(unless: served)
        access.overtakeReads()
        for user in feed.registry.all where !served.includes(user) {
            feed.rotate(user, using: &generator, &effects)
            _ = feed.registry.close(user)
        }
        for user in access.sessions.users where !served.includes(user) {
            access.sessions.end(of: user)
            _ = feed.presence.remove(of: user, &deadlines)
            healing.remembered.remove(user)
        }
        let writing = pipeline.batches.users
        for key in pipeline.scenes.keys
        where !served.includes(key.user) && !writing.contains(key.user) {
            unload(key)
        }
        for user in access.registry.all
        where !served.includes(user) && !writing.contains(user) {
            access.registry.remove(user)
        }
    }
}
