internal import DatabaseFiles
package import NavigationModel
internal import NavigationText
internal import POSIX
internal import SQLite

extension SQLiteStore {
    /// Pages that one step copies: 1 MiB. Progress is reported, and cancellation checked, after
    /// each.
    static let pagesInStep: CInt = 256

    /// Makes a backup of a database that any process may be using: a consistent, durable state of
    /// it, in one file (mode 0600) that replaces `target` when it is complete, durable and checked.
    /// Commits continue without waiting; the write-ahead log grows meanwhile. Blocks its thread.
    package static func backup(
        of path: String, to target: String, at moment: Timestamp,
        progress: (CopyProgress) throws -> Void = { _ in }
    ) throws -> BackupSummary {
        let directory = DurableFiles.directory(of: target)
        let isInTheWay = [
            "", "-wal", "-shm", ".lock", ".token", ".mark", ".revocations", ".reserve",
        ].contains { suffix in DurableFiles.isSame(path + suffix, as: target) }
        guard !isInTheWay else {
            throw StoreError.unusable(
                AdvisedMessage(
                    "\(target) is in use by the store", advice: "choose another file"))
        }
        do {
            if case .other = try OutputFile(target).kind {
                throw StoreError.unusable(
                    AdvisedMessage(
                        "\(target) is not a regular file", advice: "choose another one"))
            }
            guard let draft = try AtomicFile(making: target + ".part") else {
                throw StoreError.unusable("another backup to \(target) is in progress")
            }
            let source = try OpenedDatabase(opening: path)
            try copy(source, to: draft, progress: progress)
            let summary = try finish(draft) { db in
                if let fault = try db.fault(.integrity) {
                    throw StoreError.damaged("\(path): \(fault)")
                }
                try db.run("UPDATE store SET copied = ?", [moment.rawValue])
            }
            try draft.move(to: target)
            return summary
        } catch let error as FileError {
            throw StoreError.unavailable(
                AdvisedMessage("\(error)", advice: "check that \(directory) is writable"))
        } catch let error as DatabaseError {
            throw failure(error, from: path, to: target)
        }
    }

    /// Copies a database, as of its opening, into a new file.
    static func copy(
        _ source: OpenedDatabase, to draft: AtomicFile, progress: (CopyProgress) throws -> Void
    ) throws {
        let target = try DatabaseQueue(
            path: draft.path, configuration: DatabaseFile.configuration())
        try source.read { from in
            let pages = try Int.fetchOne(from, sql: "PRAGMA page_count") ?? 0
            let size = try Int.fetchOne(from, sql: "PRAGMA page_size") ?? 0
            try progress(CopyProgress(completed: 0, total: pages * size))
            try withoutActuallyEscaping(progress) { progress in
                try target.writeWithoutTransaction { to in
                    try from.backup(to: to, pagesPerStep: pagesInStep) { step in
                        let copied = step.completedPageCount * size
                        try progress(CopyProgress(completed: copied, total: pages * size))
                    }
                }
            }
            // An error of the last step would be lost.
            try progress(CopyProgress(completed: pages * size, total: pages * size))
        }
        try target.close()
    }

    /// Migrates a copy to the present version, in one file, and has `change` check and alter it.
    static func finish(
        _ draft: AtomicFile, change: (Database) throws -> Void
    ) throws -> BackupSummary {
        let queue = try DatabaseQueue(
            path: draft.path, configuration: DatabaseFile.configuration())
        let summary = try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try format.migrate(db)
            try change(db)
            return try summarise(db)
        }
        try queue.close()
        return summary
    }

    /// Creates the error of a failed copy: a read error is the source's fault, a write error the
    /// target's.
    static func failure(
        _ error: DatabaseError, from source: String, to target: String
    ) -> StoreError {
        // Rows that the present schema does not accept were not written by us.
        let damage: [ResultCode] = [
            .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH,
        ]
        let isDamaged = damage.contains(error.resultCode)
        return StoreError(error, at: isDamaged ? source : target, committing: false)
    }

    private static func summarise(_ db: Database) throws -> BackupSummary {
        let identity = try identity(db)
        func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
        return BackupSummary(
            store: identity.number, made: identity.copied,
            users: try count("SELECT count(*) FROM user WHERE removed IS NULL"),
            scenes: try count("SELECT count(*) FROM scene WHERE user <> ''"),
            length: try count("PRAGMA page_count") * count("PRAGMA page_size"))
    }
}
