internal import Glibc

/// The exact identity of one connection of this process, although descriptor numbers are reused.
///
/// The kernel numbers sockets too. The connection belongs to libzmq; this only identifies it, and
/// disconnects it.
public struct ConnectionDescriptor: Hashable, Sendable {
    /// The descriptor's number, valid while the connection is open.
    public let fileDescriptor: Int32
    /// The kernel's number of the socket, which no other open socket has.
    public let inode: UInt64

    /// Records the socket that the number refers to now; `nil` unless it is a socket.
    public init?(fileDescriptor: Int32) {
        guard let inode = Self.socketInode(of: fileDescriptor) else { return nil }
        self.fileDescriptor = fileDescriptor
        self.inode = inode
    }

    /// Ends the connection at once, as if the peer had hung up, and no other one: libzmq then
    /// closes it. Returns `false` if it had ended already. From any thread.
    @discardableResult
    public func cut() -> Bool {
        // The number may become another connection's at any moment; a duplicate still refers to
        // this one.
        let held = fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0)
        defer { if held >= 0 { close(held) } }
        // Without a free descriptor, the number itself is used.
        let target = held >= 0 ? held : fileDescriptor
        guard Self.socketInode(of: target) == inode else { return false }
        return shutdown(target, Int32(SHUT_RDWR)) == 0
    }

    private static func socketInode(of fileDescriptor: Int32) -> UInt64? {
        var status = stat()
        guard unsafe fstat(fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK
        else { return nil }
        return UInt64(status.st_ino)
    }
}
