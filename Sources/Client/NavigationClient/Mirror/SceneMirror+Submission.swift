internal import DeviceStore
public import NavigationModel
internal import NavigationSync
public import NavigationWire

/// The result of one command.
public enum CommandResult: Sendable {
    /// The daemon evaluated the change; the receipt has its outcomes.
    case settled(ChangeHandle, Receipt)
    /// There was nothing to change; with the error that prevents a connection, if there is one.
    case unchanged(MirrorUpdate, NavigationClientError?)
    /// The change is in the outbox, for the reason in the error. The next connection of any process
    /// of the device submits it.
    case waiting(ChangeHandle, NavigationClientError)
}

/// Commands: to fetch the scene, or to make one change and wait for its outcome, within the mode's
/// time.
extension SceneMirror {
    /// Returns the scene as the daemon has it or, with the reason, as the device last knew it.
    ///
    /// Submits the pending changes first; but reading does not wait for a daemon that takes no
    /// changes, as ``putOff`` says then.
    package func fetchScene() async -> (view: MirrorUpdate, blockingError: NavigationClientError?) {
        let blockingError = await driver.waitUntilReady(.mirror, until: deadline)
        if blockingError == nil {
            // A daemon that is busy with others can still answer in the other half.
            let now = ContinuousClock.now
            let half = now + now.duration(to: deadline) / 2
            if await driver.flushOutbox(until: half, endsUntaken: true) == .late,
                await !driver.isBackingOff, await driver.lastingRefusal == nil
            {
                await driver.flushOutbox(until: deadline, endsUntaken: true)
            }
            if await !driver.core.isComplete { await driver.catchUp(until: deadline) }
        }
        if blockingError == nil, let refusal = await driver.lastingRefusal {
            return (await driver.current, refusal)
        }
        return (await driver.current, await missing() ?? blockingError)
    }

    /// The reason why the daemon takes no changes for now, so that some are pending; `nil` if it
    /// does, or has not received any.
    package var putOff: NavigationClientError? { get async { await driver.putOff } }

    /// Returns the scene as the daemon has it by now, with the commits of others meanwhile.
    public func refresh() async -> MirrorUpdate {
        await driver.catchUp(until: deadline)
        return await driver.current
    }

    /// Makes one change of the scene as it is now, and waits for its outcome.
    ///
    /// The change is built in the transaction that puts it into the outbox, on all that any process
    /// of the device has put there before. It is durable there before it is submitted.
    ///
    /// - Parameters:
    ///   - requiredRevision: The only revision at which the daemon may take the change.
    ///   - animated: A Boolean value indicating whether the transition may be animated.
    ///   - beneath: A Boolean value indicating whether it may push, pop or select beneath a modal
    ///     that this device sees.
    /// - Throws: ``NavigationClientError/Code/impossible``, ``NavigationClientError/Code/vetoed``
    ///   or ``NavigationClientError/Code/refused``: then nothing was changed and nothing is
    ///   pending. Without a daemon it is `impossible`, too, if the change can't be built on what
    ///   the device knows.
    public func submit(
        _ intent: Intent, requiredRevision: Revision? = nil, animated: Bool = false,
        beneath: Bool = true
    ) async throws(NavigationClientError) -> CommandResult {
        let blockingError = try await connect()
        let change = try await built(despite: blockingError) {
            driver throws(NavigationClientError) in
            try await driver.perform(
                intent, requiredRevision: requiredRevision, animated: animated, beneath: beneath)
        }
        return try await finish(change, blockingError)
    }

    /// Undoes the device's newest change that is not undone yet; returns `nil` if there is none.
    /// The result is `unchanged` if nothing is left of that change.
    public func submitUndo() async throws(NavigationClientError) -> (UndoResult, CommandResult)? {
        try await step(.undo)
    }

    /// Redoes the change that was undone last; returns `nil` if there is none.
    public func submitRedo() async throws(NavigationClientError) -> (UndoResult, CommandResult)? {
        try await step(.redo)
    }

    private func step(
        _ direction: UndoStep.Direction
    ) async throws(NavigationClientError) -> (UndoResult, CommandResult)? {
        let blockingError = try await connect()
        guard let step = try await driver.step(direction) else { return nil }
        return (step, try await finish(step.change, blockingError))
    }

    /// Resubmits a shelved change, and removes it from the shelf.
    ///
    /// - Throws: As ``submit(_:requiredRevision:animated:beneath:)``; then it stays on the shelf.
    public func submitRetry(
        of id: ChangeID
    ) async throws(NavigationClientError) -> CommandResult {
        let blockingError = try await connect()
        let change = try await built(despite: blockingError) {
            driver throws(NavigationClientError) in
            try await driver.retry(id)
        }
        return try await finish(change, blockingError)
    }

    /// The failure of the device's own directory: it is damaged, its disk is full, or it has a
    /// twin; `nil` if none is known, apart from ``repairedDivergence``. Its pending changes stay
    /// pending.
    package var deviceError: NavigationClientError? {
        get async {
            await driver.save()
            return await driver.deviceError
        }
    }

    /// The reason why the daemon can't be reached; `nil` if it can.
    package var blockingError: NavigationClientError? {
        get async { await driver.waitUntilReady(.mirror, until: deadline) }
    }

    /// Waits for the daemon; throws if it refuses this client, returns the reason why it can't be
    /// reached.
    private func connect() async throws(NavigationClientError) -> NavigationClientError? {
        let blockingError = await driver.waitUntilReady(.mirror, until: deadline)
        // A device that may be paired again, or whose user another node serves, keeps the changes
        // that it makes meanwhile.
        if let blockingError, blockingError.cause is Failure,
            ![.revoked, .unreachable].contains(blockingError.code)
        {
            throw blockingError
        }
        return blockingError
    }

    private func built(
        despite blockingError: NavigationClientError?,
        _ body: (MirrorDriver) async throws(NavigationClientError) -> ChangeHandle?
    ) async throws(NavigationClientError) -> ChangeHandle? {
        do { return try await body(driver) } catch {
            guard let blockingError, error.code == .impossible else { throw error }
            throw NavigationClientError(
                .impossible,
                text: """
                    \(messageOf: blockingError); and nothing was queued: in this device's \
                    mirror, \(messageOf: error)
                    """, cause: error)
        }
    }

    /// Waits for the outcome of a change.
    private func finish(
        _ change: ChangeHandle?, _ blockingError: NavigationClientError?
    ) async throws(NavigationClientError) -> CommandResult {
        guard let change else { return .unchanged(await driver.current, blockingError) }
        if let blockingError {
            if client.opened.configuration.isEphemeral {
                throw .lost(blockingError, "the change was not made")
            }
            return .waiting(change, await driver.keeping(blockingError))
        }
        switch await driver.acknowledgedOutcome(of: change.entry, until: .now + mode.timeout) {
        case .settled(let receipt): return .settled(change, receipt)
        case .refused(let failure): throw .refused(by: failure)
        case nil:
            let timeoutError = await driver.timeoutError
            if client.opened.configuration.isEphemeral {
                throw .lost(timeoutError, "the outcome of the change is unknown")
            }
            return .waiting(change, await driver.keeping(timeoutError))
        }
    }

    /// A mirror for one command, which its client ends.
    struct OneShot: Sendable {
        let driver: MirrorDriver
        let mode: MirrorMode

        /// Waits for the reply to a repeated hello, and removes an ephemeral device.
        func end() async {
            await driver.waitForHello(until: mode.deadline)
            await driver.leave(until: .now + mode.timeout)
        }
    }
}
