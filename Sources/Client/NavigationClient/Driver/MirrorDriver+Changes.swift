internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import Reactor
internal import ZeroMQ

extension MirrorDriver {
    /// Turns an intent into a change of the scene as this device sees it, writes it durably into
    /// the outbox, and shows it; returns `nil` if there is nothing to do.
    func perform(
        _ intent: Intent, requiredRevision: Revision?, animated: Bool, beneath: Bool
    ) async throws(NavigationClientError) -> ChangeHandle? {
        try await approved { approval throws(NavigationClientError) in
            let entry = try write {
                try device.appendChange(
                    to: key, madeAt: .now(), requiredRevision: requiredRevision,
                    animated: animated, seen: core.confirmed, isSubmitted: core.isUpToDate
                ) { view in
                    try draft(
                        intent, on: view, animated: animated, beneath: beneath, approval: &approval)
                }
            }
            return try entry.map(performed)
        }
    }

    /// Undoes the device's newest change that is not undone yet, or redoes the last undone one;
    /// returns `nil` if there is none.
    func step(
        _ direction: UndoStep.Direction
    ) async throws(NavigationClientError) -> UndoResult? {
        try await approved { approval throws(NavigationClientError) in
            let step = try write {
                try device.appendUndo(
                    direction, to: key, madeAt: .now(), seen: core.confirmed,
                    isSubmitted: core.isUpToDate
                ) { view, reversal in
                    try draft(.undo(reversal, by: device.device), on: view, approval: &approval)
                }
            }
            guard let step else { return nil }
            return UndoResult(
                operations: step.done, skipped: step.skipped,
                change: try step.entry.map(performed))
        }
    }

    /// Resubmits the operations of a shelved change; returns `nil` if they would change nothing.
    func retry(_ id: ChangeID) async throws(NavigationClientError) -> ChangeHandle? {
        try await approved { approval throws(NavigationClientError) in
            let entry = try write {
                try device.appendRetry(
                    of: id.entry, to: key, madeAt: .now(), seen: core.confirmed,
                    isSubmitted: core.isUpToDate
                ) { view, operations in
                    try draft(.retry(operations), on: view, approval: &approval)
                }
            }
            return try entry.map(performed)
        }
    }

    /// Writes a change into the outbox.
    private func write<Result>(
        _ body: () throws -> Result?
    ) throws(NavigationClientError) -> Result? {
        guard !isClosed else { throw .closed }
        try checkHome()
        try checkRole()
        noteMeantEndpoint()
        // The first state of an epoch goes to the disk before the change that builds on it.
        if unsaved.isWhole { save() }
        do { return try body() } catch { throw .device(error, at: device.path) }
    }

    /// Saves, before a device has met any store, the endpoint that its changes are made for: the
    /// first store that is met there gets them.
    private func noteMeantEndpoint() {
        guard home.store == .none, home.endpoint == nil else { return }
        do {
            try device.note(
                endpoint: currentCandidate.endpoint.description,
                source: currentCandidate.source.rawValue)
            home = try device.home()
        } catch {
            report(.device(error, at: device.path))
        }
    }

    /// Shows a change that is in the outbox now, and submits it if possible.
    private func performed(_ entry: OutboxEntry) throws(NavigationClientError) -> ChangeHandle {
        made.insert(entry.id)
        step([outbox()])
        do {
            return ChangeHandle(
                id: entry.id, sequence: entry.sequence,
                operations: try entry.operations, driver: self,
                lifetime: lifetime)
        } catch {
            throw .device(error, at: device.path)
        }
    }

    /// Returns the operations of an intent on the scene as this device sees it, and their inverse.
    ///
    /// - Parameter beneath: A Boolean value indicating whether it may change what a modal covers.
    private func draft(
        _ intent: Intent, on view: OutboxView, animated: Bool = false, beneath: Bool = true,
        approval: inout DelegateApproval
    ) throws -> OutboxDraft {
        let state = core.optimisticState(
            of: view.confirmed ?? .nothing, with: view.entries.compactMap(pending),
            at: Uptime.now)
        let operations = try state.operations(for: intent, using: &approval.generator)
        try checkKnown(operations)
        if !beneath { try state.scene.checkCover(of: operations) }
        try ask(for: operations, on: state, isAnimated: animated, approval)
        return OutboxDraft(
            operations,
            reversal: state.reversal(of: operations, by: device.device, as: view.sequence))
    }

