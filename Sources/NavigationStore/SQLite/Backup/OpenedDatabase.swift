internal import Files
internal import GRDB

/// A database, or a backup of one, as of one moment. It is open already, so that the process may
/// become another user before it writes the copy.
public final class OpenedDatabase: Sendable {
    /// The place where it is.
    public let path: String
    private let queue: DatabaseQueue

    /// Opens it without changing it; others may go on writing to it. Blocks its thread. A copy of the
    /// file that was made by hand will do, too, together with its `-wal`.
    ///
    /// Throws ``StoreError/unusable(_:)`` if there is none, if it is foreign or newer, or if there is in
    /// it what navsync does not make, and ``StoreError/damaged(_:)``.
    public init(opening path: String) throws(StoreError) {
        self.path = path
        do {
            if let kind = FileKind(of: path) {
                throw StoreError.unusable(
                    "\(path) is \(kind.rawValue), not a backup or database: name the file itself")
            }
            guard try DurableFiles.size(of: path) ?? 0 > 0 else {
                throw StoreError.unusable("there is no database at \(path)")
            }
            var configuration = DatabaseFile.configuration(isReadOnly: true)
            configuration.busyMode = .timeout(5)
            // The one that stays open from here on.
            configuration.allowsUnsafeTransactions = true
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inDatabase { db in
                try db.beginTransaction(.deferred)
                // From this first read on it sees one moment.
                try SQLiteStore.format.recognise(db, at: path)
                try SQLiteStore.format.checkSchema(db, at: path)
            }
        } catch {
            throw StoreError(opening: error, at: path)
        }
    }

    /// Reads it.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try queue.inDatabase(body)
    }
}
