internal import NavigationModel
internal import NavigationWire

extension DaemonCore {
    /// Takes a submitted change, or says why not; `nil` if the answer comes later.
    mutating func take(
        _ submit: Submit, _ request: Request, of session: Session, from peer: Peer, at now: Moment,
        _ effects: inout [Effect]
    ) -> Reply.Result? {
        let change: Change
        switch read(submit, of: session) {
        case .success(let it): change = it
        case .failure(let failure): return .failure(failure)
        }
        if counting[session.user] != nil {
            // Behind those that wait already: a change is judged by what was handed over before it.
            let waiting = Waiting(request: request, session: session, peer: peer)
            count(session.user, for: waiting, &effects)
            return nil
        }
        let key = session.key(submit.scene)
        let hash = Digest(hashing: submit.change)
        switch scenes[key]?.standing(
            of: change.sequence, after: submit.after, hash: hash, by: change.device)
        {
        case nil: return nil
        case .settled(let settlement): return .receipt(settlement.receipt)
        case .reused: return .failure(.sequenceReused)
        case .forgotten:
            let fetch = Fetch.settlement(key, change.device, change.sequence, hash: hash)
            self.fetch(fetch, for: request.id, peer, &effects)
            return nil
        case .missing(let last):
            return .failure(
                Failure(
                    .sequenceExpected, "the change before it is missing: the last was \(last)",
                    expected: last))
        case .next: break
        }
        if let refusal = refusal(of: peer) { return .failure(refusal) }
        switch admittance(of: change.device, to: key) {
        case .known: break
        case .new: settle(change.device, in: key)
        case .unknown:
            let waiting = Waiting(request: request, session: session, peer: peer)
            count(session.user, for: waiting, &effects)
            return nil
        case .full(let failure): return .failure(failure)
        }
        return admit(
            change, hash: hash, author: session.name, age: submit.age, to: key, at: now
        ).map { .receipt($0.receipt) }
    }

    /// The change that is submitted, or why it can't be taken whatever the scene is like.
    private func read(_ submit: Submit, of session: Session) -> Result<Change, Failure> {
        guard submit.epoch == scenes[session.key(submit.scene)]?.epoch else {
            return .failure(Failure(.epochChanged, "the scene has another history: sync first"))
        }
        guard submit.change.count <= Limits.changeLength else {
            return .failure(
                Failure(.tooLarge, "a change has at most \(Limits.changeLength) bytes: split it"))
        }
        let change: Change
        do {
            change = try Change(encoded: submit.change)
        } catch {
            return .failure(Failure(.malformed, "\(error)"))
        }
        guard change.device == session.device, change.sequence > submit.after else {
            return .failure(
                Failure(
                    .malformed, "a change must name its own device and a sequence after the last"))
        }
        return .success(change)
    }

    /// Admits a change in memory and adds it to the batch, with what the daemon does about it.
    private mutating func admit(
        _ change: Change, hash: Digest, author: DeviceName, age: Int64?,
        to key: SceneKey, at now: Moment
    ) -> Settlement? {
        // Taken out while it changes: with one owner the state is changed in place, not copied.
        guard var scene = scenes.removeValue(forKey: key) else { return nil }
        let expected = scene.revision
        let (settlement, commit) = scene.admit(
            change, hash: hash, author: author, age: age, at: now.wall)
        batches.add(settlement, commit, to: scene, expected: expected)
        if commit?.mayLengthenPositions ?? false, let own = scene.rekey(at: now.wall) {
            batches.add(nil, own, to: scene, expected: expected)
        }
        scenes[key] = scene
        return settlement
    }

    /// Hands the gathered changes to the writer if it is free.
    mutating func startBatch(at now: Moment, _ effects: inout [Effect]) {
        guard var writes = batches.start() else { return }
        // Now the state is at the last commit of the batch, which is what a snapshot must be of.
        let lived = lived(at: now)
        for index in writes.indices {
            scenes[writes[index].key]?.complete(&writes[index], at: lived, upkeep.retention)
        }
        effects.append(.persist(writes, []))
    }

    /// The writer is done: says what waited for it, or goes back to what is on disk.
    mutating func finishBatch(
        _ result: Result<Void, PersistenceFailure>, at now: Moment, _ effects: inout [Effect]
    ) {
        guard let batch = batches.land() else { return }
        switch result {
        case .success:
            for (key, head) in batch.heads { scenes[key]?.becomeDurable(head) }
            for held in batch.replies {
                effects.append(.reply(held.reply, to: held.peer))
                answered(held.reply, to: held.peer)
            }
            // In their order: the same events always have the same effects.
            let writes = batch.writes.sorted { $0.key < $1.key }
            for (key, write) in writes where !write.commits.isEmpty {
                commitCount += UInt64(write.commits.count)
                publish(write, batch.heads[key], at: now, &effects)
            }
            for (key, _) in writes { compactIfDue(key, at: now, &effects) }
        case .failure(let failure):
            if case .fenced(let why) = failure { effects.append(.stop(why)) }
            let keys = batch.writes.keys.sorted()
            let abandoned = batches.abandon(keys)
            for key in keys {
                scenes[key] = nil
                populations[key.user] = nil
                snapshots.forget(key)
                announcements.forget(key)
            }
            for held in batch.replies + abandoned.replies {
                answered(held.reply, to: held.peer)
                let refusal = Reply(id: held.reply.id, result: .failure(failure.onTheWire))
                effects.append(.reply(refusal, to: held.peer))
            }
            if case .fenced = failure { return }
            // It may have been done after all: then nobody has heard of it.
            for key in keys { lookAgain(key, &effects) }
        }
    }
}

extension Commit {
    /// Whether it may have made the key of a position longer.
    fileprivate var mayLengthenPositions: Bool {
        effects.contains { $0.record.kind == .tab && $0.field == TabField.position }
    }
}
