internal import Glibc
internal import POSIX

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

/// Sockets that listen already, opened by the process's parent and kept open by it.
///
/// Connections that are attempted while no daemon runs are queued in them for the next one. They
/// replace the configured listeners of the same kind.
package struct InheritedSockets: Hashable, Sendable {
    /// A socket, with the address where it listens.
    package struct Listening: Hashable, Sendable {
        /// The open descriptor; the server closes it.
        package let descriptor: Int32
        /// The path of an ipc socket, `host:port` of a tcp one.
        package let address: String

        /// Joins the parts.
        package init(descriptor: Int32, address: String) {
            self.descriptor = descriptor
            self.address = address
        }
    }

    /// The two sockets that a client needs.
    package struct SocketPair: Hashable, Sendable {
        /// The socket of control, for requests.
        package let control: Listening
        /// The socket of the feed, for publications.
        package let feed: Listening

        /// Joins the parts.
        package init(control: Listening, feed: Listening) {
            self.control = control
            self.feed = feed
        }
    }

    /// Sockets of this machine; `nil` leaves ipc to the configuration.
    package var ipc: SocketPair?
    /// Sockets of the network; `nil` leaves tcp to the configuration.
    package var tcp: SocketPair?

    /// Creates a value without sockets, unless they are given.
    package init(ipc: SocketPair? = nil, tcp: SocketPair? = nil) {
        self.ipc = ipc
        self.tcp = tcp
    }
}
