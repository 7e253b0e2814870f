internal import Glibc

/// The directory of the ipc sockets, held by one daemon at a time.
///
/// Binding an ipc socket silently takes the path from whoever had it, so a lock file stands guard.
struct SocketDirectory: Sendable {
    private let path: String
    private let descriptor: Int32

    /// The lock file, in the directory.
    static let lockName = "lock"

    /// Creates the directory if need be, for its owner alone, and locks it.
    init(locking path: String) throws(ServerError) {
        try SocketDirectory.create(path)
        let lock = "\(path)/\(SocketDirectory.lockName)"
        let descriptor = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ServerError(.address, "can't open '\(lock)': \(SocketDirectory.reason)")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            _ = close(descriptor)
            throw ServerError(
                .address,
                "another navsyncd listens in '\(path)': stop it, or choose another directory "
                    + "with --ipc")
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Removes the sockets that were bound: libzmq leaves them behind.
    func removeSockets() {
        for name in [ServerConfiguration.controlSocket, ServerConfiguration.feedSocket] {
            _ = unsafe unlink("\(path)/\(name)")
        }
    }

    /// Lets the next daemon in.
    func release() {
        _ = close(descriptor)
    }

    private static func create(_ path: String) throws(ServerError) {
        guard path.hasPrefix("/") else {
            throw ServerError(.address, "socket directory '\(path)' is not an absolute path")
        }
        var prefix = ""
        for component in path.split(separator: "/") {
            prefix += "/\(component)"
            guard unsafe mkdir(prefix, 0o700) != 0, errno != EEXIST else { continue }
            throw ServerError(.address, "can't create socket directory '\(path)': \(reason)")
        }
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
