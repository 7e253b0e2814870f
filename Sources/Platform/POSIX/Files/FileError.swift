internal import Glibc

/// A failure of a system call on a file.
package struct FileError: Error, CustomStringConvertible {
    /// The system's number for the reason.
    package let code: CInt
    /// The action, the file and the reason, as one sentence.
    package let description: String
    /// The kind of a file that is not a regular one, if that is the reason.
    package let kind: FileKind?

    /// A Boolean value indicating whether the file system, or what this user may have of it, is
    /// full.
    package var lacksRoom: Bool { code == ENOSPC || code == EDQUOT }

    /// Describes a call that just failed; `code` is `errno` unless given.
    package init(_ action: String, _ path: String, _ code: CInt = errno) {
        self.code = code
        kind = nil
        // Only where links are not followed is a single one too many.
        let reason =
            code == ELOOP
            ? "it is a symbolic link: remove it"
            : unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        description = "can't \(action) \(path): \(reason)"
    }

    /// Describes a call that is not made, since the file is no regular one.
    init(_ action: String, _ path: String, _ kind: FileKind) {
        code = kind == .directory ? EISDIR : EINVAL
        self.kind = kind
        description = "can't \(action) \(path): it is \(kind.rawValue), not a file"
    }
}

/// A kind of file that holds no bytes of its own to be read from the first to the last.
package enum FileKind: String, Hashable, Sendable {
    /// A directory.
    case directory = "a directory"
    /// A device of characters or of blocks, as a terminal, `/dev/zero` or a disk.
    case device = "a device"
    /// A pipe with a name.
    case pipe = "a pipe"
    /// A socket.
    case socket = "a socket"
    /// None that this system has.
    case other = "of an unknown kind"

    /// The kind by a file's mode; `nil` for a regular file.
    init?(_ mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: self = .directory
        case S_IFCHR, S_IFBLK: self = .device
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        default: self = .other
        }
    }

    /// The kind of the file that a path leads to; `nil` for a regular file, and for none.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status.st_mode)
    }
}
