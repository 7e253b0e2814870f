internal import Logging
internal import NavigationStore
internal import NavigationSync
internal import Reactor

/// The server as a node of a fleet: it looks at the map, takes its share, and hands over what belongs
/// to others.
extension NavigationServer {
    /// The state of a node.
    struct FleetState {
        /// The store that the nodes share.
        let store: any Fleet
        /// The map as last read; `nil` before.
        var map: FleetMap?
        /// The shards that are being handed over, with the nodes that get them.
        var moving: [Shard: Int64] = [:]
        /// A Boolean value indicating whether a step is under way.
        var isStepping = false
        /// The tasks that wait for writes to be durable.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The interval between two looks at the map: a handed shard is without service that long at
    /// most.
    private static let fleetInterval = Duration.milliseconds(250)
    /// The time for handing over all shards.
    private static let leavingTime = Duration.seconds(10)
    /// The time for which a node that has handed over all answers where its devices are to go.
    private static let farewell = Duration.milliseconds(500)
    /// The most addresses of other nodes that are announced.
    private static let addressLimit = 16

    /// Claims all users; or none, as a node of a fleet, which takes its share then. A node without an
    /// address is no use to devices of others.
    func claimShare() async throws -> Claim {
        guard let store = store as? any Fleet, !configuration.advertised.isEmpty else {
            return try await store.claim(.all, after: .zero)
        }
        store.announce(configuration.advertised.map(\.description))
        store.announce(try keyStore.entry())
        if configuration.renewsEpochs {
            try await renewEpochs(under: try await store.claim(.all, after: .zero))
        }
        fleet = FleetState(store: store)
        return try await store.claim([], after: .zero)
    }

    /// Looks at the map from now on, again and again.
    func followFleet() {
        reactor.schedule(after: Self.fleetInterval) { [unowned self] in
            self.assumeIsolated { server in
                _ = Task {
                    await server.stepFleet()
                    server.followFleet()
                }
            }
        }
    }

    /// Takes one step towards this node's share.
    func stepFleet() async {
        guard let claim, let state = fleet, !state.isStepping else { return }
        switch phase {
        case .starting, .serving, .suspended: break
        case .draining, .stopped: return
        }
        fleet?.isStepping = true
        defer { fleet?.isStepping = false }
        let store = state.store
        do {
            store.announce(configuration.advertised.map(\.description))
            fleet?.map = try await store.map()
            guard let map = fleet?.map else { return }
            let step = Balance(of: store.node, map, holding: store.heldShards)
            if !step.taken.isEmpty {
                _ = try await store.take(step.taken, under: claim)
                fleet?.map = try await store.map()
            }
            place()
            for (node, shards) in step.given.sorted(by: { $0.key < $1.key }) {
                try await handOver(shards, to: node, of: store, under: claim)
            }
        } catch {
            logger.warning("fleet not updated", metadata: ["nav.reason": "\(error)"])
        }
    }

    /// Answers for shards no longer, completes the writes of their users, and names the next owner.
    private func handOver(
        _ shards: Set<Shard>, to node: Int64, of store: any Fleet, under claim: Claim
    ) async throws {
        for shard in shards { fleet?.moving[shard] = node }
        defer {
            fleet?.moving = [:]
            place()
        }
        place()
        await untilDurable(shards)
        try await store.handOver(shards, to: node, under: claim)
        fleet?.map = try await store.map()
    }

    /// Waits until nothing of some shards is being written.
    private func untilDurable(_ shards: Set<Shard>) async {
        while core.isWriting(shards) {
            await withCheckedContinuation { continuation in
                fleet?.waiters.append(continuation)
            }
        }
    }

    /// Resumes those that wait for writes, after a turn of the core.
    func resumeDurabilityWaiters() {
        guard let waiters = fleet?.waiters, !waiters.isEmpty else { return }
        fleet?.waiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Tells the core which users are served here, and where the others are.
    func place() {
        guard let fleet, let map = fleet.map else { return }
        let held = fleet.store.heldShards.subtracting(fleet.moving.keys)
        let nodes = map.nodes.filter { !$0.addresses.isEmpty }
        var places: [Int64: Int] = [:]
        for (index, node) in nodes.enumerated() { places[node.id] = index }
        var owners: [Shard: Int] = [:]
        for (number, owner) in map.owners.enumerated() {
            guard let shard = Shard(number: number), !held.contains(shard) else { continue }
            owners[shard] = places[fleet.moving[shard] ?? owner]
        }
        let others = nodes.filter { $0.id != fleet.store.node && $0.isAlive }
        core.nodes = others.flatMap(\.addresses).prefix(Self.addressLimit).map(\.self)
        step(
            .placed(
                ServedUsers(
                    version: map.version, serving: held,
                    nodes: nodes.map { ServedUsers.Node(name: $0.name, addresses: $0.addresses) },
                    owners: owners)))
    }

    /// Goes on after the lease was renewed: without the shards that other nodes have taken
    /// meanwhile.
    func acknowledgeLoss() {
        place()
        fleet?.store.acknowledgeLoss()
    }

    /// Hands over all shards to the other nodes, and tells devices where they are.
    func leaveFleet() async {
        guard let store = fleet?.store else { return }
        do { _ = try await store.setDraining(true, store.node) } catch {
            logger.warning("fleet not updated", metadata: ["nav.reason": "\(error)"])
            return
        }
        let deadline = ContinuousClock.now + Self.leavingTime
        while !store.heldShards.isEmpty, ContinuousClock.now < deadline {
            await stepFleet()
            let others = fleet?.map?.nodes.contains {
                $0.id != store.node && $0.isSharing
            }
            guard others == true, !store.heldShards.isEmpty else { break }
            try? await Task.sleep(for: .milliseconds(20))
        }
        if store.heldShards.isEmpty { try? await Task.sleep(for: Self.farewell) }
    }
}
