internal import GRDB

/// Why a database file was not used, or an access to it failed.
struct DatabaseFileError: Error, CustomStringConvertible {
    /// The kinds that callers tell apart.
    enum Kind {
        /// It can't be opened: permissions, another program's file, in use.
        case unusable
        /// A newer version wrote it.
        case newer
        /// It is not what was written.
        case damaged
        /// Not now: somebody else writes.
        case unavailable
        /// Not now: the disk is full.
        case full
    }

    /// The kind.
    let kind: Kind
    /// What was wrong, and what to do.
    let description: String

    /// Joins the parts.
    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Says that the file is damaged, and what to do.
    static func damaged(_ path: String, _ why: String) -> DatabaseFileError {
        DatabaseFileError(
            .damaged,
            "\(path) is damaged (\(why)); it was left as it is: restore a backup")
    }

    /// Says that there is no room on the disk, and what to do.
    static func full(_ path: String) -> DatabaseFileError {
        DatabaseFileError(.full, "can't write \(path): the disk is full: make room")
    }

    /// Tells from SQLite's code what kind of failure it is.
    init(_ error: DatabaseError, at path: String) {
        let reason = error.message ?? "error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
            self = .damaged(path, reason)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.unusable, "can't open \(path): \(reason): check its owner and permissions")
        case .SQLITE_READONLY:
            self.init(
                .unavailable, "can't write \(path): \(reason): check its owner and permissions")
        case .SQLITE_FULL: self = .full(path)
        // The index of the log is a file, too.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            self = .full(path)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.unavailable, "can't write \(path): another process keeps it locked")
        default:
            self.init(.unavailable, "can't access \(path): \(reason)")
        }
    }
}
