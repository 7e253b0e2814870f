internal import NavigationModel
internal import NavigationWire

/// Requests about a scene: reading it on demand, serving it, and letting it go.
extension DaemonCore {
    /// Serves a request about a scene. The reply may show more than is durable, so it is sent when
    /// the disk has caught up.
    mutating func serve(
        _ inbound: inout InboundRequest, isInTurn: Bool, at now: ClockReading,
        _ effects: inout [Effect]
    ) throws(RequestError) -> ProposedReply? {
        let (session, device) = try access.session(at: inbound.peer, now)
        let key = session.key(inbound.rules.scene)
        let damage =
            inbound.rules.kind == .submit
            ? pipeline.damages.blockingWrites(key) : pipeline.damages.blockingReads(key)
        if let damage { throw .refused(.damaged(damage, for: inbound.peer.principal)) }
        guard let slot = pipeline.scenes.slot(of: key) else {
            wait(inbound, for: key, &effects)
            return nil
        }
        if !inbound.missedCache, !isInTurn { metrics.cacheHits += 1 }
        pipeline.scenes.touch(slot, at: now.uptime)
        if case .submit(let submit) = inbound.request.call {
            guard session.role.limited(by: device?.role ?? .full) == .full else {
                throw .refused(.viewer, showing: session.user)
            }
            if !inbound.isMetered {
                try fairness.meter(inbound, submit, of: session, now.uptime, &metrics, &effects)
            }
            inbound.isMetered = true
            let submission = Submission(
                inbound: inbound, submit: submit, session: session, device: device, key: key,
                slot: slot)
            let isNext = isInTurn || fairness.backlog.count(of: submission.share) == 0
            if isNext, maintenance.pruning.contains(key) {
                waitForPruning(inbound, of: key, &effects)
                return nil
            }
            guard isInTurn || fairness.fits(submission, pipeline.batches) else {
                try fairness.queue(
                    submission, pipeline.batches, hasRoom: hasRoom(for: inbound))
                return nil
            }
            return try take(submission, at: now, &effects)
        }
        if case .presence(_, _, let place) = inbound.request.call {
            let name = device?.name ?? session.name
            report(place, of: session, named: name, in: key, by: inbound.peer, at: now, &effects)
        }
        let result = try result(of: inbound, session, pipeline.scenes[slot], at: now, &effects)
        return result.map { ProposedReply($0, showing: [.scene(key)]) }
    }

    /// Returns the reply to a read-only request; `nil` if that comes later.
    private mutating func result(
        of inbound: InboundRequest, _ session: Session, _ scene: SceneAuthority,
        at now: ClockReading, _ effects: inout [Effect]
    ) throws(RequestError) -> Reply.Result? {
        let key = scene.key
        switch inbound.request.call {
        case .sync(_, let epoch, let revision, let oldestBase):
            let mirror = MirrorPosition(
                epoch: epoch, revision: revision, oldestBase: oldestBase)
            compare(mirror, of: session, with: scene, &effects)
            return catchUp(mirror, of: session, with: scene, for: inbound, at: now, &effects)
        case .snapshotPart(_, let id, let offset):
            let position = feed.snapshots.position(of: id, from: offset)
            if let position { note(session, scene, position, at: now) }
            return feed.snapshots.part(of: id, for: key, from: offset, at: now.uptime)
        case .presence(_, let position, _):
            if let position {
                compare(position, of: session, with: scene, &effects)
                note(session, scene, position, at: now)
            }
            guard let topic = feed.registry.topic(of: session.user) else {
                return .failure(.helloFirst)
            }
            return .heads(
                HeadsReply(
                    [scene.head], topic: topic, time: scene.time(at: now.wall),
                    present: feed.presence.devices(in: key), nodes: nodes))
        case .history(_, let revision, let limit):
            let limit = min(max(limit, 1), WireLimits.historyPage)
            let position = MirrorPosition(
                epoch: scene.epoch, revision: max(revision, scene.age.oldestRevision))
            let log = StoreRead.history(
                key, after: position, limit: limit, head: scene.durableHead.revision)
            enqueueRead(.log(log), for: inbound, at: now, &effects)
            return nil
        case .status:
            enqueueRead(.status(key), for: inbound, at: now, &effects)
            return nil
        case .state(_, let revision):
            return readPastState(at: revision, in: scene, for: inbound, at: now, &effects)
        case .audit:
            // The whole store is checked for an administrator; for others, their scene alone.
            if access.isAdministrator(inbound.peer.principal) {
                let audit = StoreRead.audit(SceneCapture(scene), wholeStore: true)
                effects.append(try reads.start(audit, for: inbound))
            } else {
                enqueueRead(.audit(key), for: inbound, at: now, &effects)
            }
            return nil
        case .hello, .submit, .pair, .addUser, .listUsers, .removeUser, .invite, .listDevices,
            .updateDevice, .revokeDevice, .withdrawInvitation, .serverKey, .listScenes,
            .removeScene, .renameScene, .trashScene, .restoreScene, .leave, .remember,
            .listRemembered, .heal, .fleet:
            return nil
        }
    }

    // MARK: Loading

