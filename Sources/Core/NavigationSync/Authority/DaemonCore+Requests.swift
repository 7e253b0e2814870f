internal import NavigationModel
internal import NavigationWire

extension DaemonCore {
    /// Receives a frame on control and decodes it.
    mutating func receive(
        _ bytes: [UInt8], from peer: Peer, at now: ClockReading, _ effects: inout [Effect]
    ) {
        guard meter(bytes, from: peer, at: now, &effects) else { return }
        let request: Request
        do {
            request = try Request(encoded: bytes)
        } catch {
            // Before hello, too: it does nothing, and the client learns that the daemon is older.
            let failure =
                error.isUnsupported
                ? Failure(.unsupported, "\(error) (\(identity.version)): update the daemon")
                : Failure(.malformed, "\(error)")
            let reply = Reply(id: Request.id(ofUnreadable: bytes), result: .failure(failure))
            effects.append(.reply(reply, to: peer))
            return
        }
        metrics.requests[RequestKind(request.call)] += 1
        charge(peer, request.call.price)
        let inbound = InboundRequest(request: request, peer: peer, received: now.uptime)
        accept(inbound, at: now, &effects)
    }

    /// Handles a request, behind the blocked ones of its connection.
    private mutating func accept(
        _ inbound: InboundRequest, at now: ClockReading, _ effects: inout [Effect]
    ) {
        let peer = inbound.peer
        guard blockedRequests.isStalled(peer) else { return handle(inbound, at: now, &effects) }
        guard hasRoom(for: inbound), blockedRequests.hasRoom(for: inbound) else {
            return refuse(inbound, .waiting, &effects)
        }
        blockedRequests.append(inbound)
    }

    /// Returns a Boolean value indicating whether one more request fits the byte limit of all
    /// queues.
    func hasRoom(for inbound: InboundRequest) -> Bool {
        blockedRequests.length + awaitingScene.length + backlog.length + inbound.length
            <= DaemonLimits.queuedLength
    }

