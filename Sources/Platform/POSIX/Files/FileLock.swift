internal import Glibc

/// An exclusive lock on a file, between processes and between threads alike.
///
/// It belongs to the open file, so the kernel releases it when the process dies. The file itself
/// stays: removing it would let two owners hold "the" lock on different files.
package final class FileLock: Sendable {
    private let descriptor: Locked<CInt?>

    /// Waits for the lock, in the order of requests, as long as it takes. Blocks its thread.
    package init(awaiting path: String) throws(FileError) {
        let descriptor = try Self.open(path)
        while flock(descriptor, LOCK_EX) != 0 {
            if errno == EINTR { continue }
            let error = errno
            close(descriptor)
            throw FileError("lock", path, error)
        }
        self.descriptor = Locked(descriptor)
    }

    /// Takes the lock if nobody has it; `nil` if somebody does. Creates the file (mode 0600).
    package init?(trying path: String) throws(FileError) {
        let descriptor = try Self.open(path)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let error = errno
            close(descriptor)
            if error == EWOULDBLOCK { return nil }
            throw FileError("lock", path, error)
        }
        self.descriptor = Locked(descriptor)
    }

    /// Waits for the lock until `deadline`; `nil` if it passes. Blocks its thread.
    ///
    /// It polls, since the kernel's own wait knows no deadline; a holder keeps it for milliseconds.
    package static func acquire(_ path: String, before deadline: ContinuousClock.Instant)
        throws(FileError) -> FileLock?
    {
        var pause: useconds_t = 500
        while true {
            if let lock = try FileLock(trying: path) { return lock }
            if ContinuousClock.now >= deadline { return nil }
            usleep(pause)
            pause = min(pause * 2, 8_000)
        }
    }

    private static func open(_ path: String) throws(FileError) -> CInt {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw FileError("open", path) }
        return descriptor
    }

    /// Releases the lock for the next owner. Idempotent.
    package func release() {
        descriptor.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    deinit {
        release()
    }
}
