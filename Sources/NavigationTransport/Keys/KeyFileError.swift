internal import Glibc

/// Why the key in a file can't be used, or a file for one not be made. It says nothing of the key.
package struct KeyFileError: Error, CustomStringConvertible {
    /// The kind, for programs.
    package enum Kind: Sendable {
        /// Others could have read it, or it is another's.
        case notPrivate
        /// What is there is no key.
        case damaged
        /// There is a file already.
        case exists
        /// The system refuses.
        case system
    }

    /// The kind, for programs.
    package let kind: Kind
    /// Which file, what is wrong with it, and what to do.
    package let description: String

    /// Says something of the file.
    init(_ path: String, _ kind: Kind, _ problem: String) {
        self.kind = kind
        description = "the key file '\(path)' \(problem)"
    }

    /// Says what is wrong with what is in the file.
    static func damaged(_ path: String, _ problem: String) -> KeyFileError {
        KeyFileError(
            path, .damaged,
            "\(problem): restore it from a backup, or move it away for a new one, which the others "
                + "must then be told")
    }

    /// Says what the system refused just now.
    static func system(_ path: String, _ problem: String) -> KeyFileError {
        let reason = unsafe String(cString: strerror(errno))
        return KeyFileError(path, .system, "\(problem): \(reason)")
    }
}
