internal import NavigationStore

/// The other processes of the device: what they append is handed over by whoever has a connection,
/// and what became of it is told to whoever waits for it.
extension MirrorDriver {
    /// Looks at the outbox from now on whenever another process has had to do with it. Idempotent.
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
            // Where the system gives no watch, the ticks look.
            report(.device(error, at: device.path))
        }
    }

    /// Lets go of the watch. Idempotent.
    func unwatchOthers() {
        isWatching = false
        others.assumeIsolated { [id = ObjectIdentifier(self)] in $0.leave(id) }
    }

    /// Takes over what others have done to the outbox, if they have done anything.
    func lookAtOutbox() {
        guard !isClosed else { return }
        do {
            // Before the outbox is read: what is written in between is looked at once more.
            let version = try device.version()
            guard version != outboxVersion else { return }
            outboxVersion = version
        } catch {
            return report(.device(error, at: device.path))
        }
        step([outbox()])
    }
}
