internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// Writes the write-ahead log into the database, so that it begins anew and stays short.
///
/// That takes as long as many commits. So most of it is done by a connection of its own while commits
/// go on; what they add meanwhile is little, and is written on the writer's queue: only there can the
/// end of the log be reached, after which the next commit begins it anew. Nobody waits for a reader:
/// what one holds up is for the next time. A failure loses nothing.
final class Checkpoints: Sendable {
    private let interval: Int
    private let connection: DatabaseQueue
    private let progress = Mutex(Progress())

    /// Pages of the log after which it is written into the database: 64 MiB. Each time the whole
    /// database is synced, so it comes after thousands of commits.
    static let interval = 16_384
    /// Pages that the writer may be left with: a few milliseconds.
    private static let rest = 1_000

    private struct Progress {
        /// Pages in the log.
        var length = 0
        /// The same when its last checkpoint began; `nil` if there was none since it began anew.
        var last: Int?
        /// A Boolean value indicating whether one that was due is under way.
        var isUnderWay = false
    }

    /// Opens the connection.
    init(_ file: DatabaseFile, interval: Int) throws {
        self.interval = interval
        var configuration = DatabaseFile.configuration()
        configuration.busyMode = .timeout(Double(SQLiteStore.timeout))
        connection = try DatabaseQueue(path: file.path, configuration: configuration)
        try connection.writeWithoutTransaction { db in try file.makeDurable(db) }
    }

    /// Has the writer's connection tell how long the log is, as long as it is open; this object has to
    /// live as long.
    func follow(_ writer: Database) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_wal_hook(
            writer.sqliteConnection,
            { context, _, _, pages in
                guard let context = unsafe context else { return SQLITE_OK }
                let checkpoints = unsafe Unmanaged<Checkpoints>.fromOpaque(context)
                unsafe checkpoints.takeUnretainedValue().note(Int(pages))
                return SQLITE_OK
            }, context)
    }

    /// Pages in the log, as of the last commit.
    var length: Int { progress.withLock { $0.length } }

    private func note(_ length: Int) {
        progress.withLock { progress in
            if length < progress.length { progress.last = nil }
            progress.length = length
        }
    }

    /// Begins one if it is due, on the writer's queue after a transaction. Never waits.
    ///
    /// - Parameters:
    ///   - pages: pages of the log after which one is due, if fewer than usual.
    ///   - isOpen: asked on the writer's queue whether its connection still may be used.
    func beginIfDue(
        on pool: DatabasePool, after pages: Int? = nil, isOpen: @escaping @Sendable () -> Bool
    ) {
        let interval = min(pages ?? interval, interval)
        let isDue = progress.withLock { progress in
            // What was held up is tried again a little later.
            let due = progress.last.map { $0 + interval / 4 } ?? interval
            guard progress.length >= due, !progress.isUnderWay else { return false }
            progress.last = progress.length
            progress.isUnderWay = true
            return true
        }
        guard isDue else { return }
        run(on: pool, isOpen: isOpen) { [self] in progress.withLock { $0.isUnderWay = false } }
    }

    /// Does one, if the last was held up, before somebody reads for long: else who does so again and
    /// again would have the log grow for ever. One that is under way may have begun while a reader held
    /// it up, so it is not enough.
    func catchUp(on pool: DatabasePool, isOpen: @escaping @Sendable () -> Bool) async {
        guard progress.withLock({ $0.last != nil }) else { return }
        await withCheckedContinuation { continuation in
            run(on: pool, isOpen: isOpen) { continuation.resume() }
        }
    }

    private func run(
        on pool: DatabasePool, isOpen: @escaping @Sendable () -> Bool,
        then end: @escaping @Sendable () -> Void
    ) {
        connection.asyncWriteWithoutTransaction { db in
            let result = try? db.checkpoint(.passive)
            let rest = result.map { $0.walFrameCount - $0.checkpointedFrameCount } ?? 0
            pool.asyncWriteWithoutTransaction { db in
                // What a reader has held up may be much by now.
                if isOpen(), rest <= Self.rest { _ = try? db.checkpoint(.passive) }
                end()
            }
        }
    }

    /// Closes the connection, after the writer's: nothing begins any more.
    ///
    /// - Parameter keepsLog: whether the log stays as it is.
    func close(keepingLog keepsLog: Bool) {
        if keepsLog { connection.writeWithoutTransaction { db in db.keepLog() } }
        try? connection.close()
    }
}
