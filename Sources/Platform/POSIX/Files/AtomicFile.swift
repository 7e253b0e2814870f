internal import Glibc

/// A file that comes into being under a name of its own, and moves to its place when it is
/// complete.
///
/// One maker at a time: a lock on the file itself, which the kernel releases when the process dies,
/// keeps others out. What a maker that died left behind is cleared away by the next.
package final class AtomicFile: Sendable {
    /// The path of the file until it is complete.
    package let path: String
    private let descriptor: CInt

    /// Makes a new, empty file (mode 0600); `nil` if another maker holds one of this name.
    package init?(making path: String) throws(FileError) {
        guard let descriptor = try Self.claim(path) else { return nil }
        self.path = path
        self.descriptor = descriptor
    }

    /// Moves the complete file to its place, durably, over what was there.
    package func move(to target: String) throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError("sync", path) }
        try DurableFiles.move(path, to: target)
    }

    /// Closes it; what was not moved to its place is removed. No connection to it may be open: its
    /// locks would be lost.
    deinit {
        if Self.isFile(path, descriptor) {
            for suffix in ["", "-journal", "-wal", "-shm"] {
                try? DurableFiles.remove(path + suffix)
            }
        }
        close(descriptor)
    }

    private static func claim(_ path: String) throws(FileError) -> CInt? {
        while true {
            let new = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard new >= 0 || errno == EEXIST else { throw FileError("create", path) }
            let descriptor = new >= 0 ? new : unsafe open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else {
                // It has moved to its place meanwhile.
                if errno == ENOENT { continue }
                throw FileError("create", path)
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            let isHeld = isFile(path, descriptor)
            if new >= 0, isHeld {
                // Nobody's log may be taken for this file's.
                do throws(FileError) {
                    for suffix in ["-journal", "-wal", "-shm"] {
                        try DurableFiles.remove(path + suffix)
                    }
                } catch {
                    _ = unsafe unlink(path)
                    close(descriptor)
                    throw error
                }
                return descriptor
            }
            // The maker that left it has died, and only one that has locked a draft removes it.
            if isHeld {
                for suffix in ["-journal", "-wal", "-shm", ""] {
                    try DurableFiles.remove(path + suffix)
                }
            }
            close(descriptor)
        }
    }

    /// Returns a Boolean value indicating whether an open file still has this name.
    private static func isFile(_ path: String, _ descriptor: CInt) -> Bool {
        var named = stat()
        var open = stat()
        return unsafe lstat(path, &named) == 0 && fstat(descriptor, &open) == 0
            && named.st_dev == open.st_dev && named.st_ino == open.st_ino
    }
}
