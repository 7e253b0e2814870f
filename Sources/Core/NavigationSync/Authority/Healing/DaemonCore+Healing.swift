internal import NavigationModel
internal import NavigationWire

/// Healing: scenes restored from the states that devices remember, after the store has lost them.
extension DaemonCore {
    /// Handles a call about remembered states; `nil` if the reply comes later.
    mutating func answerAboutRemembered(
        _ inbound: InboundRequest, at now: ClockReading, _ effects: inout [Effect]
    ) throws(RequestError) -> ProposedReply? {
        let peer = inbound.peer
        let (session, _) = try access.session(at: peer, now)
        switch inbound.request.call {
        case .remember(let part):
            let key = session.key(part.position.scene)
            guard pipeline.scenes[key] != nil || pipeline.damages.scenes[key] != nil else {
                throw .needs(.scene(key))
            }
            // A state of a former epoch is all that there is, if the present one is unreadable.
            if pipeline.damages.scenes[key] == nil, access.former(key).contain(part.position) {
                return ProposedReply(containing(part.position, of: key), showing: session.user)
            }
            switch healing.remembered.take(part, of: key, by: session.device, from: peer) {
            case .wants(let offset): return ProposedReply(.remembered(.wants(offset)), showing: [])
            case .isHeld: return ProposedReply(.remembered(.holds), showing: [])
            case .whole(let handed):
                let summary = StoreRead.summary(
                    handed, present: pipeline.scenes[key].map { SceneCapture($0) })
                enqueueRead(.log(summary), for: inbound, at: now, &effects)
                return nil
            }
        case .listRemembered:
            let states = healing.remembered.states(of: session.user).map { described($0, at: now) }
            return ProposedReply(.rememberedStates(states), showing: session.user)
        case .heal(let heal):
            try checkMayHeal(session, at: peer)
            try pipeline.checkRegistryTakesChanges(for: peer.principal)
            let plan = try plan(heal, of: session)
            guard let plan else { throw .needs(.scene(session.key(heal.position.scene))) }
            enqueueRead(.log(.heal(plan)), for: inbound, at: now, &effects)
            return nil
        default: return nil
        }
    }

    /// Holds an uploaded state that has been checked, if it matches its digest.
    mutating func finish(
        _ handed: UploadedState, _ summary: RememberedSummary?
    ) -> Reply.Result {
        guard let summary else {
            return .failure(
                Failure(.malformed, "the uploaded state does not match its digest: discarded"))
        }
        guard !summary.isContained else { return containing(handed.position, of: handed.key) }
        healing.remembered.insert(handed, summary)
        return .remembered(.holds)
    }

    private func containing(_ position: Head, of key: SceneKey) -> Reply.Result {
        let end = access.former(key).end(of: position.epoch) ?? .zero
        return .remembered(.contains(upTo: max(end, position.revision)))
    }

    /// Writes a scene healed in memory, unless it has changed meanwhile.
    mutating func finish(
        _ plan: HealPlan, _ healed: HealedState?,
        for inbound: InboundRequest, at now: ClockReading, _ effects: inout [Effect]
    ) {
        let key = plan.key
        guard let session = access.sessions[inbound.peer], session.user == key.user else {
            return refuse(inbound, .helloFirst, &effects)
        }
        guard let healed else {
            return refuse(inbound, .notInMemory, &effects)
        }
        do throws(RequestError) {
            // It may have lost its access meanwhile, and memory the user's rows.
            try checkMayHeal(session, at: inbound.peer)
            guard isUntouched(plan) else { throw .refused(.changing) }
        } catch {
            return retryRead(inbound, because: .changing, at: now, &effects)
        }
        let mark = LogPosition(
            revision: healed.revision, accumulatedUptime: accumulatedUptime(at: now), byteOffset: 0)
        let position = plan.held.position
        let former = plan.former(known: access.former(key))
        let scene = HealedScene(
            epoch: plan.epoch, digest: healed.digest,
            snapshot: SceneSnapshot(mark: mark, bytes: healed.bytes), former: former,
            store: plan.held.store == pipeline.store?.id ? .none : plan.held.store,
            expected: plan.present?.head,
            common: min(position.revision, access.former(key).end(of: position.epoch) ?? .zero))
        let actor = access.attribution(of: inbound.peer, about: key.user, at: now)
        createUserIfNeeded(key.user, by: actor)
        change(.heal(key, scene, by: actor), of: key.user)
        unload(key)
        healing.remembered.remove(key, in: former)
        let head = Head(
            scene: key.scene, epoch: scene.epoch, revision: scene.revision, digest: scene.digest)
        replyWhenDurable(ProposedReply(.healed(head), showing: key.user), to: inbound, &effects)
    }

    /// Returns the plan for healing a scene; `nil` if the scene has to be read first.
    private mutating func plan(
        _ heal: Heal, of session: Session
    ) throws(RequestError) -> HealPlan? {
        let position = heal.position
        let key = session.key(position.scene)
        guard let held = healing.remembered.find(position, of: key) else {
            throw .refused(
                Failure(
                    .notFound,
                    "no device has uploaded revision \(position.revision) of "
                        + "\(key.scene) since the daemon started",
                    advice: "upload it from a device that has it"))
        }
        if let why = requestError(to: held.handed), !heal.acceptsLoss {
            throw .refused(Failure(.outOfHistory, why))
        }
        guard !pipeline.batches.isReplacing(key), !pipeline.batches.isWriting(key) else {
            throw .refused(.changing)
        }
        let isDamaged = pipeline.damages.scenes[key] != nil
        guard isDamaged || pipeline.scenes[key] != nil else { return nil }
        let scene = isDamaged ? nil : pipeline.scenes[key]
        return HealPlan(
            key: key, held: held.handed, present: scene.map { SceneCapture($0) },
            common: scene.flatMap { common(of: position, with: $0) },
            oldestRevision: scene?.age.oldestRevision ?? .zero, epoch: .random(using: &generator))
    }

