internal import CSQLite

/// Copies of whole databases, checkpoints, and the names in a schema.
extension Database {
    /// The progress of a copy, in pages.
    package struct BackupProgress: Sendable {
        /// The pages that are still to be copied.
        package let remainingPageCount: Int
        /// The pages of the source.
        package let totalPageCount: Int

        /// The pages that have been copied.
        package var completedPageCount: Int { totalPageCount - remainingPageCount }
    }

    /// Copies the whole database over another one.
    ///
    /// - Parameters:
    ///   - pagesPerStep: The pages between two calls of `progress`; all for -1.
    ///   - progress: Called after each step; ends the copy if it throws.
    package func backup(
        to target: Database, pagesPerStep: Int32 = -1,
        progress: (BackupProgress) throws -> Void = { _ in }
    ) throws {
        let (source, destination) = unsafe (try openHandle(), try target.openHandle())
        guard let copy = unsafe sqlite3_backup_init(destination, "main", source, "main") else {
            throw target.failure(unsafe sqlite3_extended_errcode(destination))
        }
        var isFinished = false
        // The target's file is locked until then.
        defer { if !isFinished { _ = unsafe sqlite3_backup_finish(copy) } }
        var code = SQLITE_OK
        while code != SQLITE_DONE {
            code = unsafe sqlite3_backup_step(copy, pagesPerStep)
            guard code == SQLITE_OK || code == SQLITE_DONE else {
                isFinished = true
                _ = unsafe sqlite3_backup_finish(copy)
                throw target.failure(code)
            }
            try progress(
                BackupProgress(
                    remainingPageCount: Int(unsafe sqlite3_backup_remaining(copy)),
                    totalPageCount: Int(unsafe sqlite3_backup_pagecount(copy))))
        }
        isFinished = true
        code = unsafe sqlite3_backup_finish(copy)
        guard code == SQLITE_OK else { throw target.failure(code) }
    }

    /// The kinds of checkpoints.
    package enum CheckpointKind: Sendable {
        /// As much as possible without waiting.
        case passive
        /// All of it, after readers and the writer; the log is empty then.
        case truncate
    }

    /// The result of a checkpoint, in frames of the log.
    package struct CheckpointResult: Sendable {
        /// The frames in the log.
        package let walFrameCount: Int
        /// Those of them that are in the database.
        package let checkpointedFrameCount: Int
    }

    /// Writes the log into the database.
    @discardableResult
    package func checkpoint(_ kind: CheckpointKind) throws -> CheckpointResult {
        let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        var (frames, checkpointed): (Int32, Int32) = (-1, -1)
        let code = unsafe sqlite3_wal_checkpoint_v2(
            try openHandle(), nil, mode, &frames, &checkpointed)
        guard code == SQLITE_OK else { throw failure(code) }
        return CheckpointResult(
            walFrameCount: Int(frames), checkpointedFrameCount: Int(checkpointed))
    }

    /// Returns a Boolean value indicating whether there is a table of this name.
    package func tableExists(_ name: String) throws -> Bool {
        try row(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND lower(name) = lower(?)", [name])
            != nil
    }

    /// Returns the names of a table's columns, in order.
    package func columns(in table: String) throws -> [String] {
        try tableInfo(table).map(\.name)
    }

    /// Returns the names of the columns of a table's primary key, in the key's order.
    package func primaryKey(_ table: String) throws -> [String] {
        try tableInfo(table).filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
    }

    /// Returns the columns of a table, with their places in its primary key, counted from 1.
    private func tableInfo(_ table: String) throws -> [(name: String, place: Int64)] {
        var columns: [(String, Int64)] = []
        let name = table.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
        try forEachRow("PRAGMA table_info(\"\(name)\")", []) { row in
            guard let name = String.fromDatabaseValue(row[1]),
                let place = Int64.fromDatabaseValue(row[5])
            else { return }
            columns.append((name, place))
        }
        return columns
    }
}
