internal import NavigationModel
internal import NavigationWire

extension DaemonCore {
    /// Takes a frame from control: reads it, knows who speaks, and gets the scene.
    mutating func receive(
        _ bytes: [UInt8], from peer: Peer, at now: Moment, _ effects: inout [Effect]
    ) {
        let request: Request
        do {
            request = try Request(encoded: bytes)
        } catch {
            let failure = Failure(.malformed, "\(error)")
            let id = Request.id(ofUnreadable: bytes)
            effects.append(.reply(Reply(id: id, result: .failure(failure)), to: peer))
            return
        }
        if case .hello(let hello) = request.call {
            let result = greet(hello, from: peer, at: now)
            effects.append(.reply(Reply(id: request.id, result: result), to: peer))
            return
        }
        guard let session = sessions.hear(peer, at: now.uptime) else {
            effects.append(.reply(Reply(id: request.id, result: .failure(.helloFirst)), to: peer))
            return
        }
        handle(Waiting(request: request, session: session, peer: peer), at: now, &effects)
    }

    /// Serves a request when its scene is in memory.
    mutating func handle(_ waiting: Waiting, at now: Moment, _ effects: inout [Effect]) {
        let (request, session, peer) = (waiting.request, waiting.session, waiting.peer)
        let key = session.key(request.call.scene)
        if scenes[key] != nil {
            serve(request, of: session, from: peer, at: now, &effects)
        } else {
            wait(request, of: session, from: peer, for: key, &effects)
        }
    }

    private mutating func greet(_ hello: Hello, from peer: Peer, at now: Moment) -> Reply.Result {
        guard hello.version == ProtocolVersion.current else {
            return .failure(
                Failure(
                    .versionUnsupported,
                    "protocol version \(hello.version) is not spoken here, only "
                        + "\(ProtocolVersion.current): update the older of client and daemon"))
        }
        guard hello.device != .daemon else {
            return .failure(Failure(.malformed, "device: all zeros is the daemon's own id"))
        }
        guard let user = hello.user else {
            return .failure(Failure(.notPermitted, "say whose scenes are meant"))
        }
        guard let feed = feeds.feed(of: user, using: &generator) else {
            return .failure(Failure(.busy, "this daemon serves too many users already"))
        }
        let session = Session(
            user: user, device: hello.device, name: hello.name, heard: now.uptime)
        sessions.open(session, for: peer)
        return .welcome(
            Welcome(
                instance: identity.instance, daemonVersion: identity.version, time: now.wall,
                feed: identity.feed, topic: feed.topic, feedKey: feed.key, user: user,
                deviceName: hello.name))
    }

    private mutating func wait(
        _ request: Request, of session: Session, from peer: Peer, for key: SceneKey,
        _ effects: inout [Effect]
    ) {
        guard waiting[key, default: []].count < DaemonLimits.waiting,
            waiting[key] != nil || waiting.count < DaemonLimits.reads
        else {
            let failure = Failure(.busy, "too many requests wait for scenes to be read: try again")
            effects.append(.reply(Reply(id: request.id, result: .failure(failure)), to: peer))
            return
        }
        if waiting[key] == nil { effects.append(.load(key)) }
        waiting[key, default: []].append(Waiting(request: request, session: session, peer: peer))
    }

    /// The store has read a scene: serves all that waited for it.
    mutating func finishLoading(
        _ key: SceneKey, _ result: Result<StoredScene?, PersistenceFailure>, at now: Moment,
        _ effects: inout [Effect]
    ) {
        let waited = waiting.removeValue(forKey: key) ?? []
        switch result {
        case .success(let stored):
            makeRoom()
            scenes[key] = SceneAuthority(
                key: key, stored: stored, freshEpoch: .random(using: &generator))
            if uncertain.remove(key) != nil { announceHead(of: key, at: now, &effects) }
            lookThrough(key, at: now, &effects)
            for waiting in waited {
                serve(
                    waiting.request, of: waiting.session, from: waiting.peer, at: now, &effects)
            }
        case .failure(let failure):
            if case .fenced(let why) = failure { effects.append(.stop(why)) }
            for waiting in waited {
                let reply = Reply(id: waiting.request.id, result: .failure(failure.onTheWire))
                effects.append(.reply(reply, to: waiting.peer))
            }
        }
    }

    /// Reads a scene anew whose last write is not known to be done, to tell where it stands.
    mutating func lookAgain(_ key: SceneKey, _ effects: inout [Effect]) {
        guard waiting[key] != nil || waiting.count < DaemonLimits.reads else { return }
        uncertain.insert(key)
        if waiting[key] == nil { effects.append(.load(key)) }
        waiting[key, default: []] += []
    }

