internal import DatabaseFiles
internal import NavigationModel
internal import NavigationProto
internal import NavigationText
internal import POSIX
internal import SQLite

extension StoreError {
    /// The failure of calls after ``Store/close()``.
    package static let closed = StoreError.unavailable("it is closed")

    /// Creates the error of a failed access. Before the commit nothing is written; once it has
    /// begun, only a lock that was never acquired proves the same, and a disk without space for all
    /// of it: the end of a transaction is written last.
    init(_ error: any Error, at path: String, committing: Bool) {
        switch error {
        case let error as StoreError: self = error
        case let error as WireError: self = .damaged(error.description)
        case let error as DatabaseFileError: self.init(error, committing: committing)
        case let error as FileError where error.lacksRoom:
            self = .full(DatabaseFileError.full(path).message)
        case let error as DatabaseError:
            let isKnown = [.SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_FULL].contains(error.resultCode)
            self.init(
                DatabaseFileError(error, at: path), committing: committing && !isKnown)
        default: self = .unavailable("\(error)")
        }
    }

    /// Returns a Boolean value indicating whether a second read may have another result: the data
    /// may be damaged, or was only unreadable.
    static func isWorthRereading(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.resultCode == .SQLITE_IOERR || isDamage(error)
    }

    /// Returns a Boolean value indicating whether an error means damage: data is not what was
    /// written.
    static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case StoreError.damaged, StoreError.damagedScene, is WireError: true
        case let error as DatabaseFileError: error.kind == .damaged
        case let error as DatabaseError: DatabaseFileError(error, at: "").kind == .damaged
        default: false
        }
    }

    /// Creates the error of a read that failed twice: unreadable data is damaged, and only the
    /// scene's if it is in its own rows.
    init(unreadable error: any Error, at path: String, of key: SceneKey?) {
        guard let error = error as? DatabaseError, error.resultCode == .SQLITE_IOERR else {
            self.init(error, at: path, committing: false)
            return
        }
        let why = "\(error.message ?? "I/O error"), twice"
        self = key.map { .damagedScene($0, why) } ?? .damaged("\(path): \(why)")
    }

    /// Creates the error of a failure to open.
    init(opening error: any Error, at path: String) {
        switch error {
        case let error as FileError where error.kind != nil:
            self = .unusable("\(error)")
        case let error as FileError where error.lacksRoom:
            self = .unusable(DatabaseFileError.full(path).message)
        case let error as FileError:
            self = .unusable(
                AdvisedMessage("\(error)", advice: "check the owner and the permissions of \(path)")
            )
        case let error as TrustError:
            self = .unusable(AdvisedMessage(error.finding, advice: error.advice))
        default:
            self.init(error, at: path, committing: false)
            switch self {
            case .unavailable(let why), .full(let why): self = .unusable(why)
            default: break
            }
        }
    }

    private init(_ error: DatabaseFileError, committing: Bool) {
        switch error.kind {
        case .damaged: self = .damaged(error.description)
        case .newer: self = .unusable(error.message)
        case .full, .unusable, .unavailable:
            self =
                committing
                ? .indeterminate(error.description)
                : error.kind == .full
                    ? .full(error.message)
                    : error.kind == .unusable
                        ? .unusable(error.message) : .unavailable(error.message)
        }
    }
}
