import NavigationClient
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationTransport
import NavigationWire
import SeededRandom

/// A node of a fleet: what `NavigationServer` does as one, and what a device does to find it.
extension Simulation {
    /// The interval between two looks at the map, as in navsyncd; and that of a node that leaves.
    private static let lookInterval = Duration.milliseconds(250)
    static let lookWait = Duration.milliseconds(20)
    private static let leavingInterval = Duration.milliseconds(50)
    private static let leavingTime = Duration.seconds(30)
    private static let farewell = Duration.milliseconds(500)

    /// The address of the node at a place.
    static func address(of place: Int) -> String {
        place == 0 ? "daemon:7440" : "daemon\(place + 1):7440"
    }

    /// Makes the daemon the first of so many nodes, before anything happens.
    mutating func formFleet(of count: Int) {
        var generator = SeededGenerator(seed: seed ^ 0xf1ee_7000)
        for _ in 1..<count {
            nodes.append(
                SimulatedDaemon(generator: SeededGenerator(seed: generator.next())))
        }
        table = ShardTable(Set(chronicles.keys.map { Shard(of: $0.user) }))
        for index in devices.indices {
            let first = generator.below(count)
            let places = nodes.indices.map { ($0 + first) % count }
            devices[index].link.rotation = EndpointRotation(
                places.map { Self.address(of: $0) }.compactMap(Self.endpoint))
        }
    }

    private static func endpoint(_ address: String) -> EndpointCandidate? {
        (try? ControlEndpoint("tcp://\(address)")).map { EndpointCandidate($0, .pairing) }
    }

    /// Starts all that are not running.
    mutating func startNodes() {
        for place in nodes.indices {
            turn = place
            startDaemon()
        }
        turn = 0
    }

    /// Takes all faults of the nodes away.
    mutating func mendNodes() {
        for place in nodes.indices {
            turn = place
            daemon.wallError = .zero
            daemon.sleepsUntil = now
            daemon.storeLostUntil = now
            daemon.trouble = nil
            daemon.standsStillAtRenewal = .zero
            if daemon.fleet?.endsBy != nil { endNode() }
            if let node = daemon.fleet?.session.node { table?.setDraining(false, node, at: now) }
        }
        startNodes()
    }

    /// Makes the node with this start the one whose event happens; returns `false` if it has ended.
    mutating func become(_ incarnation: UInt64) -> Bool {
        let place = nodes.firstIndex { $0.incarnation == incarnation && $0.core != nil }
        guard let place else { return false }
        turn = place
        return true
    }

    /// A Boolean value indicating whether the node may answer: as long as it has its lease.
    var mayAnswer: Bool {
        bugs(.answersPastLease)
            || daemon.fleet?.lease.mayAnswer(at: VirtualInstant(now)) ?? true
    }

    /// A Boolean value indicating whether the node has no connection to the store.
    var hasLostStore: Bool { daemon.storeLostUntil > now }

    // MARK: A node's life

    /// Begins as a node without shards; the one before on this machine has ended.
    mutating func joinFleet() {
        guard table != nil else { return }
        if let former = daemon.formerNode, !hasLostStore { table?.remove(former) }
        let node = Int64(bitPattern: daemon.generator.next())
        daemon.formerNode = node
        daemon.fleet = FleetNode(node, at: now)
        note("node \(turn + 1) is \(ShardTable.name(node))")
        place()
        queue.add(.fleet(incarnation: daemon.incarnation, .renewalDue), at: now)
        queue.add(
            .fleet(incarnation: daemon.incarnation, .look), at: now + chance(.zero, .seconds(1)))
    }

    /// Hands over all shards, and ends.
    mutating func leaveFleet() {
        guard let node = daemon.fleet?.session.node, daemon.fleet?.endsBy == nil else { return }
        let end = now + Self.leavingTime
        daemon.fleet?.endsBy = end
        if !hasLostStore { table?.setDraining(true, node, at: now) }
        queue.add(.fleet(incarnation: daemon.incarnation, .look), at: now)
    }

    /// Has the node's shards handed over, or lets it have shards again.
    mutating func setDraining(_ isDraining: Bool) {
        guard let node = daemon.fleet?.session.node else { return }
        table?.setDraining(isDraining, node, at: now)
    }

    private mutating func endIfEmpty() {
        guard let fleet = daemon.fleet, let end = fleet.endsBy else { return }
        let hasOthers = fleet.member.map?.nodes.contains {
            $0.id != fleet.session.node && $0.isSharing
        }
        guard fleet.session.held.isEmpty || hasOthers != true || now >= end else { return }
        daemon.fleet?.endsBy = .zero
        queue.add(
            .fleet(incarnation: daemon.incarnation, .end), at: now + Self.farewell)
    }

