internal import NavigationModel
internal import NavigationWire

extension DaemonCore {
    /// Accepts a submitted change, or throws its refusal; `nil` if the reply comes later.
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
        // For a known change, or a reused number, the base may rightly be of another epoch.
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

    /// Returns the submitted change; throws if it can't be accepted whatever the scene's state.
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
        // Even a rejected change has an outcome for each operation, which is stored and sent.
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

    /// Throws if a change that is about to be executed has a base that its scene never reached.
    private func checkBase(of change: Change, in key: SceneKey) throws(RequestError) {
        // One more than the head: some clients count the change itself as observed.
        let reached = scenes[key]?.revision ?? .zero
        guard change.base.revision <= reached.next else {
            throw .refused(
                Failure(
                    .malformed,
                    "base revision \(change.base.revision) is not of this history, which is at "
                        + "\(reached): sync first"))
        }
    }

    /// Executes a change in memory and adds it to the batch, with the maintenance that it makes
    /// due.
    private mutating func admit(
        _ change: Change, hash: Digest, of submission: Submission, at now: ClockReading
    ) -> StoredReceipt? {
        let key = submission.key
        // Removed while it changes: with one owner the state is changed in place, not copied.
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

    /// Hands the open batch to the writer if it is free, and drains the backlog of those that
    /// waited for the next batch: only when the batch is on its way, unless there is nothing else
    /// to write.
    mutating func startBatch(at now: ClockReading, _ effects: inout [Effect]) {
        if batches.open.isEmpty { drainBacklog(at: now, &effects) }
        for key in batches.startable { batches.add(scenes[key]?.takeEncodings() ?? [:], of: key) }
        guard let (gathered, changes) = batches.start() else { return }
        if let damage = damages.store {
            // Changes from before the damage was found: nothing more is written.
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

    /// Handles the writer's result: sends the deferred replies, or rolls back to what is durable.
    mutating func finishBatch(
        _ result: Result<Void, PersistenceFailure>, at now: ClockReading, _ effects: inout [Effect]
    ) {
        guard let batch = batches.complete() else { return }
        switch result {
        case .success: confirm(batch, at: now, &effects)
        case .failure(let failure): rollBack(batch, because: failure, at: now, &effects)
        }
    }

    /// Completes a batch that is durable.
    private mutating func confirm(
        _ batch: GroupCommit.Batch, at now: ClockReading, _ effects: inout [Effect]
    ) {
        for (key, head) in batch.heads { scenes[key]?.becomeDurable(head) }
        count(batch)
        // First, so that a revoked device can't open what is published of this batch.
        for consequence in batch.consequences { close(consequence, &effects) }
        for held in batch.replies.elements {
            effects.append(.reply(held.reply, to: held.peer))
            land(held)
        }
        for consequence in batch.consequences { disconnectAll(consequence, &effects) }
        for (_, change) in batch.changes { damages.forget(change) }
        // Sorted: the same events always have the same effects.
        let writes = batch.writes.sorted { $0.key < $1.key }
        for (key, write) in writes where !write.commits.isEmpty {
            publish(write, batch.heads[key], at: now, &effects)
        }
        for (key, _) in writes { compactIfDue(key, at: now, &effects) }
        for key in batch.erased.sorted() { beginAnew(key, at: now, &effects) }
        for key in batch.healed.sorted() { reload(key, &effects) }
    }

    /// Rolls back a batch that is not durable, or not known to be, and everything executed on top
    /// of it. Changes are refused; read-only requests are answered from what is durable.
    private mutating func rollBack(
        _ batch: GroupCommit.Batch, because failure: PersistenceFailure, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        if failure.isFinal { effects.append(.stop(failure)) }
        maintenance.resumption = now.uptime + DaemonLimits.maintenanceRest
        // A removal shared a batch with writes that need disk space: it is retried without them.
        var isMixed = false
        if case .full = failure {
            lacking = failure
            isMixed = !Reserve.admits(Array(batch.writes.values), batch.changes.map(\.change))
        }
        let users = batch.users
        let abandoned = batches.rollBack(users)
        var questions: [InboundRequest] = []
        for key in Set(batch.writes.keys).union(abandoned.writes.keys) {
            letGo(of: key)
            questions += abandonReading(of: key)
        }
        for user in users { registry.forget(user) }
        // Whoever may have lost access has lost it; whoever still has it says hello again.
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
        // Before any change is accepted again: then they are not held up anew.
        for inbound in questions {
            let told = failure.onTheWire(for: inbound.peer.principal)
            retryRead(inbound, because: told, at: now, &effects)
        }
        // The write may have been done after all: then nothing was announced, and the damage may no
        // longer be there.
        if case .unknown = failure { for (_, change) in batch.changes { damages.forget(change) } }
        let replaced = batch.healed.union(batch.erased)
        for key in replaced.union(batch.writes.keys).sorted() { reload(key, &effects) }
    }
}

extension Commit {
    /// A Boolean value indicating whether the change may have made the key of a position longer.
    fileprivate var mayLengthenPositions: Bool {
        effects.contains { $0.record.kind == .tab && $0.field == TabField.position }
    }
}
