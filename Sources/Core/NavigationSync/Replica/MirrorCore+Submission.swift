internal import NavigationModel
internal import NavigationWire

extension MirrorCore {
    /// Submits pending changes, oldest first, a window at a time, while this process is the sender.
    mutating func submit(at now: Duration, _ effects: inout [Effect]) {
        // A viewer keeps its pending changes until it has more access.
        let waiting = pending.lazy.filter { [role = session.role] in role == .full && $0.isWaiting }
        switch submitter.sender {
        case .idle:
            guard catchUp.isSynced, connectedStore == .own, !waiting.isEmpty else { return }
            submitter.sender = .requested
            effects.append(.acquireSender)
        case .requested, .backingOff:
            return
        case .recovering(let recovery):
            guard !isAwaitingReceipts else { return }
            recover(recovery, at: now, &effects)
        case .active:
            guard catchUp.isSynced else { return }
            guard !waiting.isEmpty else {
                return releaseSender(&effects)
            }
            let window = waiting.prefix(MirrorLimits.submitWindow)
            guard window.allSatisfy({ $0.epoch == confirmed.epoch }), submitter.reused.isEmpty
            else {
                guard !isAwaitingReceipts else { return }
                renumber(&effects)
                return
            }
            let sent = session.requests.submitted
            let next = window.filter { !sent.contains($0.change.sequence) }
            guard !next.isEmpty else { return }
            effects.append(.submitting(next.map(\.change.sequence)))
            for change in next { send(change, at: now, &effects) }
        }
    }

    private var isAwaitingReceipts: Bool { !session.requests.submitted.isEmpty }

    /// Releases the sender role to other processes, if this one has it or has requested it.
    mutating func releaseSender(_ effects: inout [Effect]) {
        if submitter.sender != .idle { effects.append(.releaseSender) }
        submitter.sender = .idle
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
        _ recovery: ChangeSubmitter.Recovery, at now: Duration, _ effects: inout [Effect]
    ) {
        switch recovery {
        case .pause(let pause):
            submitter.sender = .backingOff(until: now + pause)
        case .reload:
            submitter.sender = .requested
            effects.append(.acquireSender)
        case .renumber:
            renumber(&effects)
        case .sync:
            submitter.sender = .requested
            catchUp.isSynced = false
            sync(at: now, &effects)
            effects.append(.acquireSender)
        }
    }

    private mutating func renumber(_ effects: inout [Effect]) {
        let last = submitter.lastSequence ?? .zero
        effects.append(.renumber(after: last, reused: submitter.reused))
        submitter.reused = []
        submitter.sender = .requested
        effects.append(.acquireSender)
    }

    mutating func take(
        _ receipt: Receipt, for sequence: SequenceNumber, _ effects: inout [Effect]
    ) {
        effects.append(.settle(sequence, receipt))
        submitter.accepted(sequence)
        guard let index = submittedIndex(of: sequence) else { return }
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

    /// The index of a submitted change. One that the daemon has lost can have the same number: it
    /// has no place in a history until it is renumbered.
    private func submittedIndex(of sequence: SequenceNumber) -> Int? {
        pending.firstIndex { $0.change.sequence == sequence && $0.epoch != .none }
    }

    mutating func takeRefusal(
        _ failure: Failure, of sequence: SequenceNumber, at now: Duration,
        _ effects: inout [Effect]
    ) {
        if let recovery = submitter.recovery(from: failure, of: sequence) {
            return submitter.recover(by: recovery)
        }
        effects.append(.refuse(sequence, failure))
        if let index = submittedIndex(of: sequence) { pending.remove(at: index) }
        effects.append(.changed([], isReset: false))
        // The role has changed: hello returns it.
        if failure.code == .notPermitted { sayHelloAgain(at: now, &effects) }
        submitter.recover(by: .reload)
    }
}