    // MARK: Events

    /// Handles an event at a node, late if it stands still: the store does not.
    mutating func handle(_ event: FleetEvent, of incarnation: UInt64) {
        guard become(incarnation) else { return }
        switch event {
        case .renewal(let sent, let owned): return renew(sentAt: sent, owning: owned)
        case .look, .lookSoon, .renewalDue, .renewed, .action, .reply, .lossSeen, .loaded, .written,
            .retry,
            .end:
            break
        }
        guard daemon.sleepsUntil <= now else {
            return queue.add(
                .fleet(incarnation: incarnation, event), at: daemon.sleepsUntil)
        }
        switch event {
        case .renewal: break
        case .look: look()
        case .lookSoon: lookSoon()
        case .renewalDue: beginRenewal()
        case .renewed(let sent, let owned, let held): finishRenewal(sent, owned, held)
        case .action(let action): execute(action)
        case .reply(let reply): proceed(after: reply)
        case .lossSeen: seeLoss()
        case .loaded(let key, let result): stepDaemon(.loaded(key, result))
        case .written(let result): report(result)
        case .retry(let writes, let changes, let batch, let since):
            retry(writes, changes, after: batch, since)
        case .end: endNode()
        }
    }

    /// Ends a node that others need not wait for.
    private mutating func endNode() {
        if let node = daemon.fleet?.session.node { table?.remove(node) }
        killDaemon("stops")
    }

    /// Tells the core which users are served here, and where the others are.
    private mutating func place() {
        guard let fleet = daemon.fleet else { return }
        daemon.core?.nodes = fleet.member.otherAddresses
        stepDaemon(
            .placed(
                fleet.member.servedUsers(holding: fleet.session.held), asOf: fleet.mapTime))
    }

    private mutating func lookSoon() {
        guard let fleet = daemon.fleet, !fleet.member.isStepping else { return }
        proceed(giving: false)
    }

    private mutating func look() {
        guard let fleet = daemon.fleet else { return }
        let instant = VirtualInstant(now)
        _ = daemon.fleet?.lease.lapse(at: instant)
        if !fleet.member.isStepping { proceed() }
        if fleet.endsBy != nil { endIfEmpty() }
        guard fleet.endsBy != .zero else { return }
        let interval = fleet.endsBy == nil ? Self.lookInterval : Self.leavingInterval
        queue.add(.fleet(incarnation: daemon.incarnation, .look), at: now + interval)
    }

    /// Goes on with a step until the store has to do something for it.
    private mutating func proceed(giving isGiving: Bool = true) {
        while let action = nextAction(giving: isGiving) {
            switch action {
            case .place: place()
            case .awaitDurable(let shards):
                guard !bugs(.handsOverEarly), daemon.core?.isWriting(shards) ?? false else { break }
                daemon.fleet?.awaited = shards
                return
            case .readMap, .take, .handOver: return send(action)
            }
        }
        if daemon.core?.isAwaitingMap == true { place() }
    }

    private mutating func nextAction(giving isGiving: Bool) -> FleetMember.Action? {
        guard let held = daemon.fleet?.session.held else { return nil }
        let core = daemon.core
        return daemon.fleet?.member.next(holding: held, giving: isGiving) {
            core?.connectedDevices() ?? [:]
        }
    }

    private mutating func send(_ action: FleetMember.Action) {
        let due = now + chance(disk.latency / 4, disk.latency * 2)
        let isRead = action == .readMap
        let now = now
        if isRead { daemon.fleet?.readTime = now }
        queue.add(
            .fleet(incarnation: daemon.incarnation, .action(action)),
            at: isRead ? due : (daemon.fleet?.queueForWriter(at: due) ?? due))
    }

    /// Goes on with a hand-over as soon as the writes are durable, after a turn of the core.
    mutating func resumeHandOver() {
        guard let shards = daemon.fleet?.awaited, daemon.core?.isWriting(shards) == false else {
            return
        }
        daemon.fleet?.awaited = nil
        proceed()
    }

    private mutating func proceed(after reply: ActionReply) {
        switch reply {
        case .map(let map):
            daemon.fleet?.member.learn(map)
            let readTime = daemon.fleet?.readTime ?? now
            daemon.fleet?.mapTime = readTime
        case .taken(let terms):
            for (shard, term) in terms { daemon.fleet?.session.terms[shard] = term }
            if !terms.isEmpty { note("node \(turn + 1) has \(terms.count) more shards") }
        case .done: break
        case .none:
            daemon.fleet?.member.abandon()
            // No newer one is to be had now.
            let now = now
            daemon.fleet?.mapTime = now
            return place()
        }
        proceed()
    }

