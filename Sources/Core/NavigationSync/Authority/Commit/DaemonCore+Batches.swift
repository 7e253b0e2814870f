internal import NavigationModel
internal import NavigationWire

/// Batches: started when the writer is free, then confirmed, or rolled back.
extension DaemonCore {
    /// Hands the open batch to the writer if it is free, and drains the backlog of those that
    /// waited for the next batch: only when the batch is on its way, unless there is nothing else
    /// to write.
    mutating func startBatch(at now: ClockReading, _ effects: inout [Effect]) {
        if pipeline.batches.isIdle { drainBacklog(at: now, &effects) }
        guard let (gathered, changes) = pipeline.batches.start() else { return }
        if let damage = pipeline.damages.store {
            // Changes from before the damage was found: nothing more is written.
            return finishBatch(.failure(.damaged(damage)), at: now, &effects)
        }
        var writes = gathered
        let accumulatedUptime = accumulatedUptime(at: now)
        for index in writes.indices {
            let key = writes[index].key
            guard let slot = pipeline.scenes.slot(of: key) else { continue }
            access.registry.add(pipeline.scenes[slot].age.takeGrowth(), to: key)
            let isDue = pipeline.scenes[slot].age.stamp(
                &writes[index], at: accumulatedUptime, maintenance.retention)
            // Now the state is at the last commit of the batch.
            if isDue, pipeline.lacking == nil {
                takeSnapshot(of: key, writes[index], &effects)
            }
        }
        effects.append(.persist(writes, changes))
        if fairness.backlog.senders > 0 { effects.append(.proceed) }
    }

    /// Drains the backlog round-robin within each fair share.
    mutating func drainBacklog(at now: ClockReading, _ effects: inout [Effect]) {
        var isProgressing = fairness.backlog.senders > 0
        while isProgressing {
            isProgressing = false
            for sender in fairness.backlog.order
            where fairness.isWithinShare(sender, pipeline.batches) {
                guard let inbound = fairness.take(sender) else { continue }
                isProgressing = true
                handle(inbound, isInTurn: true, at: now, &effects)
            }
        }
    }

    /// Handles the writer's result: sends the deferred replies, or rolls back to what is durable.
    mutating func finishBatch(
        _ result: Result<Void, PersistenceFailure>, at now: ClockReading, _ effects: inout [Effect]
    ) {
        guard let batch = pipeline.batches.complete() else { return }
        switch result {
        case .success:
            // The store has the next batch while the replies to this one are sent.
            let isNextReady = !pipeline.batches.open.isEmpty && pipeline.damages.store == nil
            if isNextReady { startBatch(at: now, &effects) }
            confirm(batch, at: now, &effects)
        case .failure(let failure): rollBack(batch, because: failure, at: now, &effects)
        }
        // Those that moved while they were written.
        let isLeft = batch.writes(forUserWhere: { !access.servedUsers.includes($0) })
        if isLeft { letGo(&effects) }
    }

    /// Completes a batch that is durable.
    private mutating func confirm(
        _ batch: GroupCommit.Batch, at now: ClockReading, _ effects: inout [Effect]
    ) {
        pipeline.confirm(batch, &metrics)
        // First, so that a revoked device can't open what is published of this batch.
        for consequence in batch.consequences { close(consequence, &effects) }
        for held in batch.replies.elements {
            effects.append(.reply(held.reply, to: held.peer))
            pipeline.recordDurable(held)
        }
        for consequence in batch.consequences { disconnectAll(consequence, &effects) }
        for (_, change) in batch.changes { pipeline.damages.remove(change) }
        let writes = batch.writes.values
        for write in writes where !write.commits.isEmpty {
            feed.publish(write, at: now.uptime, &deadlines, using: &generator, &effects)
        }
        for write in writes { compactIfDue(write.key, at: now, &effects) }
        for key in batch.erased.sorted() { beginAnew(key, at: now, &effects) }
        for key in batch.healed.sorted() { pipeline.reload(key, &effects) }
    }

