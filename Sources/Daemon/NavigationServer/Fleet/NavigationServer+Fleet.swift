internal import Logging
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationText
internal import NavigationWire
internal import Reactor

/// The server as a node of a fleet: it looks at the map, takes its share, and hands over what belongs
/// to others.
extension NavigationServer {
    /// The state of a node.
    struct FleetState {
        /// The store that the nodes share.
        let store: any Fleet
        /// The steps towards this node's share.
        var member: FleetMember
        /// The uptime at which the reading of the map began that is known.
        var mapTime = Duration.zero
        /// A Boolean value indicating whether a look at the map is due before the next in turn.
        var isLookDue = false

        init(store: any Fleet) {
            self.store = store
            member = FleetMember(node: store.node)
        }
    }

    /// The interval between two looks at the map.
    private static let fleetInterval = Duration.milliseconds(250)
    /// The wait before a look because a device came for a user of another node: it may have been sent
    /// here, before this node knows that the user is its own now.
    private static let fleetWait = Duration.milliseconds(20)
    /// The pause between two steps of handing over all shards. Of three nodes, their database and 600
    /// devices, on two processors, six devices that moved in 75 ms kept both busy, and changes waited
    /// for up to 1.9 seconds; where they moved in 175 ms, for 0.2.
    private static let leavingPause = Duration.milliseconds(150)
    /// The time for handing over all shards.
    private static let leavingTime = Duration.seconds(30)
    /// The time for which a node that has handed over all answers where its devices are to go.
    private static let farewell = Duration.milliseconds(500)

    /// Claims all users; or none, as a node of a fleet, which takes its share then. A node without an
    /// address is no use to devices of others.
    func claimShare() async throws -> Claim {
        guard let store = store as? any Fleet, !configuration.advertised.isEmpty else {
            if let range = (store as? any Fleet)?.range, range != .all {
                throw StoreError.unusable(
                    AdvisedMessage(
                        "this node has no address, and its database has only the shards \(range)",
                        advice: "set listen.advertise to an address that devices can reach"))
            }
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

    /// Returns a Boolean value indicating whether a user is of this node's database: one of another
    /// that is away keeps no node from starting.
    func hasDatabase(of user: UserID) -> Bool {
        (store as? any Fleet)?.range.contains(Shard(of: user).number) ?? true
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

    /// Looks at the map before it is due.
    func lookSoon() {
        guard fleet?.isLookDue == false else { return }
        fleet?.isLookDue = true
        reactor.schedule(after: Self.fleetWait) { [unowned self] in
            self.assumeIsolated { server in
                server.fleet?.isLookDue = false
                _ = Task { await server.stepFleet(giving: false) }
            }
        }
    }

    /// Takes one step towards this node's share.
    func stepFleet(giving isGiving: Bool = true) async {
        guard let claim, let state = fleet, !state.member.isStepping else { return }
        switch phase {
        case .starting, .serving, .suspended: break
        case .draining, .stopped: return
        }
        let store = state.store
        store.announce(configuration.advertised.map(\.description))
        do {
            while let action = fleet?.member.next(
                holding: store.heldShards, giving: isGiving, devices: core.connectedDevices)
            {
                try await perform(action, on: store, under: claim)
            }
        } catch {
            fleet?.member.abandon()
            // No newer map is to be had now.
            fleet?.mapTime = clock.now.uptime
            place()
            logger.warning("fleet not updated", metadata: ["nav.reason": "\(error)"])
        }
        if core.isAwaitingMap { place() }
    }

    private func perform(
        _ action: FleetMember.Action, on store: any Fleet, under claim: Claim
    ) async throws(StoreError) {
        switch action {
        case .readMap:
            let began = clock.now.uptime
            let map = try await store.map()
            log(map.others, after: fleet?.member.map?.others ?? [])
            fleet?.member.learn(map)
            fleet?.mapTime = began
        case .take(let shards): _ = try await store.take(shards, under: claim)
        case .place: place()
        case .awaitDurable(let shards): await untilDurable(shards)
        case .handOver(let shards, let node):
            try await store.handOver(shards, to: node, under: claim)
        }
    }

    /// Logs the databases that are away, or have come back.
    private func log(_ databases: [FleetMap.Database], after former: [FleetMap.Database]) {
        for database in databases {
            let before = former.first { $0.range == database.range }?.absence
            let range: Logger.Metadata = ["nav.shards": "\(database.range)"]
            switch (before, database.absence) {
            case (nil, let absence?):
                logger.warning(
                    "database of other shards unavailable",
                    metadata: range.merging(["nav.reason": "\(absence)"]) { $1 })
            case (_?, nil):
                logger.notice("database of other shards available", metadata: range)
            case (nil, nil), (_?, _?): break
            }
        }
    }

    /// Waits until nothing of some shards is being written.
    private func untilDurable(_ shards: Set<Shard>) async {
        while core.isWriting(shards) {
            await withCheckedContinuation { continuation in
                durabilityWaiters.append(continuation)
            }
        }
    }

    /// Resumes those that wait for writes, after a turn of the core.
    func resumeDurabilityWaiters() {
        guard !durabilityWaiters.isEmpty else { return }
        let waiters = durabilityWaiters
        durabilityWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Tells the core which users are served here, and where the others are.
    func place() {
        guard let fleet else { return }
        core.nodes = fleet.member.otherAddresses
        step(
            .placed(
                fleet.member.servedUsers(holding: fleet.store.heldShards), asOf: fleet.mapTime))
    }

    /// Handles a request that may not be answered: without a lease, other nodes are named.
    func sendOn(_ bytes: [UInt8], from peer: Peer) {
        switch phase {
        case .serving, .suspended: step(.requestWithoutLease(bytes, from: peer))
        case .starting, .draining, .stopped: break
        }
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
            let others = fleet?.member.map?.nodes.contains {
                $0.id != store.node && $0.isSharing && $0.range == store.range
            }
            guard others == true, !store.heldShards.isEmpty else { break }
            try? await Task.sleep(for: Self.leavingPause)
        }
        if store.heldShards.isEmpty { try? await Task.sleep(for: Self.farewell) }
    }
}
