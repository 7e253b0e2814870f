internal import DeviceStore
internal import Dispatch
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import Reactor
internal import ZeroMQ

extension MirrorDriver {
    /// Performs one effect of the core; returns the events that result from it.
    func perform(_ effect: MirrorCore.Effect) -> [MirrorCore.Event] {
        switch effect {
        case .send(let request):
            send(request)
        case .follow(let address, let topic):
            do { try onConnection { try $0.follow(address, topic: topic) } } catch {
                report(.transport(error))
            }
        case .reconnect:
            onConnection { $0.reconnect() }
        case .append(let commits):
            unsaved.add(commits)
        case .replace(_, let former):
            unsaved.addWhole(insteadOf: former)
        case .requeue(let epoch, let revision):
            return requeue(epoch, after: revision)
        case .report(let divergence):
            keep(divergence)
        case .reached(let store):
            return reach(store)
        case .readOldestBase:
            return [oldestBase()]
        case .acquireSender:
            return acquireSender()
        case .submitting(let sequences):
            noteSubmission(of: sequences)
        case .releaseSender:
            save()
            releaseSender()
        case .settle(_, let receipt):
            unsaved.add(receipt)
            resolve(receipt)
        case .refuse(let sequence, let failure):
            refuse(sequence, failure)
        case .renumber(let last, let reused):
            return renumber(after: last, reused)
        case .changed(let commits, let isReset):
            projection = nil
            settleOwn(commits)
            subscribers.note(commits, isReset: isReset)
        case .status:
            subscribers.note()
        }
        return []
    }

    /// Sends a request; a frame that is lost the core sends again, or it reconnects.
    func send(_ request: Request) {
        // Nothing is submitted that is not recorded in the directory first.
        guard !device.isClosed else { return }
        onConnection { _ = $0.send(request.encoded) }
    }

    /// Saves what the directory lacks. A failure is shown, and retried at the next tick.
    func save() {
        guard !unsaved.isEmpty else { return }
        // Nothing of another store is saved.
        guard core.place != .visiting else { return unsaved = UnsavedState() }
        let hasOutcomes = unsaved.hasOutcomes
        do {
            let twin = device.twin
            try unsaved.save(core.confirmed, of: key, to: device)
            if let found = device.twin, found != twin {
                report(NavigationClientError(.device, found))
            }
            if hasOutcomes { device.notifyOthers() }
        } catch  where error.code == .adopted {
            lookHome()
        } catch {
            report(.device(error, at: device.path))
        }
    }

    /// Returns the outbox as it is on disk now: the changes of every process of the device, less
    /// those that have their outcome here.
    func outbox() -> MirrorCore.Event {
        let entries: [OutboxEntry]
        do { entries = try device.overlay(in: key, above: core.confirmed.revision) } catch
            where error.code == .adopted
        {
            // Not while the core's effects are being performed.
            host.reactor.schedule(after: .zero) { [weak self] in
                self?.assumeIsolated { $0.lookHome() }
            }
            return .outbox([])
        } catch {
            report(.device(error, at: device.path))
            return .outbox(core.pending)
        }
        waiting = [:]
        unsubmitted = [:]
        for entry in entries
        where entry.state == .waiting && unsaved.receipt(for: entry.sequence) == nil {
            waiting[entry.sequence] = entry.id
            if !entry.isSubmitted { unsubmitted[entry.sequence] = entry.id }
        }
        for id in outcomes.keys.subtracting(waiting.values) { resolve(id) }
        return .outbox(flushesOutbox ? entries.compactMap(pending) : [])
    }

    /// Returns the base of the device's changes from now on, whichever process makes them.
    func oldestBase() -> MirrorCore.Event {
        do { return .oldestBase(try device.oldestBase(in: key)) } catch {
            report(.device(error, at: device.path))
            return .oldestBase(nil)
        }
    }

    /// Records on disk the changes that may reach the daemon soon: nobody may drop them any more.
    private func noteSubmission(of sequences: [SequenceNumber]) {
        let ids = sequences.compactMap { unsubmitted.removeValue(forKey: $0) }
        guard !ids.isEmpty else { return }
        do { try device.noteSubmission(of: ids) } catch {
            report(.device(error, at: device.path))
        }
    }