    private func checkMayHeal(_ session: Session, at peer: Peer) throws(RequestError) {
        _ = try access.cachedUser(session.user)
        let device = try access.device(of: session, at: peer)
        guard session.role.limited(by: device?.role ?? .full) == .full else {
            throw .refused(.viewer, showing: session.user)
        }
    }

    /// Returns the last revision that a remembered state shares with the scene; `nil` if only the
    /// log can tell.
    private func common(
        of position: Head, with scene: SceneAuthority
    ) -> Revision? {
        guard position.epoch != scene.epoch else { return nil }
        return access.former(scene.key).end(of: position.epoch) ?? .zero
    }

    private func isUntouched(_ plan: HealPlan) -> Bool {
        let key = plan.key
        guard !pipeline.batches.isReplacing(key), !pipeline.batches.isWriting(key) else {
            return false
        }
        guard let present = plan.present else { return pipeline.damages.scenes[key] != nil }
        return pipeline.scenes[key]?.head == present.head
    }

    private mutating func described(
        _ held: RememberedStates.Held, at now: ClockReading
    ) -> RememberedState {
        let (handed, position) = (held.handed, held.handed.position)
        let (id, length) = feed.snapshots.offer(
            handed.key, position.epoch, position.revision, handed.bytes, digest: position.digest,
            at: now.uptime, &deadlines)
        return RememberedState(
            position: position, store: handed.store, latest: held.summary.latest,
            tabs: held.summary.tabs, screens: held.summary.screens,
            devices: held.devices.sorted(), acknowledged: acknowledged(of: handed),
            resubmitted: resubmitted(after: handed),
            offer: RememberedState.Offer(id: id, length: length))
    }

    /// Returns the newest acknowledged revision of a state's history; if that was continued as
    /// another which is unreadable, of that one.
    private func acknowledged(of handed: UploadedState) -> RememberedState.Acknowledged? {
        let heads = pipeline.store?.acknowledged[handed.key] ?? []
        let former = access.former(handed.key)
        let isUnreadable = pipeline.damages.scenes[handed.key] != nil
        let last =
            isUnreadable && former.end(of: handed.position.epoch) != nil
            ? heads.first { former.end(of: $0.epoch) == nil } : nil
        return (last ?? heads.first { $0.epoch == handed.position.epoch }).map {
            RememberedState.Acknowledged(revision: $0.revision, digest: $0.digest)
        }
    }

    private func resubmitted(after handed: UploadedState) -> UInt64 {
        acknowledged(of: handed).map {
            healing.remembered.resubmitted(after: handed, upTo: $0.revision)
        }
            ?? 0
    }

    /// Returns the reason why a state is refused unless the loss is accepted; `nil` if it is not.
    private func requestError(to handed: UploadedState) -> String? {
        let position = handed.position
        let completeness = RememberedState.Completeness(
            of: position, to: acknowledged(of: handed), resubmitting: resubmitted(after: handed))
        switch completeness {
        case .complete, .unknown: return nil
        case .behind(let count):
            return "revision \(position.revision) of \(position.scene) lacks \(count) acknowledged "
                + "revisions: try the other devices, or accept the loss"
        case .different:
            return "revision \(position.revision) of \(position.scene) differs from the "
                + "acknowledged state: try the other devices, or accept the loss"
        }
    }
}

extension HealPlan {
    /// Returns the histories that the healed scene contains, the remembered state's and the present
    /// one last.
    ///
    /// - Parameter known: the histories that the present one contains. If it can't be read, only
    ///   what the remembered state has of them is left, and those that were removed stay so.
    fileprivate func former(known: [FormerHistory]) -> [FormerHistory] {
        // The newest first: what is too much is cut off behind.
        var former = replaced
        for history in held.former.reversed() { former.include(history) }
        for history in known.reversed() {
            let isLost = present == nil && !history.isRemoved
            guard isLost || former.end(of: history.epoch) != nil else { continue }
            former.include(
                FormerHistory(
                    epoch: history.epoch, end: isLost ? .zero : history.end,
                    isHealed: history.isHealed))
        }
        return former.prefix(FormerHistory.most).reversed()
    }

    /// The histories that the healed scene replaces.
    private var replaced: [FormerHistory] {
        let position = held.position
        let remembered = FormerHistory(
            epoch: position.epoch, end: position.revision, isHealed: true)
        guard let head = present?.head, head.revision > .zero else { return [remembered] }
        guard head.epoch != position.epoch else {
            return [
                FormerHistory(
                    epoch: head.epoch, end: max(head.revision, position.revision),
                    isHealed: true)
            ]
        }
        return [remembered, FormerHistory(epoch: head.epoch, end: head.revision)]
    }
}

extension Failure {
    fileprivate static let changing = Failure.busy(
        "the scene is being changed", advice: "try again")
}
