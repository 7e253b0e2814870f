internal import DatabaseFiles
internal import SQLite
internal import Glibc
internal import POSIX

/// Notification between the processes of a device, so that none has to poll.
extension DeviceDatabase {
    /// Returns a number that changes with every write of another process or instance.
    package func version() throws(DeviceDatabaseError) -> Int64 {
        try transact(.reading) { db in try db.row("PRAGMA data_version", [])?.integer(0) ?? 0 }
    }

    /// Notifies the device's other processes of the outbox.
    package func notifyOthers() {
        // A change without a notification is submitted by the next process that connects.
        _ = try? FileDescriptor(opening: senderLockPath, O_RDWR | O_CREAT | O_NOFOLLOW)
    }

    /// Starts to watch for writes of other processes.
    package func watch() throws(DeviceDatabaseError) -> DirectoryWatch {
        do { return try DirectoryWatch(of: path) } catch {
            throw DeviceDatabaseError(error, at: path)
        }
    }

    /// The file whose lock the sender holds.
    var senderLockPath: String { path + "/sender.lock" }
}

/// A watch on a directory: readable when a file in it has been written and closed.
package final class DirectoryWatch: Sendable {
    private let inotify: FileDescriptor

    init(of path: String) throws(FileError) {
        let number = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard number >= 0 else { throw FileError("watch", path) }
        inotify = FileDescriptor(number, named: path)
        guard unsafe inotify_add_watch(number, path, UInt32(IN_CLOSE_WRITE)) >= 0 else {
            throw FileError("watch", path)
        }
    }

    /// An inotify descriptor, to be polled.
    package var fileDescriptor: CInt { inotify.number }

    /// Reads the pending events; returns `false` if there were none. All of them mean the same.
    package func drain() -> Bool {
        var isNews = false
        // Bounded: later events make it readable again.
        for _ in 0..<Self.reads {
            guard let events = try? inotify.read(atMost: Self.length), !events.isEmpty else {
                break
            }
            isNews = true
        }
        return isNews
    }

    /// Bytes of events that one call reads: hundreds of them.
    private static let length = 16_384
    private static let reads = 16
}

/// The lock for submitting a device's changes: one holder at a time among all its processes.
package final class SenderLock: Sendable {
    private let lock: FileLock

    init(_ lock: FileLock) {
        self.lock = lock
    }

    /// Releases the lock. Idempotent; deinitialization does it too.
    package func release() {
        lock.release()
    }
}
