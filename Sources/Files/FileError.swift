internal import Glibc

/// Why a system call on a file failed.
package struct FileError: Error, CustomStringConvertible {
    /// The system's number for the reason.
    package let code: CInt
    /// The action, the file and the reason, as one sentence.
    package let description: String

    /// Describes a call that just failed; `code` is `errno` unless given.
    package init(_ action: String, _ path: String, _ code: CInt = errno) {
        self.code = code
        // Only where links are not followed is a single one too many.
        let reason =
            code == ELOOP
            ? "it is a symbolic link: remove it"
            : unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        description = "can't \(action) \(path): \(reason)"
    }
}
