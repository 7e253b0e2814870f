internal import NavigationModel
internal import NavigationProto
internal import NavigationWire

extension DaemonCore {
    /// Receives a frame on control and decodes it.
    mutating func receive(
        _ bytes: [UInt8], from peer: Peer, at now: ClockReading, _ effects: inout [Effect]
    ) {
        guard fairness.meter(bytes, from: peer, at: now.uptime, &metrics, &effects) else { return }
        let request: Request
        do {
            request = try Request(encoded: bytes)
        } catch {
            // Before hello, too: it does nothing, and the client learns that the daemon is older.
            let failure =
                error.isUnsupported
                ? Failure(
                    .unsupported, "\(error) (\(identity.version))", advice: "update the daemon")
                : Failure(.malformed, "\(error)")
            let reply = Reply(id: Request.id(ofUnreadable: bytes), result: .failure(failure))
            effects.append(.reply(reply, to: peer))
            return
        }
        let inbound = InboundRequest(request: request, peer: peer, received: now.uptime)
        metrics.requests[inbound.rules.kind] += 1
        fairness.charge(peer, inbound.rules.price)
        accept(inbound, at: now, &effects)
    }

    /// Handles a request, behind the blocked ones of its connection.
    private mutating func accept(
        _ inbound: InboundRequest, at now: ClockReading, _ effects: inout [Effect]
    ) {
        let peer = inbound.peer
        guard access.blocked.isBlocked(peer) else { return handle(inbound, at: now, &effects) }
        guard hasRoom(for: inbound), access.blocked.hasRoom(for: inbound) else {
            return refuse(inbound, .waiting, &effects)
        }
        access.blocked.append(inbound)
    }

    /// Returns a Boolean value indicating whether one more request fits the byte limit of all
    /// queues.
    func hasRoom(for inbound: InboundRequest) -> Bool {
        access.blocked.length + pipeline.awaiting.length + fairness.backlog.length + inbound.length
            <= DaemonLimits.queuedLength
    }

    /// Retries a read-only request whose reply would have shown a state that was rolled back;
    /// refuses it with the reason after too many times.
    mutating func retryRead(
        _ inbound: InboundRequest, because failure: Failure, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        guard inbound.retryCount < DaemonLimits.readRetries else {
            return refuse(inbound, failure, &effects)
        }
        var inbound = inbound
        inbound.retryCount += 1
        // Its scene's lookup has been counted.
        inbound.missedCache = true
        accept(inbound, at: now, &effects)
    }

    /// Handles a request, or blocks it on what it needs.
    mutating func handle(
        _ inbound: InboundRequest, isInTurn: Bool = false, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        var inbound = inbound
        do throws(RequestError) {
            let answer = try answer(&inbound, isInTurn: isInTurn, at: now, &effects)
            if let answer { replyWhenDurable(answer, to: inbound, &effects) }
        } catch {
            switch error {
            case .needs(let dependency): block(inbound, on: dependency, &effects)
            // The node before may have sent the device here as it handed over its user.
            case .refused(let failure, _)
            where failure.code == .moved && inbound.received >= access.mapTime:
                block(inbound, on: .map, &effects)
            case .refused(let failure, let user):
                let subjects = user.map { [DurabilityKey.registry($0)] } ?? []
                replyWhenDurable(
                    ProposedReply(.failure(failure), showing: subjects), to: inbound, &effects)
                let principal = inbound.peer.principal
                if access.isDenied(principal, pipeline.batches) {
                    effects.append(.disconnectAll(principal))
                }
            }
        }
    }

    /// Sends a reply as soon as all that it shows is durable.
    mutating func replyWhenDurable(
        _ answer: ProposedReply, to inbound: InboundRequest, _ effects: inout [Effect]
    ) {
        let price = answer.result.price
        fairness.charge(inbound.peer, price)
        guard price == 0 || pipeline.batches.hasRoom else {
            return refuse(inbound, .waiting, &effects)
        }
        let reply = pipeline.batches.deferReply(
            Reply(id: inbound.request.id, result: answer.result), to: inbound,
            showing: answer.subjects)
        if let reply { effects.append(.reply(reply, to: inbound.peer)) }
    }

    /// Refuses a request at once.
    func refuse(_ inbound: InboundRequest, _ failure: Failure, _ effects: inout [Effect]) {
        let reply = Reply(id: inbound.request.id, result: .failure(failure))
        effects.append(.reply(reply, to: inbound.peer))
    }

