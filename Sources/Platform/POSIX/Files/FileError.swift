internal import Glibc

/// A failure of a system call on a file.
package struct FileError: Error, CustomStringConvertible {
    /// The system's number for the reason.
    package let code: CInt
    /// The action, the file and the reason, as one sentence.
    package let description: String
    /// The reason alone.
    package let reason: String
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
        reason =
            code == ELOOP
            ? "it is a symbolic link: remove it"
            : unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        description = "can't \(action) \(path): \(reason)"
    }

    /// Describes a call that is not made, since the file is no regular one.
    init(_ action: String, _ path: String, _ kind: FileKind) {
        code = kind == .directory ? EISDIR : EINVAL
        self.kind = kind
        reason = "it is \(kind.rawValue), not a file"
        description = "can't \(action) \(path): \(reason)"
    }
}
