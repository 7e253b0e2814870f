internal import Files
internal import GRDB
internal import NavigationModel

extension SQLiteStore {
    /// Makes a backup ready to take the place of a database at the next start, whether or not it is
    /// in use: its rows in a database that is made anew, of the present version, durable. The backup
    /// stays as it is. Blocks its thread.
    ///
    /// Rows that are not as they were written end it, and nothing has changed. With `toleratesDamage`
    /// those of scenes are taken along, so that the other scenes come back; those of the registry,
    /// which says who may do what, never are.
    ///
    /// The next opening of the database puts it in place, and the claim after that does what
    /// ``RestoreDetection`` says. If anything fails, nothing is left of it.
    ///
    /// - Parameters:
    ///   - isCopy: whether the original goes on elsewhere: then it becomes a store of its own.
    ///   - progress: what it throws ends the restore before anything has changed, and is thrown again.
    /// - Throws: ``StoreError``.
    public static func prepareRestore(
        of backup: OpenedDatabase, for path: String, asCopy isCopy: Bool = false,
        toleratesDamage: Bool = false,
        progress: (CopyProgress) throws -> Void = { _ in }
    ) throws -> BackupSummary {
        let files = CompanionFiles(path: path)
        let isPresent = ["", ".restored", ".restoring"].contains { suffix in
            DurableFiles.isSame(path + suffix, as: backup.path)
        }
        guard !isPresent else {
            throw StoreError.unusable("\(backup.path) is the store itself: name a backup of it")
        }
        do {
            try DurableFiles.createDirectory(DurableFiles.directory(of: path))
            try PathTrust.check(directory: DurableFiles.directory(of: path))
            guard let draft = try AtomicFile(making: files.restoring) else {
                throw StoreError.unusable("another restore to \(path) is being made")
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

    /// Puts a backup in the place of a database that nobody uses; blocks its thread. The claim after
    /// the next opening does what ``RestoreDetection`` says. The database that was there is kept beside it
    /// (`.before-restore`) until the next restore. Throws ``StoreError/inUse(_:)`` if a daemon is
    /// running.
    ///
    /// - Parameters:
    ///   - isCopy: whether the original goes on elsewhere: then it becomes a store of its own.
    ///   - progress: what it throws ends the restore before anything has changed, and is thrown again.
    /// - Throws: ``StoreError``.
    public static func restore(
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

    /// Takes the lock that the user of a database holds.
    static func lock(_ files: CompanionFiles) throws -> FileLock {
        guard let lock = try FileLock(trying: files.lock) else {
            throw StoreError.inUse(files.path)
        }
        return lock
    }

    /// Puts a backup that is ready in the place of the database, if there is one, and clears away
    /// one that will never get ready. The caller holds the lock, and nobody has opened the database.
    ///
    /// A crash after any step leaves what the next call finishes. The database's log goes along with
    /// it before the backup comes, which must not find it.
    static func putInPlace(_ files: CompanionFiles) throws(FileError) {
        // Clears away what is there, and itself; one that is being made it leaves alone.
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
