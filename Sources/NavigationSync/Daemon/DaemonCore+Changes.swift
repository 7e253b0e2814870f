internal import NavigationModel
internal import NavigationWire

extension DaemonCore {
    /// Takes a submitted change, or says why not; `nil` if the answer comes later.
    mutating func take(
        _ submission: Submission, at now: ClockReading, _ effects: inout [Effect]
    ) throws(RequestError) -> ProposedReply? {
        let (key, submit) = (submission.key, submission.submit)
        let change = try read(submit, of: submission.session)
        let hash = Digest(hashing: submit.change)
        switch scenes[key]?.settled.standing(
            of: change.sequence, after: submit.after, hash: hash, by: change.device)
        {
        case nil: return nil
        case .settled(let storedReceipt):
            return ProposedReply(.receipt(storedReceipt.receipt), showing: [.scene(key)])
        case .reused:
            return ProposedReply(.failure(.sequenceReused), showing: [.scene(key)])
        case .forgotten:
            let fetch = StoreRead.storedReceipt(key, change.device, change.sequence, hash: hash)
            self.fetch(fetch, for: submission.inbound, &effects)
            return nil
        case .missing(let last):
            let failure = Failure(
                .sequenceExpected, "the change before it is missing: the last was \(last)",
                expected: last)
            return ProposedReply(.failure(failure), showing: [.scene(key)])
        case .skipped(let last):
            let failure = Failure(
                .sequenceSkipped,
                "a change behind it was taken without it, up to \(last): renumber and resubmit",
                expected: last)
            return ProposedReply(.failure(failure), showing: [.scene(key)])
        case .tooSparse(let last):
            let failure = Failure(
                .sequenceExpected,
                "too many numbers were left out: number on from \(last)", expected: last)
            return ProposedReply(.failure(failure), showing: [.scene(key)])
        // Of one that is known, or under a number that is taken, the base is another history's by right.
        case .next: try checkBase(of: change, in: key)
        }
        if let lacking {
            let told = lacking.onTheWire(for: submission.peer.principal)
            return ProposedReply(.failure(told), showing: [.scene(key)])
        }
        try checkLimits(of: change, submission, at: now)
        let storedReceipt = admit(change, hash: hash, of: submission, at: now)
        if scenes[key]?.isCrowded ?? false { prune(key, at: now, &effects) }
        register(submission, at: now)
        if let revision = storedReceipt?.revision {
            progress.advance(submission.session, key, to: revision, at: now.uptime)
        }
        return storedReceipt.map { ProposedReply(.receipt($0.receipt), showing: [.scene(key)]) }
    }

    /// The change that is submitted, or why it can't be taken whatever the scene is like.
    private func read(_ submit: SubmitRequest, of session: Session) throws(RequestError) -> Change {
        guard submit.epoch == scenes[session.key(submit.scene)]?.epoch else {
            throw .refused(Failure(.epochChanged, "the scene has another history: sync first"))
        }
        guard submit.change.count <= SceneLimits.changeLength else {
            throw .refused(
                Failure(
                    .tooLarge, "a change has at most \(SceneLimits.changeLength) bytes: split it"))
        }
        let change: Change
        do {
            change = try Change(encoded: submit.change)
        } catch {
            throw .refused(Failure(.malformed, "\(error)"))
        }
        // Even a refusal has an outcome for each operation, which is kept and sent.
        guard change.operations.count <= SceneLimits.operations else {
            throw .refused(
                Failure(
                    .tooLarge, "a change has at most \(SceneLimits.operations) operations: split it"
                ))
        }
        guard change.device == session.device, change.sequence > submit.after else {
            throw .refused(
                Failure(
                    .malformed, "a change must name its own device and a sequence after the last"))
        }
        return change
    }

    /// Throws if a change that is about to be admitted is based on what its scene never was.
    private func checkBase(of change: Change, in key: SceneKey) throws(RequestError) {
        // One more than there are: there are clients that count the change itself as seen.
        let reached = scenes[key]?.revision ?? .zero
        guard change.base.revision <= reached.next else {
            throw .refused(
                Failure(
                    .malformed,
                    "base revision \(change.base.revision) is not of this history, which is at "
                        + "\(reached): sync first"))
        }
    }

    /// Admits a change in memory and adds it to the batch, with what the daemon does about it.
    private mutating func admit(
        _ change: Change, hash: Digest, of submission: Submission, at now: ClockReading
    ) -> StoredReceipt? {
        let key = submission.key
        // Taken out while it changes: with one owner the state is changed in place, not copied.
        guard var scene = scenes.removeValue(forKey: key) else { return nil }
        let expected = scene.revision
        let admitted = scene.admit(
            change, hash: hash, author: submission.author, age: submission.age(at: now),
            at: now.wall)
        let steps = change.operations.count + (admitted.commit?.effects.count ?? 0)
        changeMeter.charge(submission.session.participant, Price.steps(steps))
        batches.add(
            admitted, to: scene, expected: expected,
            of: (submission.share, change.operations.count, submission.submit.change.count))
        if admitted.commit?.mayLengthenPositions ?? false, let own = scene.rekey(at: now.wall) {
            batches.add(own, to: scene, expected: expected)
        }
        scenes[key] = scene
        return admitted.storedReceipt
    }

