internal import Glibc

/// The attributes of a file at one moment.
package struct FileStatus: Hashable, Sendable {
    /// The file system's number.
    package let device: UInt64
    /// The file's number in it.
    package let inode: UInt64
    /// The kind of a file that is not a regular one.
    package let kind: FileKind?
    /// Bytes from its beginning to its end.
    package let size: Int
    /// Bytes that it takes: less than ``size`` where it has holes, or is compressed.
    package let allocated: Int
    /// The uid of its owner.
    package let owner: UInt32
    /// The gid of its group.
    package let group: UInt32
    /// The permissions: the lower twelve bits of the mode.
    package let permissions: UInt32
    /// The number of its names.
    package let links: Int
    /// The time of the last change of its content, since 1970.
    package let modified: Duration

    /// Reads the status of the file that a path leads to.
    ///
    /// - Parameters:
    ///   - followsLinks: whether a symbolic link stands for the file that it names.
    ///   - action: the verb of the error.
    package init(
        of path: String, followsLinks: Bool = true, to action: String = "examine"
    ) throws(FileError) {
        var status = stat()
        let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
        guard unsafe fstatat(AT_FDCWD, path, &status, flags) == 0 else {
            throw FileError(action, path)
        }
        self.init(status)
    }

    /// Reads the status of an open file.
    package init(of descriptor: FileDescriptor) throws(FileError) {
        try self.init(ofOpen: descriptor.number, named: descriptor.name)
    }

    /// Reads the status of an open file whose descriptor another owns, as standard output.
    package init(ofOpen number: CInt, named name: String) throws(FileError) {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw FileError("examine", name) }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        kind = FileKind(status.st_mode)
        size = Int(status.st_size)
        allocated = Int(status.st_blocks) * 512
        owner = status.st_uid
        group = status.st_gid
        permissions = status.st_mode & 0o7777
        links = Int(status.st_nlink)
        modified =
            .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
    }

    /// Returns a Boolean value indicating whether both are the same file, whatever is in it.
    package func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// A kind of file other than a regular one: it holds no bytes to be read from the first to the
/// last.
package enum FileKind: String, Hashable, Sendable {
    /// A directory.
    case directory = "a directory"
    /// A device of characters or of blocks, as a terminal, `/dev/zero` or a disk.
    case device = "a device"
    /// A pipe with a name.
    case pipe = "a pipe"
    /// A socket.
    case socket = "a socket"
    /// A symbolic link that was not followed.
    case link = "a symbolic link"
    /// None that this system has.
    case other = "of an unknown kind"

    /// The kind by a file's mode; `nil` for a regular file.
    fileprivate init?(_ mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: self = .directory
        case S_IFCHR, S_IFBLK: self = .device
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        case S_IFLNK: self = .link
        default: self = .other
        }
    }

    /// The kind of the file that a path leads to; `nil` for a regular file, and for none.
    package init?(of path: String) {
        guard let kind = (try? FileStatus(of: path))?.kind else { return nil }
        self = kind
    }
}