    /// Retries a read-only request whose reply would have shown a state that was rolled back;
    /// refuses it with the reason after too many times.
    mutating func retryRead(
        _ inbound: InboundRequest, because failure: Failure, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        guard inbound.retryCount < DaemonLimits.returns else {
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
            case .needs(let need): stall(inbound, at: need, &effects)
            case .refused(let failure, let user):
                let subjects = user.map { [DurabilityKey.registry($0)] } ?? []
                replyWhenDurable(
                    ProposedReply(.failure(failure), showing: subjects), to: inbound, &effects)
                let principal = inbound.peer.principal
                if isAccessDenied(principal) { effects.append(.disconnectAll(principal)) }
            }
        }
    }

    /// Sends a reply as soon as all that it shows is durable.
    mutating func replyWhenDurable(
        _ answer: ProposedReply, to inbound: InboundRequest, _ effects: inout [Effect]
    ) {
        let price = answer.result.price
        charge(inbound.peer, price)
        guard price == 0 || batches.hasRoom else { return refuse(inbound, .waiting, &effects) }
        let reply = Reply(id: inbound.request.id, result: answer.result)
        if !batches.deferReply(reply, to: inbound, showing: answer.subjects) {
            effects.append(.reply(reply, to: inbound.peer))
        }
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
        let (request, peer) = (inbound.request, inbound.peer)
        if let lacking, request.call.needsRoom {
            throw .refused(lacking.onTheWire(for: peer.principal))
        }
        switch request.call {
        case .hello(let hello):
            return try handleHello(hello, from: peer, at: now)
        case .pair(let pair):
            try checkRegistryTakesChanges(for: peer.principal)
            return try self.pair(pair, from: peer, at: now)
        case .listScenes(let user):
            return try scenes(of: user, for: peer)
        case .leave:
            try checkRegistryTakesChanges(for: peer.principal)
            return try leave(peer, at: now)
        case .addUser, .removeUser:
            try checkRegistryTakesChanges(for: peer.principal)
            return try administer(inbound, at: now, &effects)
        case .listUsers, .serverKey:
            return try administer(inbound, at: now, &effects)
        case .invite, .updateDevice, .revokeDevice, .withdrawInvitation, .removeScene:
            try checkRegistryTakesChanges(for: peer.principal)
            return try manage(request.call, from: peer, at: now)
        case .listDevices:
            return try manage(request.call, from: peer, at: now)
        case .remember, .listRemembered, .heal:
            return try answerAboutRemembered(inbound, at: now, &effects)
        case .sync, .snapshotPart, .submit, .presence, .history, .status, .state, .audit:
            return try serve(&inbound, isInTurn: isInTurn, at: now, &effects)
        }
    }

    // MARK: Scenes

    /// Queues a request until its scene is in memory.
    private mutating func wait(
        _ inbound: InboundRequest, for key: SceneKey, _ effects: inout [Effect]
    ) {
        guard !batches.isReplacing(key) else {
            let failure = Failure.busy("the scene is being removed or healed: try again")
            return refuse(inbound, failure, &effects)
        }
        guard hasRoom(for: inbound), awaitingScene.hasRoom(for: inbound, at: key),
            load(key, &effects)
        else {
            let failure = Failure.busy("too many requests wait for scenes to be read: try again")
            return refuse(inbound, failure, &effects)
        }
        var inbound = inbound
        if !inbound.missedCache { metrics.cacheMisses += 1 }
        inbound.missedCache = true
        awaitingScene.append(inbound, at: key)
    }

    /// Queues a change until its scene is pruned.
    private mutating func waitForPruning(
        _ inbound: InboundRequest, of key: SceneKey, _ effects: inout [Effect]
    ) {
        guard hasRoom(for: inbound), awaitingScene.hasRoom(for: inbound, at: key) else {
            return refuse(inbound, .waiting, &effects)
        }
        var inbound = inbound
        // Its scene's lookup has been counted.
        inbound.missedCache = true
        awaitingScene.append(inbound, at: key)
    }

    /// Starts to read a scene, if that is not under way; returns whether there is room for it. A
    /// scene that is being removed would be read as it was.
    mutating func load(_ key: SceneKey, _ effects: inout [Effect]) -> Bool {
        guard !batches.isReplacing(key) else { return false }
        guard !loading.contains(key) else { return true }
        guard loading.count < DaemonLimits.reads else { return false }
        loading.insert(key)
        effects.append(.load(key))
        return true
    }

    /// Handles a scene that was read: serves all requests queued for it.
    mutating func finishLoading(
        _ key: SceneKey, _ result: Result<StoredScene?, PersistenceFailure>, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        loading.remove(key)
        let waited = awaitingScene.takeAll(at: key)
        switch result {
        case .success(let stored):
            var scene = SceneAuthority(
                key: key, stored: stored, freshEpoch: freshEpoch(of: key))
            scene.used = now.uptime
            scenes[key] = scene
            if indeterminateScenes.remove(key) != nil { announceHead(of: key, at: now, &effects) }
            maintain(key, at: now, &effects)
            for waiting in waited {
                handle(waiting, at: now, &effects)
            }
        case .failure(let failure):
            if failure.isFinal { effects.append(.stop(failure)) }
            for waiting in waited {
                refuse(waiting, failure.onTheWire(for: waiting.peer.principal), &effects)
            }
        }
        // A request for something else of the user proceeds without a damaged scene.
        let failure = damages.scenes[key] == nil ? result.failure : nil
        resume(.scene(key), failing: failure, at: now, &effects)
    }

    /// Returns the epoch of a scene without commits: the same at each start, but never that of an
    /// erased scene.
    mutating func freshEpoch(of key: SceneKey) -> Epoch {
        guard let store, !hasRemovedScenes, !erased.contains(key.user) else {
            return .random(using: &generator)
        }
        return store.epoch(of: key)
    }

    /// Reloads a scene after an indeterminate write, to find its durable head.
    mutating func reload(_ key: SceneKey, _ effects: inout [Effect]) {
        guard load(key, &effects) else { return }
        indeterminateScenes.insert(key)
    }

    /// Returns the session of a connection that has said hello.
    mutating func session(at peer: Peer, _ now: ClockReading) throws(RequestError) -> Session {
        guard let session = sessions.hear(peer, at: now.uptime) else {
            // A key without access gets its own failure.
            if case .device = peer.principal { _ = try caller(at: peer) }
            throw .refused(.helloFirst)
        }
        return session
    }

    /// Serves a request about a scene. The reply may show more than is durable, so it is sent when
    /// the disk has caught up.
    private mutating func serve(
        _ inbound: inout InboundRequest, isInTurn: Bool, at now: ClockReading,
        _ effects: inout [Effect]
    ) throws(RequestError) -> ProposedReply? {
        let (request, peer) = (inbound.request, inbound.peer)
        let session = try session(at: peer, now)
        let device = try device(of: session, at: peer)
        registry.touch(session.user, at: now.uptime)
        let key = session.key(request.call.scene)
        let damage: Damage?
        if case .submit = request.call {
            damage = damages.keepingFromWriting(key)
        } else {
            damage = damages.keepingFromReading(key)
        }
        if let damage { throw .refused(.damaged(damage, for: peer.principal)) }
        guard scenes[key] != nil else {
            wait(inbound, for: key, &effects)
            return nil
        }
        if !inbound.missedCache, !isInTurn { metrics.cacheHits += 1 }
        scenes[key]?.used = now.uptime
        if case .submit(let submit) = request.call {
            guard device?.role ?? .full == .full else {
                throw .refused(.viewer, showing: session.user)
            }
            if !inbound.isMetered { try meter(submit, of: session, at: peer, now, &effects) }
            inbound.isMetered = true
            let submission = Submission(
                inbound: inbound, submit: submit, session: session, device: device)
            let isNext = isInTurn || backlog.count(of: submission.share) == 0
            if isNext, maintenance.pruning.contains(key) {
                waitForPruning(inbound, of: key, &effects)
                return nil
            }
            guard isInTurn || fitsBatch(submission) else {
                try queue(submission)
                return nil
            }
            return try take(submission, at: now, &effects)
        }
        let result = result(of: inbound, session, at: now, &effects)
        return result.map { ProposedReply($0, showing: [.scene(key)]) }
    }

    /// Returns the reply to a read-only request; `nil` if that comes later.
    private mutating func result(
        of inbound: InboundRequest, _ session: Session, at now: ClockReading,
        _ effects: inout [Effect]
    ) -> Reply.Result? {
        let call = inbound.request.call
        let key = session.key(call.scene)
        guard let scene = scenes[key] else { return nil }
        switch call {
        case .sync(_, let epoch, let revision, let oldestBase):
            let mirror = MirrorPosition(
                epoch: epoch, revision: revision, oldestBase: oldestBase)
            compare(mirror, of: session, with: scene, &effects)
            return catchUp(mirror, of: session, with: scene, for: inbound, at: now, &effects)
        case .snapshotPart(_, let id, let offset):
            let position = snapshots.position(of: id, from: offset)
            if let position { note(session, scene, position, at: now) }
            return snapshots.part(of: id, for: key, from: offset, at: now.uptime)
        case .presence(_, let position):
            if let position {
                compare(position, of: session, with: scene, &effects)
                note(session, scene, position, at: now)
            }
            guard let topic = feeds.topic(of: session.user) else { return .failure(.helloFirst) }
            return .heads([scene.head], topic: topic, time: scene.time(at: now.wall))
        case .history(_, let revision, let limit):
            let limit = min(max(limit, 1), WireLimits.historyPage)
            let log = StoreRead.history(key, after: revision, limit: limit)
            enqueueRead(.log(log), for: inbound, at: now, &effects)
            return nil
        case .status:
            enqueueRead(.status(key), for: inbound, at: now, &effects)
            return nil
        case .state(_, let revision):
            return readPastState(at: revision, in: scene, for: inbound, at: now, &effects)
        case .audit:
            // The whole store is checked for an administrator; for others, their scene alone.
            if isAdministrator(inbound.peer.principal) {
                fetch(.audit(SceneCapture(scene), wholeStore: true), for: inbound, &effects)
            } else {
                enqueueRead(.audit(key), for: inbound, at: now, &effects)
            }
            return nil
        case .hello, .submit, .pair, .addUser, .listUsers, .removeUser, .invite, .listDevices,
            .updateDevice, .revokeDevice, .withdrawInvitation, .serverKey, .listScenes,
            .removeScene, .leave, .remember, .listRemembered, .heal:
            return nil
        }
    }

    /// Returns the status of the daemon and of a scene; the metrics over all users are for
    /// administrators.
    func status(at head: Head, for peer: Peer, _ now: ClockReading) -> DaemonStatus {
        let key = sessions[peer]?.key(head.scene)
        let isAdministrator = isAdministrator(peer.principal)
        return DaemonStatus(
            daemonVersion: identity.version, instance: identity.instance,
            uptime: UInt64(clamping: (now.uptime - identity.started).components.seconds),
            head: head, connections: isAdministrator ? sessions.count : 0,
            scenesLoaded: isAdministrator ? scenes.count : 0,
            commits: isAdministrator ? metrics.commits : 0,
            metrics: isAdministrator ? metricsByName(at: now) : [:],
            sceneMemory: UInt64(clamping: key.flatMap { scenes[$0]?.stateCost } ?? 0),
            userStorage: UInt64(
                clamping: key.flatMap { registry[$0.user]?.usage.length } ?? 0))
    }
}

