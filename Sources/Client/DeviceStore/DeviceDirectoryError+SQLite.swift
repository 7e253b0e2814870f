internal import NavigationSync
internal import DatabaseFiles
internal import POSIX
internal import GRDB
internal import NavigationProto

extension DeviceDirectoryError {
    /// Makes the error of a failed access to the directory at `path`.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as DeviceDirectoryError: self = error
        case let error as DatabaseError: self.init(DatabaseFileError(error, at: path))
        case let error as DatabaseFileError: self.init(error)
        case let error as FileError:
            self.init(.unusable, "\(error): check its owner and permissions, or use another one")
        case let error as TrustError: self.init(.unusable, error.description)
        case let error as WireError:
            self.init(DatabaseFileError.damaged(path, error.description))
        case let damaged as DamagedScene:
            self.init(
                DatabaseFileError.damaged(path, "scene \(damaged.key): \(damaged.reason)"))
        default: self.init(.unavailable, "can't access \(path): \(error)")
        }
    }

    private init(_ error: DatabaseFileError) {
        switch error.kind {
        case .unusable: self.init(.unusable, error.description)
        case .newer: self.init(.newer, error.description)
        case .damaged: self.init(.damaged, error.description)
        case .unavailable, .full: self.init(.unavailable, error.description)
        }
    }
}