    /// Throws if the connected daemon has announced that it does not know one of the operations:
    /// offline they are stored, and the daemon may know them by then.
    private func checkKnown(_ operations: [Operation]) throws(NavigationClientError) {
        guard let known = core.welcome?.operations, !known.isEmpty else { return }
        let isKnown = operations.allSatisfy { operation in
            operation == .unknown || known.contains(operation.number)
        }
        if !isKnown { throw .olderDaemon() }
    }

    /// Waits for the resolution of a change, and records that its author knows it.
    func acknowledgedOutcome(of id: OutboxEntry.ID, until deadline: ContinuousClock.Instant?) async
        -> ChangeResolution?
    {
        let outcome = await outcome(of: id, until: deadline)
        guard case .settled(let receipt) = outcome, receipt.outcomes.mostSevere.kind == .rejected
        else { return outcome }
        // It is on the shelf until its author knows; what is not saved yet is not on it.
        save()
        do { try device.acknowledge(id) } catch { report(.device(error, at: device.path)) }
        return outcome
    }

    /// Waits for the resolution of a change, whichever process submits it; returns `nil` at the
    /// deadline, or when the task is cancelled or the client closed.
    ///
    /// - Parameter endsUntaken: A Boolean value indicating whether to end, with `nil`, when the
    ///   daemon takes no changes for now.
    func outcome(
        of id: OutboxEntry.ID, until deadline: ContinuousClock.Instant?, endsUntaken: Bool = false
    ) async -> ChangeResolution? {
        if let known = outcome(of: id) { return known }
        guard !isClosed, !Task.isCancelled else { return nil }
        let token = outcomes.makeToken()
        if endsUntaken { readers.append((id, token)) }
        defer { readers.removeAll { $0.token == token } }
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

    /// Resumes the waiters that end when no changes are taken for now.
    func endReaders() {
        for reader in readers { outcomes.expire(reader.id, reader.token) }
        readers = []
    }

    private func giveUp(_ id: OutboxEntry.ID, _ token: Int) {
        outcomes.expire(id, token)
    }

    /// Returns the outbox's resolution of a change; `nil` while it is pending.
    private func outcome(of id: OutboxEntry.ID) -> ChangeResolution? {
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
        case .dropped:
            return .refused(
                Failure(.unspecified, "it was dropped from the outbox before it was handed over"))
        case nil:
            return .refused(
                Failure(.settled, "it was done long ago; what it came to is no longer kept"))
        }
    }

    /// Resumes the waiters for a change that another process has settled.
    func resolve(_ id: OutboxEntry.ID) {
        guard let outcome = outcome(of: id) else { return }
        outcomes.resume(id, with: outcome)
    }

    /// Resumes the waiters for a change that the daemon has just settled.
    func resolve(_ receipt: Receipt) {
        guard let id = waiting.removeValue(forKey: receipt.sequence) else { return }
        noteDeferred(receipt, of: id)
        outcomes.resume(id, with: .settled(receipt))
    }

    /// Records the outcome of a change that another process has made, unless it was applied.
    private func noteDeferred(_ receipt: Receipt, of id: OutboxEntry.ID) {
        let outcome = receipt.outcomes.mostSevere
        guard made.remove(id) == nil, outcome.kind != .applied else { return }
        late.add {
            guard let entry = try? device.entry(id), let operations = try? entry.operations else {
                return nil
            }
            return DeferredOutcome(id: ChangeID(id), operations: operations, outcome: outcome)
        }
    }

    /// Returns, and clears, the outcomes of changes that other processes made.
    func takeDeferredOutcomes() -> DeferredOutcomes {
        defer { late = DeferredOutcomes() }
        return late
    }

    /// Settles own changes by their commits, whichever process submitted them.
    func settleOwn(_ commits: [Commit]) {
        for commit in commits where commit.stamp.device == device.device {
            let sequence = commit.stamp.sequence
            // Still pending in the core: then it is another change with the same number.
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
