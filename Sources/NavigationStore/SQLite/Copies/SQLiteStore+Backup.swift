internal import Dispatch
internal import GRDB
public import NavigationModel
internal import NavigationSync
internal import Synchronization

extension SQLiteStore {
    /// Pages that one step copies: 1 MiB. Progress is told, and an end is heeded, after each.
    static let pagesInStep: CInt = 256

    /// Makes a backup while the store is in use: what was durable at one moment, in one file (mode
    /// 0600) that replaces `target` when it is complete, durable and checked. Commits go on, and do
    /// not wait for it; the write-ahead log grows meanwhile.
    ///
    /// If the task is cancelled or anything fails, nothing is left of it.
    ///
    /// - Parameter moment: daemon time, for people.
    public func backup(
        to target: String, at moment: Timestamp,
        progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> BackupSummary {
        let path = file.path
        return try await Self.apart { checkpoint in
            try Self.backup(of: path, to: target, at: moment) { step in
                try checkpoint()
                progress(step)
            }
        }
    }

    /// Makes a backup of a database that any process may be using; blocks its thread. See
    /// ``backup(to:at:progress:)``.
    ///
    /// - Parameter progress: what it throws ends the backup, and is thrown again.
    public static func backup(
        of path: String, to target: String, at moment: Timestamp,
        progress: (CopyProgress) throws -> Void = { _ in }
    ) throws -> BackupSummary {
        let directory = Disk.directory(of: target)
        let isInTheWay = ["", "-wal", "-shm", ".lock", ".token", ".revocations"].contains {
            suffix in
            Disk.isSame(path + suffix, as: target)
        }
        guard !isInTheWay else {
            throw StoreError.unusable("\(target) is in use by the store: choose another file")
        }
        let draft = DatabaseFile(path: target + ".part", format: format)
        do {
            defer { draft.removeAll() }
            try copy(path, to: draft, progress: progress)
            let summary = try finish(draft) { db in
                try db.run("UPDATE store SET copied = ?", [moment.rawValue])
            }
            try Disk.move(draft.path, to: target)
            return summary
        } catch let error as FileError {
            throw StoreError.unavailable("\(error): check that \(directory) may be written")
        } catch let error as DatabaseError {
            throw StoreError(error, at: target, committing: false)
        } catch let error as DatabaseFileError {
            throw StoreError(error, at: target, committing: false)
        }
    }

    /// Copies a database, as of one moment, into a new file.
    static func copy(
        _ path: String, to draft: DatabaseFile, progress: (CopyProgress) throws -> Void
    ) throws {
        draft.removeAll()
        try Disk.createEmpty(draft.path)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let source = try DatabaseQueue(path: path, configuration: configuration)
        let target = try DatabaseQueue(path: draft.path)
        try source.read { from in
            try draft.format.recognise(from, at: path)
            // From the first read on, this transaction sees one moment, whatever is written.
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
            // What the last step threw would be lost.
            try progress(CopyProgress(completed: pages * size, total: pages * size))
        }
        try target.close()
        try source.close()
    }

    /// Takes a copy to the present version, has `change` alter it, reads all of it to see that it is
    /// whole, and makes it durable as one file.
    static func finish(
        _ draft: DatabaseFile, change: (Database) throws -> Void
    ) throws -> BackupSummary {
        let queue = try DatabaseQueue(path: draft.path)
        let summary = try queue.writeWithoutTransaction { db in
            let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? ""
            guard verdict == "ok" else { throw DatabaseFileError.damaged(draft.path, verdict) }
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try draft.format.migrate(db)
            try draft.format.checkTables(db, at: draft.path)
            try change(db)
            return try summarise(db)
        }
        try queue.close()
        try Disk.syncFile(draft.path)
        return summary
    }

    /// Runs work that blocks on a thread of its own. `checkpoint` throws once the task is cancelled.
    static func apart<Result: Sendable>(
        _ work: @escaping @Sendable (_ checkpoint: () throws -> Void) throws -> Result
    ) async throws -> Result {
        let isCancelled = Flag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Swift.Result {
                            try work { if isCancelled.isRaised { throw CancellationError() } }
                        })
                }
            }
        } onCancel: {
            isCancelled.raise()
        }
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

    /// What is raised once.
    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isRaised: Bool { value.load(ordering: .relaxed) }
        func raise() { value.store(true, ordering: .relaxed) }
    }
}
