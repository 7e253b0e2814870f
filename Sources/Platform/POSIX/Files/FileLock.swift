internal import Glibc

/// An exclusive lock on a file, between processes and between threads alike.
///
/// It belongs to the open file, so the kernel releases it when the process dies. The file itself
/// stays: removing it would let two owners hold "the" lock on different files.
package final class FileLock: Sendable {
    private let file: Locked<FileDescriptor?>

    /// Waits for the lock, in the order of requests, as long as it takes. Blocks its thread.
    package init(awaiting path: String) throws(FileError) {
        let file = try Self.open(path)
        try file.lock()
        self.file = Locked(file)
    }

    /// Takes the lock if nobody has it; `nil` if somebody does. Creates the file (mode 0600).
    package init?(trying path: String) throws(FileError) {
        let file = try Self.open(path)
        guard try file.tryLock() else { return nil }
        self.file = Locked(file)
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

    private static func open(_ path: String) throws(FileError) -> FileDescriptor {
        try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
    }

    /// Releases the lock for the next owner. Idempotent.
    package func release() {
        file.withLock { file in
            file?.unlock()
            file = nil
        }
    }

    deinit { release() }
}
