internal import NavigationModel
internal import NavigationWire

/// Catch-up: the commits that a mirror is missing, from memory or from the log, or a snapshot.
extension DaemonCore {
    /// Returns the reply to a mirror's sync; `nil` if that comes later.
    mutating func catchUp(
        _ mirror: MirrorPosition, of session: Session, with scene: SceneAuthority,
        for inbound: InboundRequest, at now: ClockReading, _ effects: inout [Effect]
    ) -> Reply.Result? {
        if scene.isTailShort(after: mirror.revision),
            let commits = scene.commits(after: mirror.revision, epoch: mirror.epoch)
        {
            metrics.syncs[commits.isEmpty ? .current : .commits] += 1
            return synced(mirror, CommitPage(commits), of: session, with: scene, at: now)
        }
        note(session, scene, mirror, at: now)
        if scene.hasTail(after: mirror.revision, epoch: mirror.epoch) {
            metrics.syncs[.commits] += 1
            let position = MirrorPosition(epoch: mirror.epoch, revision: mirror.revision)
            enqueueRead(.tail(scene.key, after: position), for: inbound, at: now, &effects)
            return nil
        }
        if scene.isLogShorter(after: mirror.revision, epoch: mirror.epoch) {
            metrics.syncs[.commits] += 1
            // Without the oldest base, which is the mirror's own: mirrors that request the same
            // share a page.
            let position = MirrorPosition(epoch: mirror.epoch, revision: mirror.revision)
            enqueueRead(
                .log(.commits(scene.key, after: position)), for: inbound, at: now, &effects)
            return nil
        }
        metrics.syncs[.snapshot] += 1
        if let offer = feed.snapshots.offer(scene, at: now.uptime) {
            return .synced(synced(offer, of: session, with: scene, at: now))
        }
        enqueueRead(.snapshot(scene.key), for: inbound, at: now, &effects)
        return nil
    }

    /// Answers a mirror with a page of the log. If the page does not follow on the mirror's
    /// revision, as the log was compacted meanwhile, it gets a snapshot; if the scene has changed,
    /// the sync is evaluated again.
    mutating func answer(
        _ inbound: InboundRequest, of key: SceneKey, at mirror: MirrorPosition,
        with page: CommitPage,
        at now: ClockReading, _ effects: inout [Effect]
    ) {
        guard let session = access.sessions[inbound.peer],
            case .sync(let id, _, _, let oldestBase) = inbound.request.call
        else { return refuse(inbound, .helloFirst, &effects) }
        guard session.key(id) == key, let scene = pipeline.scenes[key], scene.epoch == mirror.epoch
        else {
            return retryRead(inbound, because: .notInMemory, at: now, &effects)
        }
        guard page.first == mirror.revision.next else {
            return enqueueRead(.snapshot(key), for: inbound, at: now, &effects)
        }
        let position = MirrorPosition(
            epoch: mirror.epoch, revision: mirror.revision, oldestBase: oldestBase)
        note(position, page, of: session, with: scene, at: now)
        let synced = SyncReply(
            head: scene.head, content: .page(page),
            lastSequence: scene.lastSequence(of: session.device), time: scene.time(at: now.wall))
        replyWhenDurable(
            ProposedReply(.synced(synced), showing: [.scene(key)]), to: inbound, &effects)
    }

    /// Returns the reply with the commits for a mirror, and records that it has them.
    private mutating func synced(
        _ mirror: MirrorPosition, _ page: CommitPage, of session: Session,
        with scene: SceneAuthority, at now: ClockReading
    ) -> Reply.Result {
        note(mirror, page, of: session, with: scene, at: now)
        return .synced(synced(.page(page), of: session, with: scene, at: now))
    }

    /// Records that a mirror is about to have commits.
    private mutating func note(
        _ mirror: MirrorPosition, _ page: CommitPage, of session: Session,
        with scene: SceneAuthority, at now: ClockReading
    ) {
        let reached = page.last ?? mirror.revision
        note(
            session, scene,
            MirrorPosition(
                epoch: mirror.epoch, revision: reached, oldestBase: mirror.oldestBase), at: now)
    }

    private func synced(
        _ content: SyncReply.Content, of session: Session, with scene: SceneAuthority,
        at now: ClockReading
    ) -> SyncReply {
        SyncReply(
            head: scene.head, content: content,
            lastSequence: scene.lastSequence(of: session.device),
            time: scene.time(at: now.wall),
            former: content.isSnapshot ? access.former(scene.key) : [])
    }
}

extension SyncReply.Content {
    fileprivate var isSnapshot: Bool { if case .snapshot = self { true } else { false } }
}
