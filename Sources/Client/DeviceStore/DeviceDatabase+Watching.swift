internal import DatabaseFiles
internal import SQLite
internal import Glibc
package import POSIX

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
        do { return try DirectoryWatch(of: path, for: .written) } catch {
            throw DeviceDatabaseError(error, at: path)
        }
    }

    /// The file whose lock the sender holds.
    var senderLockPath: String { path + "/sender.lock" }
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
