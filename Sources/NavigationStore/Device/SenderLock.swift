internal import Files

/// The right to submit a device's changes: one holder at a time among all its processes.
///
/// The kernel releases it when the process dies, however it dies.
public final class SenderLock: Sendable {
    private let lock: FileLock

    init(_ lock: FileLock) {
        self.lock = lock
    }

    /// Lets the next sender in; once is enough, and the end of the object's life does it too.
    public func release() {
        lock.release()
    }
}
