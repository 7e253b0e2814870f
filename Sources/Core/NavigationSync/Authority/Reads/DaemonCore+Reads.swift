internal import NavigationModel
internal import NavigationWire

/// The reads of the store for a client: the log, earlier states, outcomes.
extension DaemonCore {
    /// Queues a read that takes long behind its client's others.
    mutating func enqueueRead(
        _ what: SerialReads.Target, for inbound: InboundRequest, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        let queued = SerialReads.QueuedRead(what: what, inbound: inbound)
        guard reads.enqueue(queued) else { return refuse(inbound, .waitingForLog, &effects) }
        startNextRead(at: now, &effects)
    }

    /// Starts the next queued read, unless one is under way.
    private mutating func startNextRead(at now: ClockReading, _ effects: inout [Effect]) {
        while let queued = reads.next() {
            guard let (fetch, captured) = fetch(for: queued) else {
                for inbound in reads.drop(queued) {
                    retryRead(inbound, because: .notInMemory, at: now, &effects)
                }
                continue
            }
            effects.append(.fetch(fetch, reads.begin(queued, capturing: captured)))
        }
    }

    private func fetch(for queued: SerialReads.QueuedRead) -> (StoreRead, captured: SceneKey?)? {
        let device = access.sessions[queued.inbound.peer]?.device
        return switch queued.what {
        case .log(let fetch): (fetch, nil)
        case .tail(let key, let mirror):
            pipeline.scenes[key]?.commits(after: mirror.revision, epoch: mirror.epoch)
                .map { (.tail($0, of: key, after: mirror), key) }
        case .status(let key): pipeline.scenes[key].map { (.status(SceneCapture($0)), key) }
        case .snapshot(let key):
            pipeline.scenes[key].map { (.snapshot(SceneCapture($0, for: device)), key) }
        case .audit(let key):
            pipeline.scenes[key].map { (.audit(SceneCapture($0), wholeStore: false), key) }
        }
    }

    /// Starts the read of the state at an earlier revision, or refuses it.
    mutating func readPastState(
        at revision: Revision, in scene: SceneAuthority, for inbound: InboundRequest,
        at now: ClockReading,
        _ effects: inout [Effect]
    ) -> Reply.Result? {
        if revision > scene.durableHead.revision {
            return .failure(.future(revision, head: scene.durableHead.revision))
        }
        if revision < scene.age.oldestRevision {
            return .failure(.compacted(revision, oldestRevision: scene.age.oldestRevision))
        }
        enqueueRead(.log(.state(scene.key, at: revision)), for: inbound, at: now, &effects)
        return nil
    }

    /// Answers a request with the result of its store read.
    mutating func finishRead(
        _ id: ReadID, with result: Result<StoreReadResult, PersistenceFailure>,
        at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        let requests = reads.end(id)
        defer { startNextRead(at: now, &effects) }
        let isOvertaken = access.takeOvertaken(id)
        if let dependency = access.takeDependency(id) {
            return finishReading(dependency, isOvertaken ? nil : result, at: now, &effects)
        }
        for inbound in requests {
            switch result {
            case .success(.commits(let page, let key, let mirror)):
                answer(inbound, of: key, at: mirror, with: page, at: now, &effects)
            case .success(.healed(let healed, let plan)):
                finish(plan, healed, for: inbound, at: now, &effects)
            case .success(let fetched):
                let answer = ProposedReply(
                    self.result(of: fetched, for: inbound.peer, at: now),
                    showing: fetched.subjects)
                replyWhenDurable(answer, to: inbound, &effects)
            case .failure(let failure):
                refuse(inbound, failure.onTheWire(for: inbound.peer.principal), &effects)
            }
        }
    }

