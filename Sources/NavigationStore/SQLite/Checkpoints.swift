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
        /// Bytes of the log beyond which it is cut, as soon as nobody reads what it holds.
        var long = 67_108_864
        /// Bytes beyond which a checkpoint waits for those who do, as long as a connection waits for a
        /// lock, and commits wait with it: so seldom that hardly any of them does.
        var longest = 268_435_456
    }

    private let file: DatabaseFile
    private let pace: Pace
    private let connection: DatabaseQueue
    private let progress = Mutex(Progress())

    /// Pages that the writer may be left with: a few milliseconds.
    private static let rest = 1_000

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
        configuration.busyMode = .timeout(Double(SQLiteStore.patience))
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
        let isDue = progress.withLock { progress in
            guard !progress.isUnderWay, rows - progress.rows >= pace.interval else { return false }
            progress = Progress(rows: rows, isUnderWay: true)
            return true
        }
        guard isDue else { return }
        connection.asyncWriteWithoutTransaction { [self] db in
            let result = try? db.checkpoint(.passive)
            let rest = result.map { $0.walFrameCount - $0.checkpointedFrameCount } ?? 0
            pool.asyncWriteWithoutTransaction { [self] db in
                if isOpen() { finish(db, rest) }
                progress.withLock { $0.isUnderWay = false }
            }
        }
    }

    private func finish(_ db: Database, _ rest: Int) {
        let length = (try? Disk.size(of: file.path + "-wal")) ?? 0
        // What a reader has held up may be much by now: it is left to the next time, too.
        guard rest <= Self.rest || length > pace.longest else { return }
        _ = try? db.checkpoint(.passive)
        guard length > pace.long else { return }
        let waits = length > pace.longest
        if !waits { try? db.execute(sql: "PRAGMA busy_timeout = 0") }
        _ = try? db.checkpoint(.truncate)
        if !waits {
            try? db.execute(sql: "PRAGMA busy_timeout = \(SQLiteStore.patience * 1_000)")
        }
    }

    /// Closes the connection, after the writer's: nothing begins any more.
    func close() {
        try? connection.close()
    }
}
