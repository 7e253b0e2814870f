internal import Glibc

/// Names one connection of this process exactly, though numbers of descriptors are used again.
///
/// The kernel numbers sockets too. The connection belongs to libzmq; this only looks, and cuts.
public struct ConnectionDescriptor: Hashable, Sendable {
    /// The number, as long as the connection stands.
    public let fileDescriptor: Int32
    /// The kernel's number of the socket, which no other one has meanwhile.
    public let inode: UInt64

    /// Notes what the number stands for now; `nil` unless it is a socket.
    public init?(fileDescriptor: Int32) {
        guard let inode = Self.socketInode(of: fileDescriptor) else { return nil }
        self.fileDescriptor = fileDescriptor
        self.inode = inode
    }

    /// Ends the connection at once, as if the peer had hung up, and no other one: libzmq then
    /// closes it. Whether it still stood. From any thread.
    @discardableResult
    public func cut() -> Bool {
        // The number may become another connection's at any moment; a duplicate keeps what it is.
        let held = fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0)
        defer { if held >= 0 { close(held) } }
        // Without a free descriptor it has to do without.
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
