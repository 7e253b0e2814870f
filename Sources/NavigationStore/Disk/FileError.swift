internal import Glibc

/// Why a system call on a file failed.
struct FileError: Error, CustomStringConvertible {
    /// The system's number for the reason.
    let code: CInt
    /// What was tried on which file, and the reason.
    let description: String

    /// Describes a call that just failed; `code` is `errno` unless given.
    init(_ action: String, _ path: String, _ code: CInt = errno) {
        self.code = code
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        description = "can't \(action) \(path): \(reason)"
    }
}
