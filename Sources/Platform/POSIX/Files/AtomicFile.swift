internal import Glibc

/// A file that comes into being under a name of its own, and moves to its place when it is
/// complete.
///
/// One maker at a time: a lock on the file itself, which the kernel releases when the process dies,
/// keeps others out. What a maker that died left behind is cleared away by the next.
package final class AtomicFile: Sendable {
    /// The path of the file until it is complete.
    package let path: String
    private let file: FileDescriptor

    /// Makes a new, empty file (mode 0600); `nil` if another maker holds one of this name.
    package init?(making path: String) throws(FileError) {
        guard let file = try Self.claim(path) else { return nil }
        self.path = path
        self.file = file
    }

    /// Moves the complete file to its place, durably, over what was there.
    package func move(to target: String) throws(FileError) {
        try file.sync()
        try DurableFiles.move(path, to: target)
    }

    /// Closes it; what was not moved to its place is removed. No connection to it may be open: its
    /// locks would be lost.
    deinit {
        if Self.isFile(path, file) {
            try? DurableFiles.remove(path)
            try? Self.removeLogs(of: path)
        }
        file.unlock()
    }

    private static func claim(_ path: String) throws(FileError) -> FileDescriptor? {
        while true {
            guard let (file, isNew) = try open(path) else { continue }
            guard try file.tryLock() else { return nil }
            let isHeld = isFile(path, file)
            if isNew, isHeld {
                // Nobody's log may be taken for this file's.
                do throws(FileError) { try removeLogs(of: path) } catch {
                    _ = unsafe unlink(path)
                    throw error
                }
                return file
            }
            // The maker that left it has died, and only one that has locked a draft removes it.
            if isHeld {
                try removeLogs(of: path)
                try DurableFiles.remove(path)
            }
        }
    }

    /// Creates the file, or opens the one that is there; `nil` if that has moved to its place
    /// meanwhile.
    private static func open(
        _ path: String
    ) throws(FileError) -> (file: FileDescriptor, isNew: Bool)? {
        do throws(FileError) {
            let flags = O_RDWR | O_CREAT | O_EXCL
            return (try FileDescriptor(opening: path, flags, to: "create"), true)
        } catch  where error.code == EEXIST {
            do throws(FileError) {
                let flags = O_RDWR | O_NOFOLLOW
                return (try FileDescriptor(opening: path, flags, to: "create"), false)
            } catch  where error.code == ENOENT {
                return nil
            }
        }
    }

    /// Removes the files that a database would have beside it.
    private static func removeLogs(of path: String) throws(FileError) {
        for suffix in ["-journal", "-wal", "-shm"] { try DurableFiles.remove(path + suffix) }
    }

    /// Returns a Boolean value indicating whether an open file still has this name.
    private static func isFile(_ path: String, _ file: FileDescriptor) -> Bool {
        guard let named = try? FileStatus(of: path, followsLinks: false),
            let open = try? FileStatus(of: file)
        else { return false }
        return named.isSameFile(as: open)
    }
}
