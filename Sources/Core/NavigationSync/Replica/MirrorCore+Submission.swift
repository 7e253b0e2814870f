internal import NavigationModel
internal import NavigationWire

extension MirrorCore {
    /// Submits pending changes, oldest first, a window at a time, while this process is the sender.
    mutating func submit(at now: Duration, _ effects: inout [Effect]) {
        // A viewer keeps its pending changes until it has more access.
        let waiting = pending.lazy.filter { [role] in role == .full && $0.isWaiting }
        switch sender {
        case .idle:
            guard isSynced, connectedStore == .own, !waiting.isEmpty else { return }
            sender = .requested
            effects.append(.acquireSender)
        case .requested, .backingOff:
            return
        case .recovering(let recovery):
            guard !isAwaitingReceipts else { return }
            recover(recovery, at: now, &effects)
        case .active:
            guard isSynced else { return }
            guard !waiting.isEmpty else {
                sender = .idle
                effects.append(.releaseSender)
                return
            }
            let window = waiting.prefix(MirrorLimits.submitWindow)
            guard window.allSatisfy({ $0.epoch == confirmed.epoch }), reused.isEmpty else {
                guard !isAwaitingReceipts else { return }
                renumber(&effects)
                return
            }
            let sent = Set(
                awaited.values.compactMap {
                    if case .receipt(let sequence) = $0.what { sequence } else { nil }
                })
            let next = window.filter { !sent.contains($0.change.sequence) }
            guard !next.isEmpty else { return }
            effects.append(.submitting(next.map(\.change.sequence)))
            for change in next { send(change, at: now, &effects) }
        }
    }

    private var isAwaitingReceipts: Bool {
        awaited.values.contains { if case .receipt = $0.what { true } else { false } }
    }

    private mutating func send(
        _ change: PendingChange, at now: Duration, _ effects: inout [Effect]
    ) {
        let submit = SubmitRequest(
            scene: scene, epoch: confirmed.epoch, after: change.after, change: change.bytes,
            age: change.made.map { max(0, (now - $0).microseconds) })
        request(.submit(submit), for: .receipt(change.change.sequence), at: now, &effects)
    }

    private mutating func recover(
        _ recovery: Recovery, at now: Duration, _ effects: inout [Effect]
    ) {
        switch recovery {
        case .pause(let pause):
            sender = .backingOff(until: now + pause)
        case .reload:
            sender = .requested
            effects.append(.acquireSender)
        case .renumber:
            renumber(&effects)
        case .sync:
            sender = .requested
            isSynced = false
            sync(at: now, &effects)
            effects.append(.acquireSender)
        }
    }

    private mutating func renumber(_ effects: inout [Effect]) {
        effects.append(.renumber(after: lastSequence ?? .zero, reused: reused))
        reused = []
        sender = .requested
        effects.append(.acquireSender)
    }

    mutating func take(
        _ receipt: Receipt, for sequence: SequenceNumber, _ effects: inout [Effect]
    ) {
        effects.append(.settle(sequence, receipt))
        backoffFailure = nil
        lastSequence = max(lastSequence ?? .zero, sequence)
        guard let index = pending.firstIndex(where: { $0.change.sequence == sequence }) else {
            return
        }
        let settled = pending[index]
        if let revision = receipt.revision, revision > confirmed.revision {
            // Shown until the commit itself has arrived.
            pending[index] = PendingChange(
                epoch: settled.epoch, after: settled.after, change: settled.change,
                bytes: settled.bytes, made: settled.made, revision: revision)
        } else {
            pending.remove(at: index)
            effects.append(.changed([], isReset: false))
        }
    }

    mutating func takeRefusal(
        _ failure: Failure, of sequence: SequenceNumber, at now: Duration,
        _ effects: inout [Effect]
    ) {
        let recovery: Recovery
        switch failure.code {
        case .revoked, .damaged:
            // Pending changes stay: the device may be paired again, and the daemon's store be
            // repaired.
            return takeRefusal(failure, at: now, &effects)
        case .busy, .unavailable:
            backoffFailure = failure
            recovery = .pause(
                min(failure.retryAfter ?? MirrorLimits.busyBackoff, MirrorLimits.longestBusyBackoff)
            )
        case .sequenceExpected:
            lastSequence = failure.expected ?? lastSequence
            recovery = .renumber
        case .sequenceReused:
            // Another copy of this device's state has used the number: the daemon reports the last
            // one.
            reused.insert(sequence)
            recovery = .sync
        case .sequenceSkipped:
            // It was never accepted, and never will be under this number: it gets another.
            reused.insert(sequence)
            lastSequence = max(failure.expected ?? .zero, lastSequence ?? .zero)
            recovery = .renumber
        case .epochChanged:
            recovery = .sync
        case .settled, .malformed, .tooLarge, .unsupported, .unspecified, .helloFirst,
            .versionUnsupported, .snapshotGone, .limitExceeded, .outOfHistory, .notPermitted,
            .invitationUsed, .notFound, .alreadyExists:
            effects.append(.refuse(sequence, failure))
            pending.removeAll { $0.change.sequence == sequence }
            effects.append(.changed([], isReset: false))
            if failure.code == .notPermitted, !isAwaiting(.welcome) {
                // The role has changed: hello returns it.
                request(.hello(hello), for: .welcome, at: now, &effects)
            }
            recovery = .reload
        }
        // The first refusal decides; later ones only follow from it.
        if case .recovering = sender { return }
        sender = .recovering(then: recovery)
    }
}
