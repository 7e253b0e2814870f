internal import Files
internal import Glibc

/// The directory of the ipc sockets, held by one daemon at a time.
///
/// Binding an ipc socket silently takes the path from whoever had it, so a lock file stands guard.
struct SocketDirectory: Sendable {
    private let path: String
    private let lock: FileLock

    /// The lock file, in the directory.
    static let lockName = "lock"

    /// Creates the directory if need be, for its owner alone, and locks it. One in which others could
    /// have put sockets, or could take these away, is refused.
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

    /// Removes the sockets that were bound: libzmq leaves them behind.
    func removeSockets() {
        for name in [ServerConfiguration.controlSocket, ServerConfiguration.feedSocket] {
            _ = unsafe unlink("\(path)/\(name)")
        }
    }

    /// Lets the next daemon in.
    func release() {
        lock.release()
    }
}
