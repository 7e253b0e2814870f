package import NavigationText
package import SQLite

/// A failure to open or to access a database file.
package struct DatabaseFileError: Error, CustomStringConvertible {
    /// The kinds that callers distinguish.
    package enum Kind {
        /// The file can't be opened: permissions, another program's file, in use.
        case unusable
        /// The file was written by a newer version.
        case newer
        /// The file is not what was written.
        case damaged
        /// Temporary: another process writes.
        case unavailable
        /// Temporary: the disk is full.
        case full
    }

    /// The kind.
    package let kind: Kind
    /// The failure, and the remedy.
    package let message: AdvisedMessage

    /// The failure, and the remedy.
    package var description: String { message.description }

    /// The remedy alone; `nil` if the failure has none.
    package var advice: String? { message.advice }

    /// Joins the parts.
    package init(_ kind: Kind, _ failure: String, advice: String? = nil) {
        self.kind = kind
        message = AdvisedMessage(failure, advice: advice)
    }

    /// Creates the error for a damaged file.
    package static func damaged(_ path: String, _ why: String) -> DatabaseFileError {
        DatabaseFileError(
            .damaged,
            "\(path) is damaged (\(why)) and was not changed",
            advice: "restore a backup")
    }

    /// Creates the error for a full disk.
    package static func full(_ path: String) -> DatabaseFileError {
        DatabaseFileError(.full, "can't write \(path): the disk is full", advice: "free some space")
    }

    /// Derives the kind of failure from SQLite's code.
    package init(_ error: DatabaseError, at path: String) {
        let reason = error.message ?? "error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
            self = .damaged(path, reason)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .unusable, "can't open \(path): \(reason)",
                advice: "check its owner and permissions")
        case .SQLITE_READONLY:
            self.init(
                .unavailable, "can't write \(path): \(reason)",
                advice: "check its owner and permissions")
        case .SQLITE_FULL: self = .full(path)
        // The shared-memory index of the log is a file, too.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            self = .full(path)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.unavailable, "can't write \(path): it is locked by another process")
        default:
            self.init(.unavailable, "can't access \(path): \(reason)")
        }
    }
}
