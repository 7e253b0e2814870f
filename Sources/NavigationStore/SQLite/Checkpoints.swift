internal import GRDB
internal import Synchronization

/// Writes the write-ahead log into the database, so that the log stays short.
///
/// That takes as long as many commits. So most of it is done by a connection of its own while commits
/// go on; what they add meanwhile is little, and is written on the writer's queue: only there can the
/// end of the log be reached, after which it begins anew. What a reader holds up is for the next time,
/// unless the log has grown too long; a failure loses nothing.
final class Checkpoints: Sendable {
    /// When there is one.
    struct Pace {
        /// Rows that are changed until the next: it has the whole database synced, so it comes after
        /// hundreds of commits.
        var interval = 16_384
        /// Bytes of the log beyond which a checkpoint waits for those who read what it holds, as long
        /// as a connection waits for a lock: commits wait with it.
        var longest = 67_108_864
    }

    private let file: DatabaseFile
    private let pace: Pace
    private let connection: DatabaseQueue
    private let progress = Mutex(Progress())

    private struct Progress {
        /// The writer's count of changed rows when the last checkpoint began.
        var rows = 0
        var isUnderWay = false
    }

    /// Opens the connection.
    init(_ file: DatabaseFile, _ pace: Pace) throws {
        self.file = file
        self.pace = pace
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        connection = try DatabaseQueue(path: file.path, configuration: configuration)
        try connection.writeWithoutTransaction { db in try file.makeDurable(db) }
    }

    /// Begins one if it is due, on the writer's queue after a transaction. Never waits.
    ///
    /// - Parameter isOpen: asked on the writer's queue whether its connection still may be used.
    func beginIfDue(
        after db: Database, on pool: DatabasePool, isOpen: @escaping @Sendable () -> Bool
    ) {
        let rows = db.totalChangesCount
        let isDue = progress.withLock { [pace] progress in
            guard !progress.isUnderWay, rows - progress.rows >= pace.interval else { return false }
            progress = Progress(rows: rows, isUnderWay: true)
            return true
        }
        guard isDue else { return }
        connection.asyncWriteWithoutTransaction { [self] db in
            _ = try? db.checkpoint(.passive)
            pool.asyncWriteWithoutTransaction { [self] db in
                if isOpen() { finish(db) }
                progress.withLock { $0.isUnderWay = false }
            }
        }
    }

    private func finish(_ db: Database) {
        _ = try? db.checkpoint(.passive)
        let length = (try? Disk.size(of: file.path + "-wal")) ?? 0
        guard length > pace.longest else { return }
        // It waits for readers, and those who come meanwhile read the database alone.
        _ = try? db.checkpoint(.truncate)
    }

    /// Closes the connection, after the writer's: nothing begins any more.
    func close() {
        try? connection.close()
    }
}
