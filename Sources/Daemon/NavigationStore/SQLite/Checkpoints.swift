internal import DatabaseFiles
internal import Dispatch
internal import SQLite
internal import CSQLite
internal import Synchronization

/// Checkpoints of the write-ahead log into the database, so that it restarts and stays short.
final class Checkpoints: Sendable {
    private let interval: Int
    private let connection: DatabaseQueue
    private let thread = DispatchQueue(label: "navsync.checkpoints")
    private let progress = Mutex(Progress())

    /// Pages of the log between checkpoints: 64 MiB. Each time the whole database is synced, so it
    /// comes after thousands of commits.
    static let interval = 16_384
    /// Pages that may be left to the writer: a few milliseconds.
    private static let rest = 1_000

    private struct Progress {
        /// Pages in the log.
        var length = 0
        /// The pages in the log at its last checkpoint; `nil` if there was none since it restarted.
        var last: Int?
        /// A Boolean value indicating whether a due checkpoint is under way.
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

    /// Receives the log's length from the writer's connection, as long as that is open; this object
    /// has to live as long.
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

    /// Begins a checkpoint if one is due, on the writer's thread after a transaction. Never waits.
    func beginIfDue(
        on writer: DatabaseWriter, after pages: Int? = nil, isOpen: @escaping @Sendable () -> Bool
    ) {
        let interval = min(pages ?? interval, interval)
        let isDue = progress.withLock { progress in
            // A checkpoint that a reader prevented is retried a little later.
            let due = progress.last.map { $0 + interval / 4 } ?? interval
            guard progress.length >= due, !progress.isUnderWay else { return false }
            progress.last = progress.length
            progress.isUnderWay = true
            return true
        }
        guard isDue else { return }
        run(on: writer, isOpen: isOpen) { [self] in progress.withLock { $0.isUnderWay = false } }
    }

    /// Does a checkpoint, if a reader prevented the last, before another long read: repeated long
    /// reads would else let the log grow without limit. One that is under way may have been
    /// affected by a reader, so it does not suffice.
    func catchUp(on writer: DatabaseWriter, isOpen: @escaping @Sendable () -> Bool) async {
        guard progress.withLock({ $0.last != nil }) else { return }
        await withCheckedContinuation { continuation in
            run(on: writer, isOpen: isOpen) { continuation.resume() }
        }
    }

    private func run(
        on writer: DatabaseWriter, isOpen: @escaping @Sendable () -> Bool,
        then end: @escaping @Sendable () -> Void
    ) {
        thread.async { [connection] in
            let result = connection.writeWithoutTransaction { db in try? db.checkpoint(.passive) }
            let rest = result.map { $0.walFrameCount - $0.checkpointedFrameCount } ?? 0
            let isQueued = writer.run { db in
                // The frames left by a reader may be many by now.
                if isOpen(), rest <= Self.rest { _ = try? db.checkpoint(.passive) }
                end()
            }
            if !isQueued { end() }
        }
    }

    /// Closes the connection, after the writer's: no checkpoint begins any more.
    func close(keepingLog keepsLog: Bool) {
        if keepsLog { connection.writeWithoutTransaction { db in db.keepLog() } }
        try? connection.close()
    }
}
