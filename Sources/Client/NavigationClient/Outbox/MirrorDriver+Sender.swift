internal import DeviceStore
internal import Dispatch
internal import NavigationSync

/// The right to submit, which one process of a device has at a time.
struct SenderRight {
    /// The lock; `nil` without the right.
    fileprivate(set) var lock: SenderLock?
    /// A Boolean value indicating whether the core has something to submit.
    fileprivate(set) var isWanted = false
    /// A Boolean value indicating whether a thread waits for the lock.
    fileprivate(set) var isAwaited = false
    /// The thread that waits.
    fileprivate let queue = DispatchQueue(label: "navsync.sender")

    /// A Boolean value indicating whether it is wanted and another process has it.
    var isMissing: Bool { isWanted && lock == nil }

    /// Gives the right up. Idempotent.
    mutating func release() {
        isWanted = false
        lock?.release()
        lock = nil
    }
}

/// The device's processes: whichever is connected submits the changes of all, one at a time, and
/// each learns the outcomes of its own from the outbox.
extension MirrorDriver {
    /// Acquires the right to submit, now or as soon as another process gives it up.
    func acquireSender() -> [MirrorCore.Event] {
        sender.isWanted = true
        if sender.lock == nil, !sender.isAwaited {
            attempt { sender.lock = try device.trySenderLock() }
            if sender.lock == nil { awaitLock() }
        }
        return sender.lock == nil ? [] : [outboxEvent(), .senderAcquired]
    }

    /// Waits on a thread of its own until the process that submits now is done. That process
    /// submits the whole outbox, so the outcome may be there before the lock is acquired.
    private func awaitLock() {
        sender.isAwaited = true
        watchOthers()
        sender.queue.async { [device, weak self] in
            let lock = Result { try device.senderLock() }
            Task { [weak self] in
                guard let self else { return }
                await endWait(with: lock)
            }
        }
    }

    private func endWait(with result: Result<SenderLock, any Error>) {
        sender.isAwaited = false
        switch result {
        case .success(let lock):
            guard sender.isWanted, !isClosed else { return lock.release() }
            sender.lock = lock
            step([outboxEvent(), .senderAcquired])
        case .failure(let error):
            // The next tick retries.
            report(.device(error, at: device.path))
            outbox.endReaders()
        }
    }

    /// Runs a body that no process submits anything meanwhile.
    ///
    /// - Throws: ``NavigationClientError/Code/device`` if another process submits until `deadline`.
    func withSender<Result>(
        until deadline: ContinuousClock.Instant, _ body: (SenderLock) throws -> Result
    ) async throws(NavigationClientError) -> Result {
        let own = sender.lock
        let borrowed = own == nil ? try await borrowLock(until: deadline) : nil
        defer { borrowed?.release() }
        guard let lock = own ?? borrowed else { throw Self.busy }
        do { return try body(lock) } catch { throw .device(error, at: device.path) }
    }

    private func borrowLock(
        until deadline: ContinuousClock.Instant
    ) async throws(NavigationClientError) -> SenderLock? {
        let timeout = max(.zero, deadline - .now)
        let result = await withCheckedContinuation { continuation in
            sender.queue.async { [device] in
                continuation.resume(
                    returning: Result { try device.senderLock(within: timeout) })
            }
        }
        do { return try result.get() } catch { throw .device(error, at: device.path) }
    }

    private static let busy = NavigationClientError(
        .device,
        text: "another process of this device is flushing the outbox: \(remedy: .waitLonger)")

    // MARK: Their changes

    /// A Boolean value indicating whether the system notifies this driver of other processes'
    /// writes: a driver that stays, or one that waits for another process.
    private var isWatching: Bool {
        otherProcesses.assumeIsolated { [id = ObjectIdentifier(self)] in $0.hasJoined(id) }
    }

    /// Reads the outbox from now on whenever another process has written to it. Idempotent.
    func watchOthers() {
        guard !isWatching, !isClosed else { return }
        // The ticks poll if the system gives no watch.
        attempt {
            try otherProcesses.assumeIsolated { [id = ObjectIdentifier(self)] others in
                try others.join(id) { [weak self] in
                    self?.assumeIsolated { $0.readOthers() }
                }
            }
        }
    }

    /// Ends the watch. Idempotent.
    func unwatchOthers() {
        otherProcesses.assumeIsolated { [id = ObjectIdentifier(self)] in $0.leave(id) }
    }

    /// Does what is due for the device's other processes: polls where the system gives no watch,
    /// and tries for the right to submit.
    func tickForOthers() {
        if !isWatching, core.followsFeed || sender.isAwaited { readOthers() }
        if sender.isMissing { step(acquireSender()) }
    }

    /// Applies the changes that other processes have made to the outbox, if any.
    private func readOthers() {
        guard !isClosed, attempt({ try outbox.hasChanged() }) == true else { return }
        step([outboxEvent()])
    }
}
