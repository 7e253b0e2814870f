internal import Dispatch
internal import Synchronization

/// One connection that writes, and several that read beside it, each a durable snapshot: the
/// database has a write-ahead log.
package final class DatabasePool: Sendable {
    private let writer: DatabaseQueue
    private let readers: ReaderConnections

    /// The most reads at a time.
    private static let maximumReaders = 5

    /// Opens a database, with a write-ahead log from now on.
    package init(path: String, configuration: Configuration) throws {
        writer = try DatabaseQueue(path: path, configuration: configuration)
        let mode = try writer.inDatabase { db in
            try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
        }
        guard mode == "wal" else {
            throw DatabaseError(resultCode: .SQLITE_ERROR, message: "no write-ahead log at \(path)")
        }
        var reading = configuration
        reading.readonly = true
        readers = ReaderConnections(limit: Self.maximumReaders) { [reading] in
            try DatabaseQueue(path: path, configuration: reading)
        }
    }

    /// Runs `body` alone with the connection that writes. Not to be called again by `body`.
    package func writeWithoutTransaction<Result>(
        _ body: (Database) throws -> Result
    ) rethrows -> Result {
        try writer.inDatabase(body)
    }

    /// Runs `body` in one durable snapshot. Blocks while too many others read.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        readers.waitForPlace()
        return try readers.withConnection { queue in try queue.read(body) }
    }

    /// Calls `body` in one durable snapshot, or with the reason why there is none: on another
    /// thread, as soon as fewer than too many read.
    package func asyncRead(_ body: @escaping @Sendable (Result<Database, any Error>) -> Void) {
        readers.enqueue { [readers] in
            do {
                try readers.withConnection { queue in
                    queue.inDatabase { db in
                        do { try db.beginTransaction(.deferred) } catch {
                            return body(.failure(error))
                        }
                        defer { if db.isInsideTransaction { try? db.rollback() } }
                        body(.success(db))
                    }
                }
            } catch {
                body(.failure(error))
            }
        }
    }

    /// Closes the connections that read, each after its read under way: later reads have new ones.
    package func invalidateReadOnlyConnections() {
        readers.renew()
    }

    deinit {
        // A connection that can't write can't fold the log, so it must not be the last.
        readers.close()
    }

    /// Closes all connections, the one that writes at last: the last one folds the log. Waits for
    /// the reads under way; later calls throw.
    package func close() throws {
        readers.close()
        try writer.close()
    }
}

/// The connections that read, opened as they are needed.
private final class ReaderConnections: Sendable {
    private struct State {
        /// Those that nobody uses.
        var free: [DatabaseQueue] = []
        /// The number of times that all were replaced.
        var generation = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let limit: Int
    private let open: @Sendable () throws -> DatabaseQueue
    /// The reads that may begin.
    private let places: DispatchSemaphore
    private let threads = DispatchQueue(label: "navsync.readers", attributes: .concurrent)
    /// The queue on which reads wait for a place, so that one thread waits for all.
    private let waiting = DispatchQueue(label: "navsync.readers.waiting")

    init(limit: Int, open: @escaping @Sendable () throws -> DatabaseQueue) {
        self.limit = limit
        self.open = open
        places = DispatchSemaphore(value: limit)
    }

    /// Waits until a read may begin, which has to take a connection then.
    func waitForPlace() {
        places.wait()
    }

    /// Calls `body`, which takes a connection, on another thread as soon as there is a place.
    func enqueue(_ body: @escaping @Sendable () -> Void) {
        if places.wait(timeout: .now()) == .success { return threads.async(execute: body) }
        waiting.async { [self] in
            places.wait()
            threads.async(execute: body)
        }
    }

    /// Runs `body` with a connection in the place that was waited for, and gives both back.
    func withConnection<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
        defer { places.signal() }
        let (known, generation) = try state.withLock { state in
            guard !state.isClosed else {
                throw DatabaseError(resultCode: .SQLITE_ERROR, message: "the database is closed")
            }
            return (state.free.popLast(), state.generation)
        }
        let queue = try known ?? open()
        defer {
            let isKept = state.withLock { state in
                guard state.generation == generation, !state.isClosed else { return false }
                state.free.append(queue)
                return true
            }
            if !isKept { try? queue.close() }
        }
        return try body(queue)
    }

    /// Closes the connections, those in use after it.
    func renew() {
        let free = state.withLock { state in
            state.generation += 1
            defer { state.free = [] }
            return state.free
        }
        for queue in free { try? queue.close() }
    }

    /// Closes the connections after waiting for those in use; no other is opened. Idempotent.
    func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        guard !wasClosed else { return }
        for _ in 0..<limit { places.wait() }
        renew()
        for _ in 0..<limit { places.signal() }
    }
}
