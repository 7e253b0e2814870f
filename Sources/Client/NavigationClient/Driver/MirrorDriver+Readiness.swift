internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import Reactor
internal import ZeroMQ

extension MirrorDriver {
    /// The result of flushing the outbox.
    enum Flush: Hashable {
        /// Every change has its outcome.
        case complete
        /// The deadline has passed.
        case late
        /// The daemon takes no changes for now.
        case untaken
    }

    /// Waits until the mirror is ready; returns the reason why it is not, as soon as it is known
    /// and by `deadline` at the latest.
    func waitUntilReady(
        _ condition: Readiness, until deadline: ContinuousClock.Instant
    ) async -> NavigationClientError? {
        if isThere(condition) { return nil }
        if isClosed { return .closed }
        if let error = connectionError { return error }
        if case .refused(let failure) = core.status { return .refused(by: failure) }
        let token = readiness.makeToken()
        let result = await withCheckedContinuation { continuation in
            readiness.add(continuation, for: condition, token)
            host.reactor.schedule(at: deadline) { [weak self] in
                self?.assumeIsolated { $0.readiness.expire(condition, token) }
            }
        }
        switch result {
        case .success: return nil
        case .failure(let error): return error
        case nil: return isClosed ? .closed : .timedOut("answer", at: connection.endpoint)
        }
    }

    /// The reason why there is no connection, after an attempt has failed.
    var connectionError: NavigationClientError? { onConnection { $0.error } }

    private func isThere(_ condition: Readiness) -> Bool {
        switch condition {
        case .mirror: core.isUpToDate
        case .commits: core.isComplete
        }
    }

    /// Resumes waiters when the mirror is current or refused.
    func resumeWaiters() {
        guard !readiness.isEmpty else { return }
        if core.isUpToDate { readiness.resume(.mirror, with: .success(())) }
        if core.isComplete { readiness.resume(.commits, with: .success(())) }
        if case .refused(let failure) = core.status { failWaiters(.refused(by: failure)) }
    }

    /// Fails the waiters for the mirror.
    func failWaiters(_ error: NavigationClientError) {
        readiness.resume(.mirror, with: .failure(error))
        readiness.resume(.commits, with: .failure(error))
    }

    /// Waits until all changes now in the outbox have their outcomes, whichever process of the
    /// device submits them. A viewer's pending changes are not submitted.
    ///
    /// - Parameter endsUntaken: A Boolean value indicating whether to end as soon as the daemon
    ///   takes no changes, or nobody can submit any from the device's directory, instead of
    ///   retrying.
    @discardableResult
    func flushOutbox(
        until deadline: ContinuousClock.Instant, endsUntaken: Bool = false
    ) async -> Flush {
        // Nothing is submitted to another store than the device's own.
        guard core.connectedStore != .other else { return .complete }
        guard access.role == .full, outbox.isFlushed else {
            return outbox.isEmpty ? .complete : .untaken
        }
        // Changes appended meanwhile are not waited for: other processes may append for ever.
        var rest = outbox.ids
        while let id = rest.max() {
            if endsUntaken, isUnavailable || lastingRefusal != nil { return .untaken }
            guard ContinuousClock.now < deadline else { return .late }
            let outcome = await outcome(of: id, until: deadline, endsUntaken: endsUntaken)
            if outcome == nil { return ContinuousClock.now < deadline ? .untaken : .late }
            rest.remove(id)
            // Another process may have settled it, and with it most of the others.
            if outbox.ids.contains(id) { step([outboxEvent()]) }
            rest.formIntersection(outbox.ids)
            await Task.yield()
        }
        return .complete
    }

    /// Replaces the state by a fresh snapshot; returns the error that prevents it.
    func repair(until deadline: ContinuousClock.Instant) async -> NavigationClientError? {
        do { try await connection.connect(until: deadline) } catch { return error }
        step([.repair])
        return await waitUntilReady(.mirror, until: deadline)
    }

    /// The limits that the daemon announced in its welcome; empty before.
    var limits: [String: UInt64] { core.limits }

    /// A Boolean value indicating whether the daemon is connected, and has announced that it can't
    /// take changes now.
    var isBackingOff: Bool { core.backoffFailure != nil }

    /// The refusal of this client that will not have changed by a deadline: the daemon's store is
    /// damaged, the device is revoked, or another node serves the user, to which there is no way from
    /// here; `nil` if none is known.
    var lastingRefusal: NavigationClientError? {
        guard case .refused(let failure) = core.status,
            [.damaged, .moved, .revoked].contains(failure.code)
        else { return nil }
        return .refused(by: failure)
    }

    /// A Boolean value indicating whether the daemon's store is unavailable, which lasts longer
    /// than load.
    var isUnavailable: Bool { core.backoffFailure?.code == .unavailable }

    /// The reason why the daemon takes no changes for now; `nil` if it does, or has not received
    /// any.
    var putOff: NavigationClientError? {
        core.backoffFailure.map { .putOff(by: $0, at: connection.endpoint) }
    }

    /// The reason why a change has no outcome yet.
    var timeoutError: NavigationClientError {
        if let lastingRefusal { return lastingRefusal }
        if let reason = localErrors.error ?? connectionError { return reason }
        if sender.isMissing {
            return NavigationClientError(
                .unreachable,
                text: """
                    another process of this device is flushing the outbox and has not submitted this \
                    change yet: \(remedy: .waitLonger)\
                    \(advice: ", or check for a stopped process")
                    """)
        }
        if let putOff { return putOff }
        return .timedOut("accept the change", at: connection.endpoint)
    }

    /// Sends a caller's request and waits for the reply; throws if there is none by `deadline`.
    ///
    /// A request that has overtaken hello is sent again; where hello is refused, it throws that
    /// refusal.
    func request(
        _ call: Request.Call, until deadline: ContinuousClock.Instant
    ) async throws(NavigationClientError) -> Reply.Result {
        do {
            return try await requestOnce(call, until: deadline)
        } catch {
            guard (error.cause as? Failure)?.code == .helloFirst else { throw error }
            if let refusal = await waitUntilReady(.mirror, until: deadline) { throw refusal }
            return try await requestOnce(call, until: deadline)
        }
    }

    private func requestOnce(
        _ call: Request.Call, until deadline: ContinuousClock.Instant
    ) async throws(NavigationClientError) -> Reply.Result {
        try await connection.connect(until: deadline)
        guard !isClosed else { throw .closed }
        if let known = core.welcome?.calls, !known.isEmpty, !known.contains(call.number) {
            throw .olderDaemon()
        }
        return try await connection.request(call, until: deadline)
    }

    /// The conditions that a command may wait for before it goes on.
    enum Readiness: Hashable, Sendable {
        /// A mirror that is at the daemon's head.
        case mirror
        /// A mirror that has, in addition, the commits of all own changes that have an outcome.
        case commits
    }
}