    /// Queues a request until its scene is in memory.
    private mutating func wait(
        _ inbound: InboundRequest, for key: SceneKey, _ effects: inout [Effect]
    ) {
        guard !pipeline.batches.isReplacing(key) else {
            let failure = Failure.busy(
                "the scene is being removed, renamed or healed", advice: "try again")
            return refuse(inbound, failure, &effects)
        }
        guard hasRoom(for: inbound), pipeline.awaiting.hasRoom(for: inbound, at: key),
            pipeline.load(key, &effects)
        else {
            let failure = Failure.busy("too many pending scene reads", advice: "try again")
            return refuse(inbound, failure, &effects)
        }
        var inbound = inbound
        if !inbound.missedCache { metrics.cacheMisses += 1 }
        inbound.missedCache = true
        pipeline.awaiting.append(inbound, at: key)
    }

    /// Queues a change until its scene is pruned.
    private mutating func waitForPruning(
        _ inbound: InboundRequest, of key: SceneKey, _ effects: inout [Effect]
    ) {
        guard hasRoom(for: inbound), pipeline.awaiting.hasRoom(for: inbound, at: key) else {
            return refuse(inbound, .waiting, &effects)
        }
        var inbound = inbound
        // Its scene's lookup has been counted.
        inbound.missedCache = true
        pipeline.awaiting.append(inbound, at: key)
    }

    /// Handles a scene that was read: serves all requests queued for it.
    mutating func finishLoading(
        _ key: SceneKey, _ result: Result<StoredScene?, PersistenceFailure>, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        let (waited, isIndeterminate, isOvertaken) = pipeline.endLoading(key)
        guard !isOvertaken, access.servedUsers.includes(key.user) else {
            // A user that is served here again has it read anew; the others are refused.
            for waiting in waited { handle(waiting, at: now, &effects) }
            return resume(.scene(key), failing: nil, at: now, &effects)
        }
        switch result {
        case .success(let stored):
            var scene = SceneAuthority(
                key: key, stored: stored,
                freshEpoch: pipeline.freshEpoch(of: key, using: &generator))
            scene.used = now.uptime
            pipeline.insert(scene)
            if isIndeterminate { announceHead(of: key, at: now, &effects) }
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
        let failure = pipeline.damages.scenes[key] == nil ? result.failure : nil
        resume(.scene(key), failing: failure, at: now, &effects)
    }

    /// Publishes the head of a scene, now and repeatedly, as after a commit.
    private mutating func announceHead(
        of key: SceneKey, at now: ClockReading, _ effects: inout [Effect]
    ) {
        feed.publish(pipeline.scenes[key], using: &generator, &effects)
        feed.heartbeats.committed(key, at: now.uptime, &deadlines)
    }

    // MARK: Leaving memory

    /// Evicts a scene that is about to be replaced from memory.
    mutating func unload(_ key: SceneKey) {
        drop(key)
        feed.progress.remove(key)
        feed.snapshots.remove(key, &deadlines)
        maintenance.cancelEncoding(of: key)
    }

    /// Drops a scene from memory, with its deadlines.
    mutating func drop(_ key: SceneKey) {
        pipeline.scenes[key] = nil
        feed.heartbeats.remove(key, &deadlines)
        maintenance.schedule(key, at: nil, &deadlines)
    }

    /// Begins a new epoch of an erased scene, and announces it to its mirrors.
    mutating func beginAnew(_ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        guard pipeline.scenes.slot(of: key) == nil else { return }
        var scene = SceneAuthority(
            key: key, stored: nil, freshEpoch: pipeline.freshEpoch(of: key, using: &generator))
        scene.used = now.uptime
        pipeline.scenes[key] = scene
        maintenance.schedule(key, at: now.uptime + DaemonLimits.maintenanceInterval, &deadlines)
        announceHead(of: key, at: now, &effects)
    }

    /// Trims and evicts scenes while over the memory limit, the least recently used first: then down
    /// to 15/16 of it, so that the next eviction is not due at once. What is trimmed is seldom read,
    /// an evicted scene with its next use; so a scene is evicted that was not used since it was
    /// trimmed, or if trimming does not suffice.
    ///
    /// Scenes with undurable writes stay, snapshots included, and those being pruned, those of
    /// users with a request that awaits all their scenes, and one in any case.
    mutating func evict() {
        let limit = DaemonLimits.scenes
        guard pipeline.scenes.cost > pipeline.budget || pipeline.scenes.count > limit else {
            return
        }
        let awaited = access.blocked.usersOfScenes
        let idle = pipeline.scenes.values.lazy
            .filter { [batches = pipeline.batches, maintenance] in
                !batches.isWriting($0.key) && $0.key != maintenance.encoding?.capture.key
                    && !maintenance.pruning.contains($0.key) && !awaited.contains($0.key.user)
            }
            .map { (used: $0.used, key: $0.key, isTrimmed: $0.isTrimmed) }
            // Sorted: the same events always have the same effects.
            .sorted { ($0.used, $0.key) < ($1.used, $1.key) }
            .dropLast()
        for scene in idle where pipeline.scenes.cost > pipeline.budget / 16 * 15 {
            if scene.isTrimmed {
                evict(scene.key)
            } else {
                pipeline.scenes.update(scene.key) { $0.trim() }
            }
        }
        for scene in idle
        where pipeline.scenes.cost > pipeline.budget / 16 * 15
            || pipeline.scenes.count > limit / 16 * 15
        {
            evict(scene.key)
        }
    }

    private mutating func evict(_ key: SceneKey) {
        guard pipeline.scenes.slot(of: key) != nil else { return }
        drop(key)
        metrics.cacheEvictions += 1
    }
}
