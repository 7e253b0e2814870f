internal import POSIX

/// The error of a key file that can't be used or created. It reveals nothing of the key.
package struct KeyFileError: Error, CustomStringConvertible {
    /// The kind, for programs.
    package enum Kind: Sendable {
        /// Others could have read the file, or it belongs to another user.
        case notPrivate
        /// The file holds no valid key.
        case damaged
        /// The file exists already.
        case exists
        /// A system call failed.
        case system
    }

    /// The kind, for programs.
    package let kind: Kind
    /// The file, the failure and the remedy.
    package let description: String

    /// Creates an error about the file.
    init(_ path: String, _ kind: Kind, _ problem: String) {
        self.kind = kind
        description = "the key file '\(path)' \(problem)"
    }

    /// Returns the error of a file with invalid content.
    static func damaged(_ path: String, _ problem: String) -> KeyFileError {
        KeyFileError(
            path, .damaged,
            "\(problem): restore it from a backup, or move it away for a new key, which the other "
                + "side has to be given")
    }

    /// Returns the error of a failed system call.
    static func system(
        _ path: String, _ problem: String, _ cause: FileError
    ) -> KeyFileError {
        KeyFileError(path, .system, "\(problem): \(cause.reason)")
    }
}