    private mutating func makeRoom() {
        guard scenes.count >= DaemonLimits.scenes else { return }
        let idle = scenes.values.filter { !batches.isWriting($0.key) }
        guard let coldest = idle.min(by: { $0.used < $1.used })?.key else { return }
        scenes[coldest] = nil
        announcements.forget(coldest)
    }

    /// Answers a request about a loaded scene. What it shows may be ahead of the disk, so the reply
    /// leaves when the disk has caught up.
    private mutating func serve(
        _ request: Request, of session: Session, from peer: Peer, at now: Moment,
        _ effects: inout [Effect]
    ) {
        let key = session.key(request.call.scene)
        scenes[key]?.used = now.uptime
        guard let result = result(of: request, session, peer, at: now, &effects) else { return }
        let reply = Reply(id: request.id, result: result)
        if let ready = batches.hold(reply, to: peer, showing: key) {
            effects.append(.reply(ready, to: peer))
        } else {
            held(reply, to: peer)
        }
    }

    /// The answer to a request; `nil` if it comes later.
    private mutating func result(
        of request: Request, _ session: Session, _ peer: Peer, at now: Moment,
        _ effects: inout [Effect]
    ) -> Reply.Result? {
        if case .submit(let submit) = request.call {
            return take(submit, request, of: session, from: peer, at: now, &effects)
        }
        let key = session.key(request.call.scene)
        guard let scene = scenes[key] else { return nil }
        switch request.call {
        case .hello, .submit:
            return nil
        case .pair, .addUser, .listUsers, .removeUser, .invite, .listDevices, .updateDevice,
            .revokeDevice, .withdrawInvitation, .serverKey:
            return .failure(Failure(.unsupported, "not done here yet"))
        case .sync(_, let epoch, let revision):
            let commits = scene.commits(after: revision, epoch: epoch)
            return .synced(
                Synced(
                    head: scene.head,
                    content: commits.map { .commits($0) } ?? snapshots.offer(scene, at: now.uptime),
                    lastSequence: scene.lastSequence(of: session.device),
                    time: scene.time(at: now.wall)))
        case .snapshotPart(_, let id, let offset):
            return snapshots.part(of: id, for: key, from: offset, at: now.uptime)
        case .presence:
            guard let topic = feeds.topic(of: session.user) else { return .failure(.helloFirst) }
            return .heads([scene.head], topic: topic, time: scene.time(at: now.wall))
        case .history(_, let revision, let limit):
            let limit = min(max(limit, 1), WireLimits.historyPage)
            fetch(
                .history(key, after: revision, limit: limit), for: request.id, peer, &effects)
            return nil
        case .status:
            return .status(status(of: scene, at: now))
        case .state(_, let revision):
            return lookBack(at: revision, in: scene, for: request.id, peer, &effects)
        case .audit:
            fetch(.audit(key, memory: scene.auditedHead), for: request.id, peer, &effects)
            return nil
        }
    }

    private func status(of scene: SceneAuthority, at now: Moment) -> DaemonStatus {
        DaemonStatus(
            daemonVersion: identity.version, instance: identity.instance,
            uptime: UInt64(clamping: (now.uptime - identity.started).components.seconds),
            head: scene.auditedHead, connections: sessions.count, scenesLoaded: scenes.count,
            commits: commitCount)
    }
}

extension Request.Call {
    /// The scene that the call is about; hello is about all.
    var scene: SceneID {
        switch self {
        case .hello, .pair, .addUser, .listUsers, .removeUser, .invite, .listDevices,
            .updateDevice, .revokeDevice, .withdrawInvitation, .serverKey:
            .main
        case .sync(let scene, _, _), .snapshotPart(let scene, _, _), .presence(let scene),
            .history(let scene, _, _), .status(let scene), .state(let scene, _),
            .audit(let scene):
            scene
        case .submit(let submit): submit.scene
        }
    }
}

extension DaemonCore.PersistenceFailure {
    /// What a client is told.
    var onTheWire: Failure {
        switch self {
        case .fenced(let why), .failed(let why): Failure(.unavailable, why)
        }
    }
}

extension Failure {
    static let helloFirst = Failure(
        .helloFirst, "say hello first on every new connection")

    static let sequenceReused = Failure(
        .sequenceReused, "another change of this device has this number: renumber and resubmit")
}

extension Settlement {
    /// What the device is told.
    var receipt: Receipt {
        Receipt(sequence: sequence, outcomes: outcomes, revision: revision)
    }
}
