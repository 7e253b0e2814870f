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
        if case .keepSelection = intent, access.role == .viewer { throw .viewerSelection }
        return try await approved { approval throws(NavigationClientError) in
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
        try checkStore()
        try checkRole()
        saveIntendedEndpoint()
        // The first state of an epoch goes to the disk before the change that builds on it.
        if unsaved.isWhole { save() }
        do { return try body() } catch { throw .device(error, at: device.path) }
    }

    /// Saves, before a device has met any store, the endpoint that its changes are made for: the
    /// first store that is met there gets them.
    private func saveIntendedEndpoint() {
        guard boundStore.store == .none, boundStore.endpoint == nil else { return }
        attempt {
            try device.note(
                endpoint: currentCandidate.endpoint.description,
                source: currentCandidate.source.rawValue)
            boundStore = try device.home()
        }
    }

    /// Shows a change that is in the outbox now, and submits it if possible.
    private func performed(_ entry: OutboxEntry) throws(NavigationClientError) -> ChangeHandle {
        outbox.noteMade(entry.id)
        placeReports.touch(at: Uptime.now)
        step([outboxEvent()])
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
            of: view.confirmed ?? .nothing, with: view.entries.compactMap(outbox.change),
            at: Uptime.now)
        let operations = try state.operations(
            for: intent, by: device.device, using: &approval.generator)
        try checkSupported(operations)
        if !beneath { try state.scene(of: device.device).checkCover(of: operations) }
        try requireApproval(for: operations, on: state, isAnimated: animated, approval)
        return OutboxDraft(
            operations,
            reversal: state.reversal(of: operations, by: device.device, as: view.sequence))
    }

    /// Throws if the connected daemon has announced that it does not know one of the operations:
    /// offline they are stored, and the daemon may know them by then.
    private func checkSupported(_ operations: [Operation]) throws(NavigationClientError) {
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
        attempt { try outbox.acknowledge(id) }
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
        if let known = attempt({ try outbox.resolution(of: id) }) ?? nil { return known }
        guard !isClosed, !Task.isCancelled else { return nil }
        let token = outbox.makeToken()
        defer { outbox.endWait(for: id, token) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                outbox.wait(for: id, token, endsUntaken: endsUntaken, continuation)
                guard let deadline else { return }
                host.reactor.schedule(at: deadline) { [weak self] in
                    self?.assumeIsolated { $0.outbox.endWait(for: id, token) }
                }
            }
        } onCancel: {
            Task { await endWait(for: id, token) }
        }
    }

    private func endWait(for id: OutboxEntry.ID, _ token: Int) {
        outbox.endWait(for: id, token)
    }

    /// Returns, and clears, the outcomes of changes that other processes made.
    func takeDeferredOutcomes() -> DeferredOutcomes { outbox.takeDeferred() }
}

extension Scene {
    /// Throws if operations push, pop or select beneath the topmost modal: people in front of it
    /// can't do that, and have to answer it first.
    fileprivate func checkCover(of operations: [Operation]) throws(NavigationClientError) {
        guard let modal = modals.last, operations.contains(where: { isCovered($0, by: modal) })
        else { return }
        throw NavigationClientError(
            .impossible, text: "modal '\(modal.id)' covers the screen: \(remedy: .answerModal)")
    }

    private func isCovered(_ operation: Operation, by modal: Modal) -> Bool {
        // A device that only changes the mode of its selection stays where it is.
        if let tab = (operation.payload as? SetSelectionOperation)?.selection.tab {
            return tab != selectedTab
        }
        return operation.navigatedStack.map { isCovered($0, by: modal) } ?? false
    }

    private func isCovered(_ stack: StackID, by modal: Modal) -> Bool {
        switch stack {
        case .tab: true
        // It may well be on the modal: only its app knows.
        case .bar: false
        // One that the same change presents is not there yet, and is on top then.
        case .modal(let id): id != modal.id && modals.contains { $0.id == id }
        }
    }
}