    /// Returns the reply to a request; `nil` if it comes later.
    private mutating func answer(
        _ inbound: inout InboundRequest, isInTurn: Bool, at now: ClockReading,
        _ effects: inout [Effect]
    ) throws(RequestError) -> ProposedReply? {
        let peer = inbound.peer
        if let lacking = pipeline.lacking, inbound.rules.needsRoom {
            throw .refused(lacking.onTheWire(for: peer.principal))
        }
        if inbound.rules.changesRegistry {
            try pipeline.checkRegistryTakesChanges(for: peer.principal)
        }
        switch inbound.request.call {
        case .hello(let hello):
            let answer = try handleHello(hello, from: peer, at: now)
            let session = access.sessions[peer]
            publish(feed.presence.remove(peer, unlessOf: session, &deadlines), &effects)
            return answer
        case .pair(let pair):
            return try self.pair(pair, from: peer, at: now)
        case .leave:
            return try leave(peer, at: now)
        case .listScenes(let user):
            return try access.scenes(of: user, for: peer)
        case .addUser, .removeUser, .listUsers, .serverKey, .fleet:
            return try administer(inbound, at: now, &effects)
        case .invite, .updateDevice, .revokeDevice, .withdrawInvitation, .listDevices:
            return try manage(inbound.request.call, from: peer, at: now)
        case .removeScene, .renameScene, .trashScene, .restoreScene:
            return try manageScene(inbound.request.call, from: peer, at: now)
        case .remember, .listRemembered, .heal:
            return try answerAboutRemembered(inbound, at: now, &effects)
        case .sync, .snapshotPart, .submit, .presence, .history, .status, .state, .audit:
            return try serve(&inbound, isInTurn: isInTurn, at: now, &effects)
        }
    }

    // MARK: Blocked requests

    /// Blocks a request on a dependency, and those behind it on its connection with it.
    mutating func block(
        _ inbound: InboundRequest, on dependency: Dependency, _ effects: inout [Effect]
    ) {
        guard hasRoom(for: inbound), access.blocked.hasRoom(for: inbound, dependency),
            read(dependency, &effects)
        else {
            return refuse(inbound, .waiting, &effects)
        }
        access.blocked.block(inbound, on: dependency)
    }

    /// Starts a read, unless it is under way; returns whether there is room for it.
    mutating func read(_ dependency: Dependency, _ effects: inout [Effect]) -> Bool {
        let fetch: StoreRead
        switch dependency {
        case .scene(let key): return pipeline.load(key, &effects)
        case .map:
            if !access.blocked.isAwaited(.map) { effects.append(.readMap) }
            return true
        case .account(let user): fetch = .account(user)
        case .users: fetch = .users(after: nil, limit: DaemonLimits.userPage)
        case .owner(let principal): fetch = .owner(principal)
        case .reservation(let registration): fetch = .reserve(registration)
        }
        guard !access.isReading(dependency) else { return true }
        guard access.hasRoomToRead else { return false }
        let id = reads.makeID()
        access.begin(dependency, as: id)
        effects.append(.fetch(fetch, id))
        return true
    }

    /// Handles the result of a read: serves all requests that were blocked on it.
    ///
    /// - Parameter result: `nil` if another node may have written to it since: it is read anew for those
    ///   who are served here again.
    mutating func finishReading(
        _ dependency: Dependency, _ result: Result<StoreReadResult, PersistenceFailure>?,
        at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        var failure = result?.failure
        if case .success(let read)? = result {
            failure = access.insert(read, at: now.uptime, pipeline.batches)
        }
        resume(dependency, failing: failure, at: now, &effects)
        guard case .account(let user) = dependency else { return }
        let waited = feed.takeSubscribers(awaiting: user)
        // An unauthorized subscriber gets no answer, and subscribes again after its timeout.
        guard failure == nil else { return }
        for (topic, principal) in waited { subscribe(topic, by: principal, at: now, &effects) }
    }

    /// Resumes the requests blocked on a dependency, or refuses them.
    mutating func resume(
        _ dependency: Dependency, failing failure: PersistenceFailure?, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        for inbound in access.blocked.take(dependency) {
            if let failure {
                refuse(inbound, failure.onTheWire(for: inbound.peer.principal), &effects)
            } else if access.blocked.isBlocked(inbound.peer) {
                // An earlier request of its connection needs something else: this one stays behind
                // it.
                access.blocked.append(inbound)
            } else {
                handle(inbound, at: now, &effects)
            }
        }
    }
}

extension Result {
    /// The failure; `nil` for any other result.
    var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension Failure {
    static let waiting = Failure.busy("too many pending store requests", advice: "try again")

    /// The load of others leaves no room for the request.
    static func busy(_ reason: String, advice: String) -> Failure {
        Failure(.busy, reason, advice: advice, retryAfter: DaemonLimits.busyBackoff)
    }

    static let sequenceReused = Failure(
        .sequenceReused,
        "another change of this device has this sequence number", advice: "renumber and resubmit")
}

extension StoredReceipt {
    /// The receipt as it is sent to the device.
    var receipt: Receipt {
        Receipt(sequence: sequence, outcomes: outcomes, revision: revision)
    }
}
