/// A point at which a device's process dies at a transaction: before it, or when it is done.
package enum DeviceCrashPoint: String, Hashable, Sendable, CaseIterable {
    case before, after
}

/// A point in the course of a write at which the daemon dies.
package enum DaemonCrashPoint: String, Hashable, Sendable, CaseIterable {
    /// Nothing has been written.
    case before
    /// A part of it is on the disk: a torn tail, which the next start cuts off.
    case during
    /// It is written, and not yet synced: the power goes.
    case unsynced
    /// It is durable, and no reply has been sent.
    case after
}