extension Request.Call {
    /// The scene of the call; hello is about all.
    var scene: SceneID {
        switch self {
        case .hello, .pair, .addUser, .listUsers, .removeUser, .invite, .listDevices,
            .updateDevice, .revokeDevice, .withdrawInvitation, .serverKey, .listScenes,
            .removeScene, .leave, .listRemembered:
            .main
        case .sync(let scene, _, _, _), .snapshotPart(let scene, _, _), .presence(let scene, _),
            .history(let scene, _, _), .status(let scene), .state(let scene, _),
            .audit(let scene):
            scene
        case .submit(let submit): submit.scene
        case .remember(let part): part.position.scene
        case .heal(let heal): heal.position.scene
        }
    }
}

extension Failure {
    static let waiting = Failure.busy("too many requests wait for the store: try again")

    /// The load of others leaves no room for the request.
    static func busy(_ message: String) -> Failure {
        Failure(.busy, message, retryAfter: DaemonLimits.busyBackoff)
    }

    static let sequenceReused = Failure(
        .sequenceReused, "another change of this device has this number: renumber and resubmit")
}

extension StoredReceipt {
    /// The receipt as it is sent to the device.
    var receipt: Receipt {
        Receipt(sequence: sequence, outcomes: outcomes, revision: revision)
    }
}
