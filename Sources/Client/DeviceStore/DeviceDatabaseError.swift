internal import DatabaseFiles
internal import NavigationProto
internal import NavigationSync
internal import NavigationText
internal import POSIX
internal import SQLite

/// An error of a device's database. Nothing in it was changed.
package struct DeviceDatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds, for programs.
    package enum Code: Hashable, Sendable {
        /// The directory is unreadable or unwritable: permissions, a file in its place.
        case unusable
        /// The database was written by a newer version.
        case newer
        /// The data on disk is not what was written.
        case damaged
        /// The disk is full, or another process kept the database busy too long: retry.
        case unavailable
        /// One change is too large.
        case limitExceeded
        /// Too many changes are pending.
        case outboxFull
        /// Another process has had the device adopt another store.
        case adopted
        /// The change does not exist there.
        case notFound
        /// This instance has been closed.
        case closed
    }

    /// The kind.
    package let code: Code
    private let message: AdvisedMessage

    /// The mistake, and the remedy.
    package var description: String { message.description }

    /// The remedy alone; `nil` if the mistake has none.
    package var advice: String? { message.advice }

    /// Joins the parts.
    package init(_ code: Code, _ mistake: String, advice: String? = nil) {
        self.code = code
        message = AdvisedMessage(mistake, advice: advice)
    }

    /// A change that no daemon would accept.
    static func tooLarge(_ size: String, most: Int) -> DeviceDatabaseError {
        DeviceDatabaseError(
            .limitExceeded, "the change has \(size), and the maximum is \(most)",
            advice: "split it")
    }

    static func closed(_ path: String) -> DeviceDatabaseError {
        DeviceDatabaseError(.closed, "\(path) is closed", advice: "open it again")
    }

    static func corruptEntry(_ id: OutboxEntry.ID) -> DeviceDatabaseError {
        DeviceDatabaseError(
            .damaged,
            "change \(id.rawValue) is no longer readable", advice: "drop it, and repeat it")
    }

    static func notOnShelf(_ id: OutboxEntry.ID) -> DeviceDatabaseError {
        DeviceDatabaseError(
            .notFound, "no change \(id.rawValue) on the shelf")
    }
}

extension DeviceDatabaseError {
    /// Makes the error of a failed access to the directory at `path`.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as DeviceDatabaseError: self = error
        case let error as DatabaseError: self.init(DatabaseFileError(error, at: path))
        case let error as DatabaseFileError: self.init(error)
        case let error as FileError:
            self.init(
                .unusable, "\(error)",
                advice: "check its owner and permissions, or use another one")
        case let error as TrustError: self.init(.unusable, error.finding, advice: error.advice)
        case let error as WireError:
            self.init(DatabaseFileError.damaged(path, error.description))
        case let damaged as DamagedScene:
            self.init(
                DatabaseFileError.damaged(path, "scene \(damaged.key): \(damaged.reason)"))
        default: self.init(.unavailable, "can't access \(path): \(error)")
        }
    }

    private init(_ error: DatabaseFileError) {
        code =
            switch error.kind {
            case .unusable: .unusable
            case .newer: .newer
            case .damaged: .damaged
            case .unavailable, .full: .unavailable
            }
        message = error.message
    }
}
