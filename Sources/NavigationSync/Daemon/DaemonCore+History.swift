internal import NavigationModel
internal import NavigationWire

/// What is read from the store for a client: the log, earlier states, outcomes.
extension DaemonCore {
    /// Has something read that takes long, when it is its asker's turn.
    mutating func readAtLength(
        _ what: LongReads.Subject, for request: UInt64, _ peer: Peer, _ effects: inout [Effect]
    ) {
        guard longReads.add(LongReads.Asked(what: what, request: request, peer: peer)) else {
            let failure = Failure(.busy, "too many requests wait for the log to be read: try again")
            effects.append(.reply(Reply(id: request, result: .failure(failure)), to: peer))
            return
        }
        goOnReading(&effects)
    }

    /// Begins what is next of that, unless something is under way.
    private mutating func goOnReading(_ effects: inout [Effect]) {
        while let asked = longReads.next() {
            guard let (fetch, sampled) = fetch(for: asked.what) else {
                let failure = Failure(.unavailable, "the scene is not in memory: try again")
                effects.append(
                    .reply(Reply(id: asked.request, result: .failure(failure)), to: asked.peer))
                continue
            }
            nextTicket += 1
            let ticket = Ticket(number: nextTicket)
            tickets[ticket] = (asked.peer, asked.request)
            longReads.begin(ticket, sampling: sampled)
            effects.append(.fetch(fetch, ticket))
        }
    }

    private func fetch(for what: LongReads.Subject) -> (Fetch, sampled: SceneKey?)? {
        switch what {
        case .log(let fetch): (fetch, nil)
        case .status(let key): scenes[key].map { (.status(SceneSample($0)), key) }
        case .snapshot(let key): scenes[key].map { (.snapshot(SceneSample($0)), key) }
        }
    }

    /// Refuses what is under way about scenes whose memory goes back to what is on disk.
    mutating func abandonReading(of key: SceneKey, _ effects: inout [Effect]) {
        guard longReads.isSampling(key), let ticket = longReads.ticket,
            let (peer, request) = tickets.removeValue(forKey: ticket)
        else { return }
        let failure = Failure(.unavailable, "what it would show is not on disk: try again")
        effects.append(.reply(Reply(id: request, result: .failure(failure)), to: peer))
    }

    /// Has the store read something, so many at a time.
    mutating func fetch(
        _ fetch: Fetch, for request: UInt64, _ peer: Peer, _ effects: inout [Effect]
    ) {
        let refusal: Failure? =
            if tickets.count >= DaemonLimits.reads {
                Failure(.busy, "too many requests wait for the log to be read: try again")
            } else if fetch.isAudit, auditor != nil {
                Failure(.busy, "the store is being checked for somebody else: try again")
            } else {
                nil
            }
        if let refusal {
            effects.append(.reply(Reply(id: request, result: .failure(refusal)), to: peer))
            return
        }
        nextTicket += 1
        let ticket = Ticket(number: nextTicket)
        tickets[ticket] = (peer, request)
        if fetch.isAudit { auditor = ticket }
        effects.append(.fetch(fetch, ticket))
    }

    /// Has the state at an earlier revision read, or says why there is none.
    mutating func lookBack(
        at revision: Revision, in scene: SceneAuthority, for request: UInt64, _ peer: Peer,
        _ effects: inout [Effect]
    ) -> Reply.Result? {
        if revision > scene.durableHead.revision {
            return .failure(.future(revision, head: scene.durableHead.revision))
        }
        if revision < scene.age.retained {
            return .failure(.compacted(revision, retained: scene.age.retained))
        }
        readAtLength(.log(.state(scene.key, at: revision)), for: request, peer, &effects)
        return nil
    }

    /// The store has read what a request asked for.
    mutating func answer(
        _ ticket: Ticket, with result: Result<Fetched, PersistenceFailure>, at now: Moment,
        _ effects: inout [Effect]
    ) {
        if auditor == ticket { auditor = nil }
        longReads.end(ticket)
        defer { goOnReading(&effects) }
        if let need = reading.removeValue(forKey: ticket) {
            return finishReading(need, result, at: now, &effects)
        }
        guard let (peer, request) = tickets.removeValue(forKey: ticket) else { return }
        switch result {
        case .success(let fetched):
            let answer = Answer(
                self.result(of: fetched, for: peer, at: now), showing: fetched.subjects)
            give(answer, to: request, peer, &effects)
        case .failure(let failure):
            effects.append(
                .reply(Reply(id: request, result: .failure(failure.onTheWire)), to: peer))
        }
    }

