internal import DatabaseFiles
internal import NavigationModel
internal import NavigationText
internal import POSIX
internal import SQLite

/// A database that is copied; no daemon can open it meanwhile.
package final class SQLiteCopySource: CopySource {
    private let store: SQLiteStore

    /// Opens an existing database. Throws ``StoreError/inUse(_:)`` if a daemon is running on it, and
    /// ``StoreError/unusable(_:)`` if it is a restored copy: its first claim has to begin new epochs.
    package init(opening path: String) async throws(StoreError) {
        do {
            guard try DurableFiles.size(of: path) ?? 0 > 0 else {
                throw StoreError.unusable("no database at \(path)")
            }
        } catch {
            throw StoreError(opening: error, at: path)
        }
        store = try SQLiteStore(opening: path)
        do {
            let files = store.files
            let isUsable = try store.pool.read { db in
                try SQLiteStore.isOriginal(files, db) || SQLiteStore.isRetired(files, db)
            }
            guard isUsable else {
                throw StoreError.unusable(
                    AdvisedMessage(
                        "\(path) is a restored copy",
                        advice: "start navsyncd on it once, so that every scene begins a new epoch")
                )
            }
        } catch {
            await store.close()
            throw StoreError(opening: error, at: path)
        }
    }

    package func read<Result>(_ body: (any StoreContents) throws -> Result) throws -> Result {
        let journal = store.journal
        let tail = { (key: SceneKey) in journal.tail(of: key) }
        do {
            return try store.pool.read { db in
                try body(SQLiteContents(db: db, uptime: journal.uptime, tail: tail))
            }
        } catch let error as DatabaseError {
            throw StoreError(error, at: store.file.path, committing: false)
        }
    }

    /// Replaces the token beside the database, so that it counts as a restored copy.
    package func retire() async throws(StoreError) {
        let files = store.files
        do {
            try store.pool.read { db in
                try files.token.accept([SQLiteStore.retiredToken(db)])
            }
        } catch {
            throw StoreError(error, at: store.file.path, committing: false)
        }
    }

    package func close() async { await store.close() }
}

extension SQLiteStore {
    /// Returns the token beside a database that was copied to another store: not the database's own,
    /// and known to a copy that is made again.
    static func retiredToken(_ db: Database) throws -> UInt64 {
        let token = try identity(db).token
        return token == .max ? 1 : ~token
    }

    /// Returns a Boolean value indicating whether the database was copied to another store, and not
    /// claimed since.
    static func isRetired(_ files: CompanionFiles, _ db: Database) throws -> Bool {
        try files.token.accepted() == [retiredToken(db)]
    }
}

/// A new database that becomes a copy of another store.
package final class SQLiteCopyTarget: CopyTarget {
    private let files: CompanionFiles
    private let lock: FileLock
    private let draft = Locked<Draft?>(nil)

    /// A complete database that is not in its place.
    private struct Draft: Sendable {
        let file: AtomicFile
        let token: UInt64
        let revocations: [RevocationJournal.Entry]
    }

    /// Prepares a new database, and its directory (mode 0700) if there is none. Throws
    /// ``StoreError/unusable(_:)`` if there is a database, or what belongs to one.
    package init(creating path: String) throws(StoreError) {
        files = CompanionFiles(path: path)
        do {
            try DurableFiles.createDirectory(DurableFiles.directory(of: path))
            try PathTrust.check(directory: DurableFiles.directory(of: path))
            lock = try SQLiteStore.lock(files)
            for file in [path, files.restored] where try DurableFiles.size(of: file) != nil {
                throw StoreError.unusable(
                    AdvisedMessage(
                        "\(file) exists",
                        advice: "copy to another directory, or move it away with the files beside "
                            + "it"))
            }
            if let trace = try files.trace(besides: []) {
                throw StoreError.unusable(
                    "\(trace); to make a copy there, move the files away")
            }
        } catch {
            throw StoreError(opening: error, at: path)
        }
    }

    /// Uses one transaction. An incomplete database is removed.
    package func fill<Result>(
        as header: StoreHeader, _ body: (any StoreDraft) throws -> Result
    ) throws -> Result {
        do {
            guard let file = try AtomicFile(making: files.path + ".copying") else {
                throw StoreError.unusable("another copy to \(files.path) is in progress")
            }
            let token = LineageToken.random()
            let queue = try DatabaseQueue(
                path: file.path, configuration: DatabaseFile.configuration())
            defer { try? queue.close() }
            let (result, revocations) = try queue.writeWithoutTransaction { db in
                // It is not read before it is synced as a whole.
                try db.execute(
                    sql: """
                        PRAGMA application_id = \(SQLiteStore.format.applicationID);
                        PRAGMA synchronous = OFF;
                        """)
                try SQLiteStore.format.migrate(db)
                try db.beginTransaction(.immediate)
                let filling = try SQLiteDraft(db, header, token: token)
                let result = try body(filling)
                try db.commit()
                return (result, filling.revocations)
            }
            try queue.close()
            draft.withLock { $0 = Draft(file: file, token: token, revocations: revocations) }
            return result
        } catch let error as DatabaseError {
            throw StoreError(error, at: files.path, committing: false)
        } catch let error as FileError {
            throw StoreError(opening: error, at: files.path)
        }
    }

    /// Moves the database to its place, after the files beside it.
    package func finish() async throws(StoreError) {
        guard let draft = draft.withLock({ $0 }) else { return }
        do {
            do {
                if !draft.revocations.isEmpty {
                    try files.revocations.append(draft.revocations)
                }
                try files.token.accept([draft.token])
                try draft.file.move(to: files.path)
            } catch {
                // There is no database that they belong to.
                try? DurableFiles.remove(files.revocations.path)
                try? DurableFiles.remove(files.token.path)
                throw error
            }
        } catch {
            throw StoreError(opening: error, at: files.path)
        }
    }

    package func close() async {
        draft.withLock { $0 = nil }
        lock.release()
    }
}
