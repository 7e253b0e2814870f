internal import DatabaseFiles
internal import Dispatch
internal import NavigationModel
internal import NavigationText
internal import POSIX
internal import SQLite
internal import Synchronization

/// The reads and the transactions that all operations are made of.
extension SQLiteStore {
    /// The time when a transaction is synced.
    enum SyncPolicy: Sendable {
        /// With its commit, before its result is reported.
        case atOnce
        /// With the next that is, or a checkpoint: for what may be lost in a power cut, as if it had
        /// not begun.
        case withNext
    }

    /// Runs `body` on a durable snapshot. A result of damage, or a failed read, is verified before
    /// it is reported.
    func read<Result: Sendable>(
        of key: SceneKey? = nil, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        let path = file.path
        let result: Swift.Result<Result, any Error> = await withCheckedContinuation {
            continuation in
            guard !isClosed.withLock({ $0 }) else {
                return continuation.resume(returning: .failure(StoreError.closed))
            }
            pool.asyncRead { [self] access in
                let first = Swift.Result { try body(access.get()) }
                continuation.resume(returning: reread(after: first, body))
            }
        }
        do { return try result.get() } catch {
            throw StoreError(unreadable: error, at: path, of: key)
        }
    }

    /// Runs a long read, one after the other, on a thread of low priority.
    func readInBackground<Result: Sendable>(
        of key: SceneKey, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        let result = await Self.background.run { [self] in
            reread(after: Swift.Result { try pool.read(body) }, body)
        }
        do { return try result.get() } catch {
            throw StoreError(unreadable: error, at: file.path, of: key)
        }
    }

