internal import GRDB
internal import NavigationModel

extension SQLiteStore {
    /// Makes a backup ready to take the store's place at the next start, while the store is in use:
    /// copied, whole, of the present version, durable. The backup stays as it is.
    ///
    /// The next opening of the database puts it in place, and the claim after that does what
    /// ``PutBack`` says. If the task is cancelled or anything fails, nothing is left of it. It is not
    /// to be called again before it has returned.
    public func prepareRestore(
        of backup: String, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> BackupSummary {
        let files = files
        return try await Self.apart { checkpoint in
            try Self.prepareRestore(of: backup, files) { step in
                try checkpoint()
                progress(step)
            }
        }
    }

    /// Puts a backup in the place of a database that nobody uses; blocks its thread. The claim after
    /// the next opening does what ``PutBack`` says. The database that was there is kept beside it
    /// (`.before-restore`) until the next restore. Throws ``StoreError/unusable(_:)`` if a daemon is
    /// running.
    ///
    /// - Parameter progress: what it throws ends the restore before anything has changed, and is
    ///   thrown again.
    public static func restore(
        _ backup: String, to path: String, progress: (CopyProgress) throws -> Void = { _ in }
    ) throws -> BackupSummary {
        let files = SideFiles(path: path)
        do {
            try Disk.createDirectory(Disk.directory(of: path))
            let lock = try lock(files)
            defer { lock.release() }
            let summary = try prepareRestore(of: backup, files, progress: progress)
            try putInPlace(files)
            return summary
        } catch let error as FileError {
            throw StoreError(opening: error, at: path)
        }
    }

    /// Takes the lock that the user of a database holds.
    static func lock(_ files: SideFiles) throws -> FileLock {
        guard let lock = try FileLock(trying: files.lock) else {
            throw StoreError.unusable(
                "another navsyncd is using \(files.path): stop it, or use another database")
        }
        return lock
    }

    /// Puts a backup that is ready in the place of the database, if there is one, and clears away
    /// one that never got ready. The caller holds the lock, and nobody has opened the database.
    ///
    /// A crash after any step leaves what the next call finishes. The database's log goes along with
    /// it before the backup comes, which must not find it.
    static func putInPlace(_ files: SideFiles) throws(FileError) {
        DatabaseFile(path: files.restoring, format: format).removeAll()
        guard try Disk.size(of: files.restored) != nil else { return }
        if try Disk.size(of: files.path) != nil {
            try Disk.remove(files.beforeRestore + "-wal")
            try Disk.move(files.path, to: files.beforeRestore)
        }
        if try Disk.size(of: files.path + "-wal") != nil {
            try Disk.move(files.path + "-wal", to: files.beforeRestore + "-wal")
        }
        try Disk.remove(files.path + "-shm")
        try Disk.move(files.restored, to: files.path)
    }

    private static func prepareRestore(
        of backup: String, _ files: SideFiles, progress: (CopyProgress) throws -> Void
    ) throws -> BackupSummary {
        let isPresent = ["", ".restored", ".restoring"].contains { suffix in
            Disk.isSame(files.path + suffix, as: backup)
        }
        guard !isPresent else {
            throw StoreError.unusable("\(backup) is the store itself: name a backup of it")
        }
        guard try Disk.size(of: backup) ?? 0 > 0 else {
            throw StoreError.unusable("there is no backup at \(backup)")
        }
        let draft = DatabaseFile(path: files.restoring, format: format)
        do {
            defer { draft.removeAll() }
            try copy(backup, to: draft, progress: progress)
            let summary = try finish(draft) { db in
                // A file that was copied by hand is a copy all the same.
                try db.run("UPDATE store SET copied = coalesce(copied, 0)", [])
            }
            try Disk.move(draft.path, to: files.restored)
            return summary
        } catch let error as DatabaseError {
            throw StoreError(error, at: backup, committing: false)
        } catch let error as DatabaseFileError {
            throw StoreError(error, at: backup, committing: false)
        }
    }
}