    // MARK: The lease

    private mutating func beginRenewal() {
        guard let fleet = daemon.fleet else { return }
        queue.add(
            .fleet(incarnation: daemon.incarnation, .renewalDue), at: now + ShardTable.lease / 3)
        guard !fleet.isRenewing else { return }
        daemon.fleet?.isRenewing = true
        let due = now + chance(disk.latency / 4, disk.latency * 2)
        queue.add(
            .fleet(
                incarnation: daemon.incarnation,
                .renewal(sent: now, owning: fleet.session.terms)), at: due)
        let time = daemon.standsStillAtRenewal
        guard time > .zero else { return }
        daemon.standsStillAtRenewal = .zero
        standStill(for: time)
        guard network.oneIn(2) else { return }
        // Later it finds the reply, and no store to ask again.
        let loss = Happening.node(turn + 1, .losesStore(time + .seconds(8)))
        queue.add(.scheduled(loss), at: due + .milliseconds(1))
    }

    /// The store executes a renewal.
    private mutating func renew(sentAt sent: Duration, owning owned: [Shard: Term]) {
        guard let node = daemon.fleet?.session.node else { return }
        let isLost = hasLostStore
        var held: [Shard: Term]?
        if !isLost || network.oneIn(4) {
            held = table?.renew(node, [Self.address(of: turn)], at: now)
        }
        queue.add(
            .fleet(
                incarnation: daemon.incarnation,
                .renewed(sent: sent, owning: owned, owns: isLost ? nil : held)),
            at: now + chance(disk.latency / 4, disk.latency))
    }

    private mutating func finishRenewal(
        _ sent: Duration, _ owned: [Shard: Term], _ held: [Shard: Term]?
    ) {
        daemon.fleet?.isRenewing = false
        let instant = VirtualInstant(now)
        _ = daemon.fleet?.lease.lapse(at: instant)
        guard let held else {
            daemon.fleet?.lease.fail(because: "the store is away")
            return
        }
        let lost = owned.lost(finding: held)
        for (shard, term) in lost where daemon.fleet?.session.terms[shard] == term {
            daemon.fleet?.session.terms[shard] = nil
        }
        if !lost.isEmpty { daemon.fleet?.lease.noteLoss() }
        let right = daemon.fleet?.lease.renew(sentAt: VirtualInstant(sent), goesOn: true)
        if right != nil { note("node \(turn + 1) has its lease again") }
        if right != nil || !lost.isEmpty { seeLoss() }
    }

    /// Serves the users of lost shards no longer, and answers again.
    private mutating func seeLoss() {
        place()
        daemon.fleet?.lease.acknowledgeLoss()
    }

    // MARK: Devices

    /// Chooses the node that a device connects to; `false` if the one whose turn it is can't be
    /// reached: then the next is tried.
    mutating func dial(_ index: Int) -> Bool {
        turn = 0
        guard table != nil, devices[index].link.isReachable,
            let endpoint = devices[index].link.rotation?.current.endpoint
        else { return true }
        turn =
            nodes.indices.first { "\(endpoint)" == "tcp://\(Self.address(of: $0))" } ?? 0
        // A node without the store lets in those whose keys it remembers.
        let isAway = daemon.core == nil || daemon.sleepsUntil > now
        guard isAway || hasLostStore && network.oneIn(2) else {
            devices[index].link.rotation?.succeed()
            return true
        }
        _ = devices[index].link.rotation?.fail(.unreachable("node \(turn + 1)"))
        devices[index].link.rotation?.advance()
        return false
    }

    /// Goes to the node that serves the user, if a reply is the refusal of another one.
    mutating func redirect(_ bytes: [UInt8], _ index: Int) -> Bool {
        guard table != nil, let reply = try? Reply(encoded: bytes) else { return false }
        guard case .failure(let failure) = reply.result, failure.code == .moved else {
            devices[index].link.rotation?.settle()
            return false
        }
        if bugs(.ignoresMoved) { return false }
        let targets = failure.addresses.compactMap(Self.endpoint)
        let wait = devices[index].link.rotation?.redirect(to: targets) ?? .zero
        note("\(devices[index].inTrace) goes to \(failure.addresses)")
        unsubscribe(index)
        devices[index].link.subscription = nil
        if bugs(.renumbersOnMove) { renumberWaiting(index) }
        disconnect(index, telling: true)
        planConnecting(index, after: wait + chance(.milliseconds(1), .milliseconds(5)))
        return true
    }
}
