internal import POSIX

/// The lock for submitting a device's changes: one holder at a time among all its processes.
public final class SenderLock: Sendable {
    private let lock: FileLock

    init(_ lock: FileLock) {
        self.lock = lock
    }

    /// Releases the lock. Idempotent; deinitialization does it too.
    public func release() {
        lock.release()
    }
}