    /// Reads by a new connection, from the file.
    func readAnew<Result: Sendable>(
        of key: SceneKey, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        let file = file
        let result: Swift.Result<Result, any Error> = await withCheckedContinuation {
            continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Swift.Result { try file.readAnew(body) })
            }
        }
        do { return try result.get() } catch {
            throw StoreError(unreadable: error, at: file.path, of: key)
        }
    }

    /// Repeats a read that found damage or failed: by a new connection, from the file.
    private func reread<Result>(
        after first: Swift.Result<Result, any Error>, _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, any Error> {
        guard case .failure(let error) = first, StoreError.isWorthRereading(error),
            !isClosed.withLock({ $0 })
        else { return first }
        let second = Swift.Result { try file.readAnew(body) }
        if case .success = second {
            passingFaults.withLock { $0 += 1 }
            // The other connections' caches may be at fault.
            DispatchQueue.global().async { [pool] in pool.invalidateReadOnlyConnections() }
        }
        return second
    }

    /// Runs `body` in a transaction on the writer's thread, and commits it durably. A cancellation
    /// is not observed: a commit that has begun is completed.
    func write<Result: Sendable>(
        _ policy: SpacePolicy = .needsSpace,
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        let result: Swift.Result<Result, StoreError> = await withCheckedContinuation {
            continuation in
            write(policy, body, then: { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    /// Runs `body` in a transaction on the writer's thread, and commits it durably. Of what it
    /// returned then, `note` takes note, and `report` is called with the result: both on the same
    /// thread, in this order.
    ///
    /// - Parameter sync: whether it is durable then, or with the next that is.
    func write<Result: Sendable>(
        _ policy: SpacePolicy, sync: SyncPolicy = .atOnce,
        _ body: @escaping @Sendable (Database) throws -> Result,
        durably note: @escaping @Sendable (Result) -> Void = { _ in },
        then report: @escaping @Sendable (Swift.Result<Result, StoreError>) -> Void
    ) {
        let isQueued = writer.run { [self] db in
            let result = transaction(db, policy, sync: sync, body)
            if case .success(let value) = result { note(value) }
            report(result)
        }
        guard !isQueued else { return }
        report(.failure(isClosed.withLock { $0 } ? .closed : .unavailable("too many writes wait")))
    }

    /// Deletes the data of erased scenes, step by step on the writer's thread, so that waiting
    /// commits come between. A step that fails is the last; the next erasure or start continues.
    func eraseRest() {
        _ = writer.run { [self] db in
            let step = transaction(db, .mayUseReserve) { db in
                var changes = try beginJournaling(db)
                return (try Self.eraseSome(&changes, db), changes)
            }
            guard case .success((let isMore, let changes)) = step else { return }
            journal.apply(changes)
            if isMore { eraseRest() }
        }
    }

    /// Runs `body` in a transaction. As long as the reserve is released, transactions that need
    /// space are refused: they would use it up.
    func transaction<Result>(
        _ db: Database, _ policy: SpacePolicy, sync: SyncPolicy = .atOnce,
        _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        guard !isClosed.withLock({ $0 }) else { return .failure(.closed) }
        if case .needsSpace = policy, !reserve.isHeld, !reserve.restore() {
            return .failure(.full(DatabaseFileError.full(file.path).message))
        }
        var result = attempt(db, sync, body)
        if case .failure(.full) = result, case .mayUseReserve = policy, recycleLog(db) {
            result = attempt(db, sync, body)
        }
        var hasReleased = false
        while case .failure(.full) = result, case .mayUseReserve = policy, reserve.release() {
            hasReleased = true
            result = attempt(db, sync, body)
        }
        // While there is room by that: the next such transaction writes over the log then.
        if hasReleased { _ = recycleLog(db) }
        switch (result, policy) {
        case (.failure(.full), _): isFull.withLock { $0 = true }
        case (.success, .needsSpace): isFull.withLock { $0 = false }
        default: break
        }
        return result
    }

    /// Runs `body` in a transaction, and once more if its reads may be damaged: from the file, as
    /// the caches may be at fault.
    private func attempt<Result>(
        _ db: Database, _ sync: SyncPolicy, _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        let first = attemptOnce(db, sync, body)
        guard case .failure(let failure) = first, failure.isBeforeCommit,
            StoreError.isWorthRereading(failure.error)
        else { return first.mapError(\.storeError) }
        db.releaseMemory()
        return attemptOnce(db, sync, body).mapError(\.storeError)
    }

    /// A failed transaction.
    private struct FailedAttempt: Error {
        let error: any Error
        let isBeforeCommit: Bool
        let storeError: StoreError
    }

    private func attemptOnce<Result>(
        _ db: Database, _ sync: SyncPolicy, _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, FailedAttempt> {
        var isCommitting = false
        let before = db.totalChangesCount
        do {
            try set(sync, db)
            try db.beginTransaction(.immediate)
            let result = try body(db)
            isCommitting = true
            let start = ContinuousClock.now
            try db.commit()
            let space = try opened.check(pagesInLog: checkpoints.length)
            if reserve.isHeld { space.prepare() }
            if db.totalChangesCount != before { note(ContinuousClock.now - start) }
            checkpoints.beginIfDue(on: writer, after: reserve.logLimit, isOpen: isOpen)
            return .success(result)
        } catch {
            // After some failures SQLite has rolled back already.
            if db.isInsideTransaction { try? db.rollback() }
            if isCommitting { journal.invalidate() }
            let error = lostFiles(behind: error) ?? error
            return .failure(
                FailedAttempt(
                    error: error, isBeforeCommit: !isCommitting,
                    storeError: StoreError(error, at: file.path, committing: isCommitting)))
        }
    }

    /// Returns the loss of a file that explains why the database is not as it was written.
    private func lostFiles(behind error: any Error) -> StoreError? {
        let isUnexpected =
            if case StoreError.conflict = error { true } else { StoreError.isWorthRereading(error) }
        guard isUnexpected else { return nil }
        do throws(StoreError) {
            try opened.check(pagesInLog: checkpoints.length)
            return nil
        } catch {
            return error
        }
    }

    /// Has the commits of the writer's connection synced, or not. No transaction begins without what
    /// it needs.
    private func set(_ sync: SyncPolicy, _ db: Database) throws {
        try syncPolicy.withLock { present in
            guard present != sync else { return }
            switch sync {
            case .atOnce: try file.makeDurable(db)
            case .withNext: try DatabaseFile.deferSyncs(db)
            }
            present = sync
        }
    }

    /// Restores the reserve, and does the work that was deferred until then, on the writer's thread.
    private func recover(_ db: Database) -> Bool {
        guard !isClosed.withLock({ $0 }) else { return false }
        if !reserve.restore() {
            guard foldLog(db), reserve.restore() else { return false }
        }
        if isTokenOld.withLock({ $0 }) { renewOldToken(db) }
        isFull.withLock { $0 = false }
        eraseRest()
        return true
    }

    /// Renews a token that a claim could not renew.
    private func renewOldToken(_ db: Database) {
        let files = files
        let result = transaction(db, .needsSpace) { db in try Self.advanceToken(files, db) }
        if case .success(true) = result { isTokenOld.withLock { $0 = false } }
    }
}

// MARK: - The end, and a full disk

extension SQLiteStore {
    /// Writes the write-ahead log into the database, closes both and releases the lock. Idempotent;
    /// later calls fail with ``StoreError/unavailable(_:)``.
    package func close() async {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        let isTruncated = opened.isTruncated
        await withCheckedContinuation { continuation in
            writer.close { [self] db in
                // No failure loses anything: the log is read back at the next start.
                guard !isTruncated else { return db.keepLog() }
                try? db.inTransaction(.immediate) {
                    var changes = try beginJournaling(db)
                    try Self.foldAll(&changes, db)
                    if let batch = changes.batch {
                        try Self.record(batch, changes.uptime, db)
                    }
                    return .commit
                }
                try? db.inTransaction(.immediate) {
                    _ = try Self.advanceToken(files, db)
                    return .commit
                }
                _ = try? db.checkpoint(.truncate)
            } then: { [self] in
                // If the files are missing, the mark is what is left.
                if (try? opened.check(pagesInLog: 0)) != nil { mark.end() }
                checkpoints.close(keepingLog: isTruncated)
                lock.release()
                continuation.resume()
            }
        }
    }

    /// Restores the reserve if there is space for it. While it is released, the log is written into
    /// the database first, which frees space.
    package func recover() async -> Bool {
        await withCheckedContinuation { continuation in
            let isQueued = writer.run { [self] db in
                continuation.resume(returning: recover(db))
            }
            if !isQueued { continuation.resume(returning: false) }
        }
    }
}