    /// Returns a change of the outbox, with its outcome where it is known here; `nil` if it altered
    /// nothing.
    func pending(_ entry: OutboxEntry) -> PendingChange? {
        PendingChange(entry, receipt: unsaved.receipt(for: entry.sequence))
    }

    private func renumber(
        after last: SequenceNumber, _ reused: Set<SequenceNumber>
    ) -> [MirrorCore.Event] {
        save()
        do {
            try device.renumber(
                key, epoch: core.confirmed.epoch, after: last, reused: reused)
        } catch {
            report(.device(error, at: device.path))
        }
        return [outbox()]
    }

    private func requeue(_ epoch: Epoch, after revision: Revision) -> [MirrorCore.Event] {
        do { try device.requeue(key, of: epoch, after: revision) } catch {
            report(.device(error, at: device.path))
        }
        return [outbox()]
    }

    private func refuse(_ sequence: SequenceNumber, _ failure: Failure) {
        do { try device.refuse(key, sequence, because: failure) } catch {
            report(.device(error, at: device.path))
        }
        if let id = waiting.removeValue(forKey: sequence) {
            outcomes.resume(id, with: .refused(failure))
        }
    }

    /// Saves both states for a report, and reports the divergence. A state that the daemon has lost
    /// is kept for healing, and is no longer the confirmed one: there it would contradict all that
    /// the daemon sends from now on.
    private func keep(_ divergence: Divergence) {
        do {
            try device.saveReport(divergence, of: key)
            if divergence.cause != .differs {
                try device.keepLost(divergence.mirror, of: key, at: .now())
            }
            if divergence.cause == .ahead {
                try device.forgetConfirmed(key, after: divergence.daemon.revision)
            }
        } catch {
            report(.device(error, at: device.path))
        }
        repairedDivergence = divergence
        report(.repaired(divergence, reports: device.reportDirectory))
    }

    /// The failure of the device's own directory, the replaced state apart.
    var deviceProblem: NavigationClientError? {
        guard let localError, localError.code == .device else { return nil }
        let told = repairedDivergence.map {
            NavigationClientError.repaired($0, reports: device.reportDirectory)
        }
        return localError.message == told?.message ? nil : localError
    }

    /// Clears the divergence once the daemon has all of the replaced state, and the device has
    /// dropped it.
    func forgetMended(_ position: Head) {
        guard let repairedDivergence, repairedDivergence.mirror.epoch == position.epoch,
            repairedDivergence.mirror.revision <= position.revision
        else { return }
        if deviceProblem == nil { localError = nil }
        self.repairedDivergence = nil
    }

    // MARK: The right to submit

    func acquireSender() -> [MirrorCore.Event] {
        wantsLock = true
        if lock == nil, !isLockAwaited {
            do { lock = try device.trySenderLock() } catch {
                report(.device(error, at: device.path))
            }
            if lock == nil { awaitLock() }
        }
        return lock == nil ? [] : [outbox(), .senderAcquired]
    }

    /// Waits on a thread of its own until the process that submits now is done. That process
    /// submits the whole outbox, so the outcome may be there before the lock is acquired.
    private func awaitLock() {
        isLockAwaited = true
        watchOthers()
        lockQueue.async { [device, weak self] in
            let lock = Result { try device.senderLock() }
            Task { [weak self] in
                guard let self else { return }
                await endWait(with: lock)
            }
        }
    }

    private func endWait(with result: Result<SenderLock, any Error>) {
        isLockAwaited = false
        switch result {
        case .success(let lock):
            guard wantsLock, !isClosed else { return lock.release() }
            self.lock = lock
            step([outbox(), .senderAcquired])
        case .failure(let error):
            // The next tick retries.
            report(.device(error, at: device.path))
            endReaders()
        }
    }

    func releaseSender() {
        wantsLock = false
        lock?.release()
        lock = nil
    }
}