    private mutating func result(
        of fetched: Fetched, for peer: Peer, at now: Moment
    ) -> Reply.Result {
        switch fetched {
        case .status(let head, _):
            return .status(status(at: head, for: peer, now))
        case .snapshot(let bytes, let sample):
            return offer(bytes, sample, to: peer, at: now)
        case .history(let commits, let hasMore, let key):
            return .historyPage(
                HistoryPage(
                    commits: commits, hasMore: hasMore,
                    retained: retained(of: key, before: commits.first)))
        case .settlement(nil, _):
            return .failure(Failure(.settled, "done long ago; its outcome is no longer kept"))
        case .settlement(.some(let settlement), let hash):
            return settlement.hash == hash
                ? .receipt(settlement.receipt) : .failure(.sequenceReused)
        case .state(.state(let snapshot, let digest, let epoch), let key, let revision):
            let (id, length) = snapshots.offer(key, epoch, revision, snapshot, at: now.uptime)
            return .pastState(
                PastStateOffer(
                    id: id, length: length, revision: revision, epoch: epoch, digest: digest))
        case .state(.compacted(let retained), _, let revision):
            return .failure(.compacted(revision, retained: retained))
        case .state(.future(let head), _, let revision):
            return .failure(.future(revision, head: head))
        case .state(nil, let key, let revision):
            // Nothing was ever committed: the state of the beginning is all there is.
            guard revision == .zero, let epoch = scenes[key]?.epoch else {
                return .failure(.future(revision, head: .zero))
            }
            let (id, length) = snapshots.offer(
                key, epoch, .zero, SceneState().snapshot, at: now.uptime)
            return .pastState(
                PastStateOffer(
                    id: id, length: length, revision: .zero, epoch: epoch, digest: .zero))
        case .users(let users, let hasMore):
            return .users(users, hasMore: hasMore)
        case .household, .owner:
            return .failure(Failure(.unavailable, "the store answers another question"))
        case .audit(let audit, let memory):
            return .audit(
                Audit(
                    memory: memory, replay: audit.replay, snapshot: audit.snapshot,
                    fault: audit.fault))
        }
    }
}

extension DaemonCore {
    private mutating func offer(
        _ bytes: [UInt8], _ sample: SceneSample, to peer: Peer, at now: Moment
    ) -> Reply.Result {
        guard let session = sessions[peer] else { return .failure(.helloFirst) }
        guard let scene = scenes[sample.key], scene.epoch == sample.head.epoch else {
            return .failure(Failure(.unavailable, "the scene is not in memory: try again"))
        }
        let revision = sample.head.revision
        let (id, length) = snapshots.offer(
            sample.key, sample.head.epoch, revision, bytes, isPast: false, at: now.uptime)
        return .synced(
            Synced(
                head: scene.head,
                content: .snapshot(id: id, revision: revision, length: length),
                lastSequence: scene.lastSequence(of: session.device),
                time: scene.time(at: now.wall)))
    }

    /// After which revision the log begins. It may have been compacted since a page of it was read:
    /// what the page has was there.
    private func retained(of key: SceneKey, before first: Commit?) -> Revision {
        let retained = scenes[key]?.age.retained ?? .zero
        guard let first, first.revision <= retained else { return retained }
        return Revision(rawValue: first.revision.rawValue - min(first.revision.rawValue, 1))
    }
}

extension Fetched {
    /// What it shows of memory, which may be ahead of the disk.
    fileprivate var subjects: [Subject] {
        switch self {
        case .status(_, let key): [.scene(key)]
        case .snapshot(_, let sample): [.scene(sample.key)]
        case .history, .settlement, .state, .audit, .household, .owner, .users: []
        }
    }
}

extension Fetch {
    fileprivate var isAudit: Bool { if case .audit = self { true } else { false } }
}

extension Failure {
    /// The scene has not got that far.
    static func future(_ revision: Revision, head: Revision) -> Failure {
        Failure(.outOfHistory, "there is no revision \(revision) yet: the scene is at \(head)")
    }

    /// The log no longer reaches back that far.
    static func compacted(_ revision: Revision, retained: Revision) -> Failure {
        Failure(
            .outOfHistory,
            "revision \(revision) is no longer kept: the history begins at revision \(retained)")
    }
}
