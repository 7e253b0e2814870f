internal import DatabaseFiles
internal import NavigationModel
internal import NavigationText
internal import POSIX
internal import SQLite

extension SQLiteStore {
    /// Prepares a backup to replace a database at the next start, whether or not it is in use: its
    /// rows in a new database of the present version, durable. The backup stays unchanged. Blocks
    /// its thread.
    ///
    /// Corrupt rows end it, and nothing has changed. With `toleratesDamage` those of scenes are
    /// copied as they are, so that the other scenes are restored; those of the registry, which
    /// decides on access, never are.
    ///
    /// The next opening of the database puts it in place, and the claim after that takes the
    /// measures of ``RestoreDetection``. If anything fails, nothing is left of it.
    ///
    /// - Parameters:
    /// - isCopy: whether the original stays in use elsewhere: then it becomes a store of its own.
    /// - progress: receives the progress; an error cancels the restore before anything has changed,
    ///     and is rethrown.
    /// - Throws: ``StoreError``.
    package static func prepareRestore(
        of backup: OpenedDatabase, for path: String, asCopy isCopy: Bool = false,
        toleratesDamage: Bool = false,
        progress: (CopyProgress) throws -> Void = { _ in }
    ) throws -> BackupSummary {
        let files = CompanionFiles(path: path)
        let isPresent = ["", ".restored", ".restoring"].contains { suffix in
            DurableFiles.isSame(path + suffix, as: backup.path)
        }
        guard !isPresent else {
            throw StoreError.unusable(
                AdvisedMessage(
                    "\(backup.path) is the store itself", advice: "name a backup of it"))
        }
        do {
            try DurableFiles.createDirectory(DurableFiles.directory(of: path))
            try PathTrust.check(directory: DurableFiles.directory(of: path))
            guard let draft = try AtomicFile(making: files.restoring) else {
                throw StoreError.unusable("another restore to \(path) is in progress")
            }
            var damage: [String] = []
            try rebuild(backup, in: draft, progress: progress) { why in
                guard toleratesDamage else {
                    throw StoreError.damaged("\(backup.path): \(why)")
                }
                if damage.count < BackupSummary.damageLimit { damage.append(why) }
            }
            var summary = try finish(draft) { db in
                try checkRegistry(db)
                // A file that was copied by hand is a copy all the same.
                try db.run("UPDATE store SET copied = coalesce(copied, 0)", [])
                if isCopy { try renewIdentity(db) }
            }
            summary.damage = damage
            try draft.move(to: files.restored)
            return summary
        } catch let error as FileError {
            throw StoreError(opening: error, at: path)
        } catch let error as TrustError {
            throw StoreError(opening: error, at: path)
        } catch let error as DatabaseError {
            throw failure(error, from: backup.path, to: path)
        }
    }

    /// Replaces a database that is not in use by a backup; blocks its thread. The claim after the
    /// next opening takes the measures of ``RestoreDetection``. The replaced database is kept
    /// beside it (`.before-restore`) until the next restore. Throws ``StoreError/inUse(_:)`` if a
    /// daemon is running.
    ///
    /// - Parameters:
    /// - isCopy: whether the original stays in use elsewhere: then it becomes a store of its own.
    /// - progress: receives the progress; an error cancels the restore before anything has changed,
    ///     and is rethrown.
    /// - Throws: ``StoreError``.
    package static func restore(
        _ backup: OpenedDatabase, to path: String, asCopy isCopy: Bool = false,
        toleratesDamage: Bool = false,
        progress: (CopyProgress) throws -> Void = { _ in }
    ) throws -> BackupSummary {
        let files = CompanionFiles(path: path)
        do {
            try DurableFiles.createDirectory(DurableFiles.directory(of: path))
            try PathTrust.check(directory: DurableFiles.directory(of: path))
            let lock = try lock(files)
            defer { lock.release() }
            let summary = try prepareRestore(
                of: backup, for: path, asCopy: isCopy, toleratesDamage: toleratesDamage,
                progress: progress)
            try putInPlace(files)
            return summary
        } catch let error as FileError {
            throw StoreError(opening: error, at: path)
        } catch let error as TrustError {
            throw StoreError(opening: error, at: path)
        }
    }

    /// Acquires the lock of the database's user.
    static func lock(_ files: CompanionFiles) throws -> FileLock {
        guard let lock = try FileLock(trying: files.lock) else {
            throw StoreError.inUse(files.path)
        }
        return lock
    }

    /// Replaces the database by a prepared backup, if there is one, and removes an incomplete one.
    /// The caller holds the lock, and no process has opened the database.
    static func putInPlace(_ files: CompanionFiles) throws(FileError) {
        // Removes the remains and itself; a backup being prepared is left alone.
        if try DurableFiles.size(of: files.restoring) != nil {
            _ = try AtomicFile(making: files.restoring)
        }
        guard try DurableFiles.size(of: files.restored) != nil else { return }
        if try DurableFiles.size(of: files.path) != nil {
            for suffix in ["-wal", "-shm"] { try DurableFiles.remove(files.beforeRestore + suffix) }
            try DurableFiles.move(files.path, to: files.beforeRestore)
        }
        if try DurableFiles.size(of: files.path + "-wal") != nil {
            try DurableFiles.move(files.path + "-wal", to: files.beforeRestore + "-wal")
        }
        try DurableFiles.remove(files.path + "-shm")
        try DurableFiles.move(files.restored, to: files.path)
    }
}
