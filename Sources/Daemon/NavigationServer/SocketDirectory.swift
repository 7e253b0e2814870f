internal import POSIX
internal import Glibc

/// The directory of the ipc sockets, locked by one daemon at a time.
///
/// Binding an ipc socket silently takes the path from its owner, so a lock file protects it.
struct SocketDirectory: Sendable {
    private let path: String
    private let lock: FileLock

    /// The lock file, in the directory.
    static let lockName = "lock"

    /// Creates the directory if need be, for its owner alone, and locks it. A directory in which
    /// others could have put sockets, or could remove these, is refused.
    init(locking path: String) throws(ServerError) {
        guard path.hasPrefix("/") else {
            throw ServerError(.address, "socket directory '\(path)' is not an absolute path")
        }
        self.path = path
        do {
            try DurableFiles.createDirectory(path)
            try PathTrust.check(directory: path)
            guard let lock = try FileLock(trying: "\(path)/\(SocketDirectory.lockName)") else {
                throw ServerError(
                    .address,
                    "another navsyncd listens in '\(path)': stop it, or choose another directory "
                        + "with --ipc")
            }
            self.lock = lock
        } catch let error as ServerError {
            throw error
        } catch {
            throw ServerError(.address, "can't use the socket directory: \(error)")
        }
    }

    /// Removes the bound sockets: libzmq leaves them behind.
    func removeSockets() {
        for name in [ServerConfiguration.controlSocket, ServerConfiguration.feedSocket] {
            _ = unsafe unlink("\(path)/\(name)")
        }
    }

    /// Releases the lock for the next daemon.
    func release() {
        lock.release()
    }
}
