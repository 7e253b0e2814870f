internal import DatabaseFiles
internal import NavigationText
internal import POSIX
internal import SQLite

/// A consistent view of a database, or of a backup of one. It is open already, so that the process
/// may change its user before it writes the copy.
package final class OpenedDatabase: Sendable {
    /// The path.
    package let path: String
    private let queue: DatabaseQueue

    /// Opens it without changing it; other processes may continue to write to it. Blocks its
    /// thread. A copy of the file that was made by hand is accepted, too, together with its `-wal`.
    ///
    /// Throws ``StoreError/unusable(_:)`` if there is none, if it is foreign or newer, or if its
    /// schema is not navsync's, and ``StoreError/damaged(_:)``.
    package init(opening path: String) throws(StoreError) {
        self.path = path
        do {
            if let kind = FileKind(of: path) {
                throw StoreError.unusable(
                    AdvisedMessage(
                        "\(path) is \(kind.rawValue), not a backup or database",
                        advice: "name the file itself"))
            }
            guard try DurableFiles.size(of: path) ?? 0 > 0 else {
                throw StoreError.unusable("no database at \(path)")
            }
            var configuration = DatabaseFile.configuration(isReadOnly: true)
            configuration.busyMode = .timeout(5)
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inDatabase { db in
                // It stays open from here on.
                try db.beginTransaction(.deferred)
                // This first read begins the consistent view.
                try SQLiteStore.format.checkKind(db, at: path)
                try SQLiteStore.format.checkSchema(db, at: path)
            }
        } catch {
            throw StoreError(opening: error, at: path)
        }
    }

    /// Reads from the view.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try queue.inDatabase(body)
    }
}