    /// Rolls back a batch that is not durable, or not known to be, and everything executed on top
    /// of it. Changes are refused; read-only requests are answered from what is durable.
    private mutating func rollBack(
        _ batch: GroupCommit.Batch, because failure: PersistenceFailure, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        if failure.isFinal { effects.append(.stop(failure)) }
        maintenance.rest(at: now.uptime)
        // A removal shared a batch with writes that need disk space: it is retried without them.
        var isMixed = false
        if case .full = failure {
            pipeline.lacking = failure
            isMixed = !Reserve.admits(batch.writes.values, batch.changes.map(\.change))
        }
        let users = batch.users
        let rolledBack = pipeline.batches.rollBack(users)
        var questions: [InboundRequest] = []
        for key in Set(batch.writes.keys).union(rolledBack.writes.keys) {
            unload(key)
            questions += reads.cancel(key)
        }
        for user in users { access.registry.remove(user) }
        // Devices that may have lost access have lost it; those that still have it send hello
        // again.
        var consequences: [PostCommitAction] = []
        switch failure {
        case .indeterminate, .filesMissing: consequences = batch.consequences
        case .fenced, .failed, .full, .damaged: break
        }
        for consequence in consequences { close(consequence, &effects) }
        for held in batch.replies.elements + rolledBack.replies.elements {
            switch held.retry {
            case .read(let inbound): questions.append(inbound)
            case .removal(let inbound) where isMixed: questions.append(inbound)
            case .removal, nil:
                let reply = failure.onTheWire(for: held.peer.principal)
                let refusal = Reply(id: held.reply.id, result: .failure(reply))
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
            let reply = failure.onTheWire(for: inbound.peer.principal)
            retryRead(inbound, because: reply, at: now, &effects)
        }
        // The write may have been done after all: then nothing was announced, and the damage may no
        // longer be there.
        if case .indeterminate = failure {
            for (_, change) in batch.changes { pipeline.damages.remove(change) }
        }
        let replaced = batch.healed.union(batch.erased)
        for key in replaced.union(batch.writes.keys).sorted() { pipeline.reload(key, &effects) }
    }

    // MARK: What follows a registry change

    /// Ends the access of revoked parties to what is published from now on.
    mutating func close(_ consequence: PostCommitAction, _ effects: inout [Effect]) {
        switch consequence {
        case .revoked(let devices, let user):
            feed.rotate(user, using: &generator, &effects)
            for device in devices {
                access.sessions.end(device.id, of: user)
                // The others list anew who is there, on the new topic.
                _ = feed.presence.remove(device.id, of: user, &deadlines)
            }
        case .removed(let user):
            access.sessions.end(of: user)
            _ = feed.presence.remove(of: user, &deadlines)
            healing.remembered.remove(user)
            // The topic and key made at the revocation of its devices have been sent to nobody.
            _ = feed.registry.close(user)
        case .roleChanged(let user):
            // All say hello again, and so learn their role.
            feed.rotate(user, using: &generator, &effects)
        case .left(let device, let user):
            access.sessions.end(device, of: user)
            publish(feed.presence.remove(device, of: user, &deadlines), &effects)
            for key in pipeline.scenes.keys where key.user == user {
                pipeline.scenes.update(key) { $0.remove(device) }
            }
        case .withdrawn, .erased: break
        }
    }

    /// Disconnects the keys that have lost access, after the last reply.
    mutating func disconnectAll(_ consequence: PostCommitAction, _ effects: inout [Effect]) {
        switch consequence {
        case .revoked(let devices, _):
            for case .key(let key) in devices.map(\.credential) {
                effects.append(.disconnectAll(.device(key)))
            }
        case .withdrawn(let id, _): effects.append(.disconnectAll(.invitation(id)))
        case .removed, .roleChanged, .erased, .left: break
        }
    }
}
