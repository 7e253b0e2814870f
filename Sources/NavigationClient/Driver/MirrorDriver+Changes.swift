internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import ZeroMQ

extension MirrorDriver {
    /// Turns an intent into a change of what the device sees now, durably in the outbox, and shows
    /// it; `nil` if there is nothing to do.
    func perform(
        _ intent: Intent, requiredRevision: Revision?
    ) throws(NavigationClientError) -> PerformedChange? {
        guard !isClosed else { throw .closed }
        // The first of a history goes to the disk before the change that belongs to it.
        if unsaved.isWhole { save() }
        var operations: [Operation] = []
        let entry: OutboxEntry?
        do {
            entry = try device.appendChange(
                to: key, madeAt: .now(), requiredRevision: requiredRevision, seen: core.confirmed
            ) { view in
                operations = try build(intent, on: view)
                return operations
            }
        } catch {
            throw .device(error, at: device.path)
        }
        guard let entry else { return nil }
        step([outbox()])
        return PerformedChange(
            id: entry.id, sequence: entry.sequence, operations: operations, driver: self)
    }

    private func build(_ intent: Intent, on view: OutboxView) throws -> [Operation] {
        let state = core.optimisticState(
            of: view.confirmed ?? .nothing, with: view.entries.compactMap(pending),
            at: Uptime.now)
        var generator = SystemRandomNumberGenerator()
        return try state.operations(for: intent, using: &generator)
    }

    /// Waits for what becomes of a change, whoever submits it; `nil` when `deadline` has passed,
    /// the task is cancelled or the client closed.
    func outcome(of id: OutboxEntry.ID, until deadline: ContinuousClock.Instant?) async
        -> ChangeOutcome?
    {
        if let known = outcome(of: id) { return known }
        guard !isClosed, !Task.isCancelled else { return nil }
        let token = outcomes.makeToken()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                outcomes.add(continuation, for: id, token)
                guard let deadline else { return }
                host.reactor.schedule(at: deadline) { [weak self] in
                    self?.assumeIsolated { $0.outcomes.expire(id, token) }
                }
            }
        } onCancel: {
            Task { await giveUp(id, token) }
        }
    }

    private func giveUp(_ id: OutboxEntry.ID, _ token: Int) {
        outcomes.expire(id, token)
    }

    /// What the outbox says of a change; `nil` while it waits.
    private func outcome(of id: OutboxEntry.ID) -> ChangeOutcome? {
        let entry: OutboxEntry?
        do { entry = try device.entry(id) } catch {
            report(.device(error, at: device.path))
            return nil
        }
        switch entry?.state {
        case .waiting:
            return entry.flatMap { unsaved.receipt(for: $0.sequence) }.map { .settled($0) }
        case .settled(let receipt): return .settled(receipt)
        case .refused(let failure): return .refused(failure)
        case nil:
            return .refused(
                Failure(.settled, "it was done long ago; what it came to is no longer kept"))
        }
    }

    /// Tells those who wait for a change that another process has settled.
    func resolve(_ id: OutboxEntry.ID) {
        guard let outcome = outcome(of: id) else { return }
        outcomes.resume(id, with: outcome)
    }

    /// Tells those who wait for a change that the daemon has just answered.
    func resolve(_ receipt: Receipt) {
        guard let id = waiting.removeValue(forKey: receipt.sequence) else { return }
        outcomes.resume(id, with: .settled(receipt))
    }

    /// An own change whose commit has come is settled by it, whoever submitted it.
    func settleOwn(_ commits: [Commit]) {
        for commit in commits where commit.stamp.device == device.device {
            let sequence = commit.stamp.sequence
            // Still waiting for the core: then it is another change with the same number.
            guard waiting[sequence] != nil,
                !core.pending.contains(where: { $0.change.sequence == sequence })
            else { continue }
            let receipt = Receipt(
                sequence: sequence, outcomes: commit.outcomes, revision: commit.revision)
            unsaved.add(receipt)
            resolve(receipt)
        }
    }
}