    private mutating func result(
        of fetched: StoreReadResult, for peer: Peer, at now: ClockReading
    ) -> Reply.Result {
        switch fetched {
        case .status(let head, _):
            return .status(status(at: head, for: peer, now))
        case .snapshot(let bytes, let capture):
            return offer(bytes, capture, to: peer, at: now)
        case .history(let page, let hasMore, let key):
            return .encodedHistory(
                EncodedHistory(
                    page: page, hasMore: hasMore,
                    oldestRevision: oldestRevision(of: key, before: page.first)))
        case .storedReceipt(nil, _):
            return .failure(Failure(.settled, "accepted long ago; its receipt is no longer stored"))
        case .storedReceipt(.some(let storedReceipt), let hash):
            return storedReceipt.hash == hash
                ? .receipt(storedReceipt.receipt) : .failure(.sequenceReused)
        case .state(.state(let snapshot, let digest, let epoch), let key, let revision):
            let (id, length) = feed.snapshots.offer(
                key, epoch, revision, snapshot, at: now.uptime, &deadlines)
            return .pastState(
                PastSnapshotOffer(
                    id: id, length: length, revision: revision, epoch: epoch, digest: digest))
        case .state(.compacted(let oldestRevision), _, let revision):
            return .failure(.compacted(revision, oldestRevision: oldestRevision))
        case .state(.future(let head), _, let revision):
            return .failure(.future(revision, head: head))
        case .state(nil, let key, let revision):
            // Nothing was ever committed: the initial state is all there is.
            guard revision == .zero, let epoch = pipeline.scenes[key]?.epoch else {
                return .failure(.future(revision, head: .zero))
            }
            let (id, length) = feed.snapshots.offer(
                key, epoch, .zero, SceneState().snapshot, at: now.uptime, &deadlines)
            return .pastState(
                PastSnapshotOffer(
                    id: id, length: length, revision: .zero, epoch: epoch, digest: .zero))
        case .users(let users, let hasMore):
            return .users(users, hasMore: hasMore)
        case .summary(let summary, let handed):
            return finish(handed, summary)
        case .account, .owner, .reserved, .commits, .healed:
            return .failure(Failure(.unavailable, "unexpected result of the store"))
        case .audit(let audit, let memory):
            let audit = Audit(
                memory: memory, replay: audit.replay, snapshot: audit.snapshot,
                fault: audit.fault, isOfWholeStore: audit.isOfWholeStore)
            return .audit(audit.disclosed(to: peer.principal))
        }
    }
}

extension DaemonCore {
    private mutating func offer(
        _ bytes: [UInt8], _ capture: SceneCapture, to peer: Peer, at now: ClockReading
    ) -> Reply.Result {
        guard let session = access.sessions[peer], let settled = capture.settled,
            settled.device == session.device
        else { return .failure(.helloFirst) }
        guard let scene = pipeline.scenes[capture.key], scene.epoch == capture.head.epoch else {
            return .failure(.notInMemory)
        }
        let revision = capture.head.revision
        let (id, length) = feed.snapshots.offer(
            capture.key, capture.head.epoch, revision, bytes, isPast: false, at: now.uptime,
            &deadlines)
        // A consistent reply: commits made during the encoding are not in it.
        return .synced(
            SyncReply(
                head: capture.head,
                content: .snapshot(id: id, revision: revision, length: length),
                lastSequence: settled.sequence,
                time: scene.time(at: now.wall), former: access.former(capture.key)))
    }

    /// Returns the revision after which the log begins. It may have been compacted since a page of
    /// it was read: the commits of the page were there.
    private func oldestRevision(of key: SceneKey, before first: Revision?) -> Revision {
        let oldestRevision = pipeline.scenes[key]?.age.oldestRevision ?? .zero
        guard let first, first <= oldestRevision else { return oldestRevision }
        return Revision(rawValue: first.rawValue - min(first.rawValue, 1))
    }
}

extension StoreReadResult {
    /// The parts of memory that the read shows, which may be ahead of the disk.
    fileprivate var subjects: [DurabilityKey] {
        switch self {
        case .status(_, let key): [.scene(key)]
        case .snapshot(_, let capture): [.scene(capture.key)]
        case .history, .commits, .storedReceipt, .state, .audit, .account, .owner, .reserved,
            .users, .summary, .healed:
            []
        }
    }
}

extension Failure {
    static let notInMemory = Failure(
        .unavailable, "the scene is not loaded", advice: "try again")

    /// The revision is beyond the scene's head.
    static func future(_ revision: Revision, head: Revision) -> Failure {
        Failure(.outOfHistory, "no revision \(revision) yet: the scene is at \(head)")
    }

    /// The log no longer reaches back that far.
    static func compacted(_ revision: Revision, oldestRevision: Revision) -> Failure {
        Failure(
            .outOfHistory,
            "revision \(revision) was compacted: the log begins at revision \(oldestRevision)"
        )
    }
}
