internal import DeviceStore

/// The other processes of the device: whichever is connected submits the changes of all, and each
/// learns the outcomes of its own from the outbox.
extension MirrorDriver {
    /// Reads the outbox from now on whenever another process has written to it. Idempotent.
    func watchOthers() {
        guard !isWatching, !isClosed else { return }
        do {
            try others.assumeIsolated { [id = ObjectIdentifier(self)] others in
                try others.join(id) { [weak self] in
                    self?.assumeIsolated { $0.lookAtOutbox() }
                }
            }
            isWatching = true
        } catch {
            // The ticks poll if the system gives no watch.
            report(.device(error, at: device.path))
        }
    }

    /// Ends the watch. Idempotent.
    func unwatchOthers() {
        isWatching = false
        others.assumeIsolated { [id = ObjectIdentifier(self)] in $0.leave(id) }
    }

    /// Applies the changes that other processes have made to the outbox, if any.
    func lookAtOutbox() {
        guard !isClosed else { return }
        do {
            // Before the outbox is read: a write in between causes another read.
            let version = try device.version()
            guard version != outboxVersion else { return }
            outboxVersion = version
        } catch {
            return report(.device(error, at: device.path))
        }
        step([outbox()])
    }
}