    /// Hands what has gathered to the writer if it is free, and lets those go on who waited for the
    /// next batch: only when it is on its way, unless there is nothing else to write.
    mutating func startBatch(at now: ClockReading, _ effects: inout [Effect]) {
        if batches.open.isEmpty { drainBacklog(at: now, &effects) }
        for key in batches.startable { batches.add(scenes[key]?.takeEncodings() ?? [:], of: key) }
        guard let (gathered, changes) = batches.start() else { return }
        if let damage = damages.store {
            // What gathered before it was found: nothing more is written.
            return finishBatch(.failure(.damaged(damage)), at: now, &effects)
        }
        var writes = gathered
        let accumulatedUptime = accumulatedUptime(at: now)
        for index in writes.indices {
            let key = writes[index].key
            registry.add(scenes[key]?.age.takeGrowth() ?? 0, to: key)
            writes[index].digest = batches.inFlight?.heads[key]?.digest ?? .zero
            let isDue = scenes[key]?.age.stamp(
                &writes[index], at: accumulatedUptime, maintenance.retention)
            // Now the state is at the last commit of the batch.
            if isDue ?? false, lacking == nil { takeSnapshot(of: key, writes[index], &effects) }
        }
        effects.append(.persist(writes, changes))
        if backlog.senders > 0 { effects.append(.proceed) }
    }

    /// The writer is done: says what waited for it, or goes back to what is on disk.
    mutating func finishBatch(
        _ result: Result<Void, PersistenceFailure>, at now: ClockReading, _ effects: inout [Effect]
    ) {
        guard let batch = batches.complete() else { return }
        switch result {
        case .success: confirm(batch, at: now, &effects)
        case .failure(let failure): rollBack(batch, because: failure, at: now, &effects)
        }
    }

    /// All of a batch is on disk.
    private mutating func confirm(
        _ batch: GroupCommit.Batch, at now: ClockReading, _ effects: inout [Effect]
    ) {
        for (key, head) in batch.heads { scenes[key]?.becomeDurable(head) }
        count(batch)
        // First, so that who has lost access can't open what is published of this batch.
        for consequence in batch.consequences { close(consequence, &effects) }
        for held in batch.replies.elements {
            effects.append(.reply(held.reply, to: held.peer))
            land(held)
        }
        for consequence in batch.consequences { disconnectAll(consequence, &effects) }
        for (_, change) in batch.changes { damages.forget(change) }
        // In their order: the same events always have the same effects.
        let writes = batch.writes.sorted { $0.key < $1.key }
        for (key, write) in writes where !write.commits.isEmpty {
            publish(write, batch.heads[key], at: now, &effects)
        }
        for (key, _) in writes { compactIfDue(key, at: now, &effects) }
        for key in batch.erased.sorted() { beginAnew(key, at: now, &effects) }
        for key in batch.healed.sorted() { reload(key, &effects) }
    }

    /// A batch is not on disk, or not known to be: nothing of it was ever so, nor of what gathered on
    /// top of it. Changes are refused; what only looked at them is answered by what is on disk.
    private mutating func rollBack(
        _ batch: GroupCommit.Batch, because failure: PersistenceFailure, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        if failure.isFinal { effects.append(.stop(failure)) }
        maintenance.resumption = now.uptime + DaemonLimits.maintenanceRest
        // A removal was in one batch with what needs room: it goes without that now.
        var isMixed = false
        if case .full = failure {
            lacking = failure
            isMixed = !Reserve.admits(Array(batch.writes.values), batch.changes.map(\.change))
        }
        let users = batch.users
        let abandoned = batches.rollBack(users)
        var questions: [InboundRequest] = []
        for key in Set(batch.writes.keys).union(abandoned.writes.keys) {
            scenes[key] = nil
            progress.forget(key)
            snapshots.forget(key)
            abandonSnapshot(of: key)
            questions += abandonReading(of: key)
            announcements.forget(key)
        }
        for user in users { registry.forget(user) }
        // Who may have lost access has lost it; who has it still says hello again.
        var consequences: [PostCommitAction] = []
        switch failure {
        case .unknown, .gone: consequences = batch.consequences
        case .fenced, .failed, .full, .damaged: break
        }
        for consequence in consequences { close(consequence, &effects) }
        for held in batch.replies.elements + abandoned.replies.elements {
            if let question = held.question {
                questions.append(question)
            } else if isMixed, let removal = held.removal {
                questions.append(removal)
            } else {
                let told = failure.onTheWire(for: held.peer.principal)
                let refusal = Reply(id: held.reply.id, result: .failure(told))
                effects.append(.reply(refusal, to: held.peer))
            }
        }
        for consequence in consequences { disconnectAll(consequence, &effects) }
        if failure.isFinal {
            for inbound in questions {
                refuse(inbound, failure.onTheWire(for: inbound.peer.principal), &effects)
            }
            return
        }
        // Before any change is taken again: then they are not held up anew.
        for inbound in questions {
            let told = failure.onTheWire(for: inbound.peer.principal)
            retryRead(inbound, because: told, at: now, &effects)
        }
        // It may have been done after all: then nobody has heard of it, and what was damaged may not be any
        // more.
        if case .unknown = failure { for (_, change) in batch.changes { damages.forget(change) } }
        let replaced = batch.healed.union(batch.erased)
        for key in replaced.union(batch.writes.keys).sorted() { reload(key, &effects) }
    }
}

extension Commit {
    /// A Boolean value indicating whether it may have made the key of a position longer.
    fileprivate var mayLengthenPositions: Bool {
        effects.contains { $0.record.kind == .tab && $0.field == TabField.position }
    }
}
