internal import Dispatch
internal import Files
internal import GRDB
internal import NavigationModel
internal import Synchronization

/// The reads and the transactions that everything else is made of.
extension SQLiteStore {
    /// Runs `body` on a snapshot of what is durable. What it says is damaged, or can't be read, is looked
    /// at again before it is said.
    ///
    /// - Parameter key: the scene that it is about.
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
                continuation.resume(returning: secondLook(after: first, body))
            }
        }
        do { return try result.get() } catch {
            throw StoreError(unreadable: error, at: path, of: key)
        }
    }

    /// The same for what takes long, one after the other, on a thread that gives way to all others.
    func readAtLength<Result: Sendable>(
        of key: SceneKey, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        let result = await Self.background.run { [self] in
            secondLook(after: Swift.Result { try pool.read(body) }, body)
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

    /// Reads again what was damaged or could not be read: by a new connection, from the file.
    private func secondLook<Result>(
        after first: Swift.Result<Result, any Error>, _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, any Error> {
        guard case .failure(let error) = first, StoreError.maySayMore(error),
            !isClosed.withLock({ $0 })
        else { return first }
        let second = Swift.Result { try file.readAnew(body) }
        if case .success = second {
            passingFaults.withLock { $0 += 1 }
            // What the others have in memory may be what was wrong.
            DispatchQueue.global().async { [pool] in pool.invalidateReadOnlyConnections() }
        }
        return second
    }

    /// Runs `body` in a transaction on the writer's queue, and commits it durably. Not GRDB's own
    /// async write, which heeds cancellation: a commit that has begun is seen through.
    ///
    /// - Parameter note: called there once it is durable.
    func write<Result: Sendable>(
        _ need: Need = .needsRoom,
        _ body: @escaping @Sendable (Database) throws -> Result,
        durably note: @escaping @Sendable (Result) -> Void = { _ in }
    ) async throws(StoreError) -> Result {
        let result: Swift.Result<Result, StoreError> = await withCheckedContinuation {
            continuation in
            pool.asyncWriteWithoutTransaction { [self] db in
                let result = transaction(db, need, body)
                if case .success(let value) = result { note(value) }
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }

    /// Removes what erased scenes held, step by step on the writer's queue, so that commits that
    /// wait come between. A step that fails is the last; the next erasing or start goes on.
    func eraseRest() {
        pool.asyncWriteWithoutTransaction { [self] db in
            let step = transaction(db, .mayUseReserve) { db in try Self.eraseSome(db) }
            if case .success(true) = step { eraseRest() }
        }
    }

    /// Does `body` in a transaction. As long as the reserve is released, what needs room is refused: it
    /// would take what was released.
    func transaction<Result>(
        _ db: Database, _ need: Need, _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        guard !isClosed.withLock({ $0 }) else { return .failure(.closed) }
        if case .needsRoom = need, !reserve.isHeld, !reserve.restore() {
            return .failure(.full(DatabaseFileError.full(file.path).description))
        }
        var result = attempt(db, body)
        while case .failure(.full) = result, case .mayUseReserve = need, reserve.release() {
            result = attempt(db, body)
        }
        switch (result, need) {
        case (.failure(.full), _): isFull.withLock { $0 = true }
        case (.success, .needsRoom): isFull.withLock { $0 = false }
        default: break
        }
        return result
    }

    /// Does `body` in a transaction, and once more if what it read may be damaged: anew from the file,
    /// as what is in memory may be what is wrong.
    private func attempt<Result>(
        _ db: Database, _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        let first = attemptOnce(db, body)
        guard case .failure(let failure) = first, failure.isBeforeCommit,
            StoreError.maySayMore(failure.error)
        else { return first.mapError(\.told) }
        db.releaseMemory()
        return attemptOnce(db, body).mapError(\.told)
    }

    /// A transaction that failed.
    private struct FailedAttempt: Error {
        let error: any Error
        let isBeforeCommit: Bool
        let told: StoreError
    }

    private func attemptOnce<Result>(
        _ db: Database, _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, FailedAttempt> {
        var isCommitting = false
        let before = db.totalChangesCount
        do {
            try db.beginTransaction(.immediate)
            let result = try body(db)
            isCommitting = true
            let start = ContinuousClock.now
            try db.commit()
            try opened.look(pagesInLog: checkpoints.length)
            if db.totalChangesCount != before { note(ContinuousClock.now - start) }
            checkpoints.beginIfDue(on: pool, after: reserve.logLimit, isOpen: isOpen)
            return .success(result)
        } catch {
            // After some failures SQLite has rolled back already.
            if db.isInsideTransaction { try? db.rollback() }
            return .failure(
                FailedAttempt(
                    error: error, isBeforeCommit: !isCommitting,
                    told: StoreError(error, at: file.path, committing: isCommitting)))
        }
    }

    /// Puts the reserve back, and does what waited for that, on the writer's queue.
    func recover(_ db: Database) -> Bool {
        guard !isClosed.withLock({ $0 }) else { return false }
        if !reserve.restore() {
            guard foldLog(db), reserve.restore() else { return false }
        }
        if isTokenOld.withLock({ $0 }) { renewOldToken(db) }
        isFull.withLock { $0 = false }
        eraseRest()
        return true
    }

    /// Renews the token that a claim could not renew.
    private func renewOldToken(_ db: Database) {
        let files = files
        let result = transaction(db, .needsRoom) { db in try Self.advanceToken(files, db) }
        if case .success(true) = result { isTokenOld.withLock { $0 = false } }
    }
}
