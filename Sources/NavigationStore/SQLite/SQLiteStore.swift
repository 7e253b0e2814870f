internal import Dispatch
internal import Files
internal import FoundationEssentials
internal import GRDB
public import NavigationModel
public import NavigationSync
public import NavigationWire
internal import Synchronization

/// The embedded store: one SQLite file, write-ahead log, one transaction and one sync a batch.
///
/// One process owns a database at a time, by a lock beside it. SQLite works on queues of its own,
/// so no call blocks the cooperative pool. What each call does to the tables is in
/// `SQLiteStore+Load.swift`, `SQLiteStore+Commit.swift` and `SQLiteStore+Registry.swift`.
public final class SQLiteStore: Store {
    /// Declared before the lock, so that it is gone before the next owner comes.
    private let pool: DatabasePool
    private let lock: FileLock
    /// The database.
    let file: DatabaseFile
    /// The files beside it.
    let files: SideFiles
    private let isClosed = Mutex(false)
    private let checkpoints: Checkpoints
    private let reserve: DiskReserve
    /// A Boolean value indicating whether the last write found the disk full.
    private let isFull = Mutex(false)
    /// A Boolean value indicating whether a claim could not renew the token.
    private let isTokenOld = Mutex(false)

    /// Seconds that a connection waits for a lock of another's.
    static let patience = 5
    /// Noted on the writer's queue, once a transaction.
    private let syncs = Mutex(Histogram.latency)

    /// Opens a database, or creates it (and its directory, mode 0700) if there is none. A backup that
    /// is ready to take its place does so. Blocks its thread: it is for the start of a process.
    ///
    /// Throws ``StoreError/unusable(_:)`` for a database that is in use, foreign, newer or can't be
    /// made durable, or where others than this user and root may have written, and
    /// ``StoreError/damaged(_:)`` for a damaged one, which it leaves as it is.
    ///
    /// - Parameter reserve: bytes of the disk that are held beside the database for what ``Reserve``
    ///   admits, for compacting, and for opening it.
    public convenience init(opening path: String, reserving reserve: Int = 0) throws(StoreError) {
        try self.init(
            opening: path, reserving: reserve, checkpointInterval: Checkpoints.interval)
    }

    /// - Parameter interval: pages of the write-ahead log between its checkpoints.
    init(
        opening path: String, reserving reserved: Int = 0, checkpointInterval interval: Int
    ) throws(StoreError) {
        file = DatabaseFile(path: path, format: Self.format)
        files = SideFiles(path: path)
        do {
            try Disk.createDirectory(Disk.directory(of: path))
            try PathTrust.check(directory: Disk.directory(of: path))
            lock = try Self.lock(files)
            try Self.putInPlace(files)
            if try !file.exists() { try file.create() }
            reserve = DiskReserve(at: files.reserve, length: reserved)
            (pool, checkpoints) = try Self.open(file, interval, reserve)
        } catch {
            throw StoreError(opening: error, at: path)
        }
        eraseRest()
    }

    /// Notes the next term in the shard's row, durably, and renews the token that tells this
    /// database from its copies.
    public func claim(_ shard: Shard, after term: Term) async throws(StoreError) -> Claim {
        do throws(StoreError) {
            return try await claim(shard, after: term, .needsRoom)
        } catch .full(let why) {
            let files = files
            let claim = try await read { db -> Claim? in
                guard try Self.goesOn(files, db), let last = try Self.term(of: shard, db),
                    last >= term
                else { return nil }
                return Claim(shard: shard, term: last, obstacle: .full(why))
            }
            // Nobody may resume on what a copy does not have.
            guard let claim else { return try await self.claim(shard, after: term, .mayUseReserve) }
            isTokenOld.withLock { $0 = true }
            return claim
        }
    }

    private func claim(
        _ shard: Shard, after term: Term, _ need: Need
    ) async throws(StoreError) -> Claim {
        let files = files
        return try await write(need) { db in
            let putBack = try Self.renewToken(files, db)
            let last = max(try Self.term(of: shard, db) ?? .zero, term)
            guard last.rawValue < .max else {
                throw StoreError.damaged("the store's term is the last there can be")
            }
            let next = Term(rawValue: last.rawValue + 1)
            try db.run(
                "INSERT INTO shard (id, term) VALUES (?, ?) "
                    + "ON CONFLICT (id) DO UPDATE SET term = excluded.term",
                [Int64(shard.rawValue), Int64(bitPattern: next.rawValue)])
            return Claim(shard: shard, term: next, putBack: putBack)
        }
    }

    /// Reads the newest snapshot and replays the log after it; ``StoreError/damaged(_:)`` names the
    /// scene and the revision of whatever does not fit.
    public func load(_ key: SceneKey, under claim: Claim) async throws(StoreError) -> StoredScene? {
        try await read { db in
            try Self.check(claim, db)
            return try Self.load(key, db)
        }
    }

    /// One transaction and one sync for all of `writes`, however many scenes they are about.
    public func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim
    ) async throws(StoreError) {
        let files = files
        let need = Reserve.admits(writes, changes) ? Need.mayUseReserve : .needsRoom
        let isRenewed = try await write(need) { [self] db in
            try Self.check(claim, db)
            for write in writes { try Self.commit(write, db) }
            if let lived = writes.map(\.lived).max() {
                try Self.note(lived: lived, of: claim.shard, db)
            }
            try Self.make(changes, noting: files.revocations, db)
            // A copy from before must be told from what shuts out.
            return try !changes.isEmpty && isTokenOld.withLock { $0 } && Self.goOn(files, db)
        }
        if isRenewed { isTokenOld.withLock { $0 = false } }
        let erases = changes.contains { change in
            switch change {
            case .erase, .eraseScene: true
            default: false
            }
        }
        if erases { eraseRest() }
    }

    /// One row.
    public func identity(under claim: Claim) async throws(StoreError) -> StoreIdentity {
        try await read { db in
            try Self.check(claim, db)
            let identity = try Self.identity(db)
            return StoreIdentity(
                id: StoreID(rawValue: identity.number), epochSeed: identity.epochSeed)
        }
    }

    /// One row.
    public func lived(under claim: Claim) async throws(StoreError) -> Duration {
        try await read { db in
            try Self.check(claim, db)
            let row = try db.row(
                "SELECT lived FROM shard WHERE id = ?", [Int64(claim.shard.rawValue)])
            return try row.map { Duration(column: try $0.integer(0)) } ?? .zero
        }
    }

    /// One row, and one sync. Renews the token too, so that a copy made before is noticed.
    public func note(lived: Duration, under claim: Claim) async throws(StoreError) {
        let files = files
        try await write { db in
            try Self.check(claim, db)
            try Self.note(lived: lived, of: claim.shard, db)
            try Self.goOn(files, db)
        }
    }

    /// One transaction, whatever the number of scenes.
    public func renewEpochs(
        under claim: Claim, makingEpoch: @escaping @Sendable () -> Epoch
    ) async throws(StoreError) {
        try await write { db in
            try Self.check(claim, db)
            _ = try Self.renewEpochs(db, makingEpoch: makingEpoch)
        }
    }

    /// One transaction a step; see `SQLiteStore+Compaction.swift`. What the log begins with is read
    /// beside the writer, whom it would hold up.
    public func compact(
        _ key: SceneKey, upTo revision: Revision, limit: Int, under claim: Claim
    ) async throws(StoreError) -> Compaction {
        let base = try await read { db in try Self.base(of: key, upTo: revision, db) }
        return try await write(.mayUseReserve) { db in
            try Self.check(claim, db)
            return try Self.compact(key, to: base, limit: limit, db)
        }
    }

    /// Costs the snapshot and the log between it and `revision`.
    public func state(
        of key: SceneKey, at revision: Revision
    ) async throws(StoreError) -> PastState? {
        try await read { db in try Self.state(of: key, at: revision, db) }
    }

    /// The whole file is read by a connection of its own, in the background.
    public func audit(
        _ key: SceneKey, upTo revision: Revision, wholeStore isWhole: Bool
    ) async throws(StoreError) -> StoredAudit {
        var fault: String?
        if isWhole {
            await checkpoints.catchUp(on: pool, isOpen: isOpen)
            fault = try await findFault()
        }
        return try await read { [fault] db in
            try Self.audit(key, upTo: revision, fault: fault, isOfWholeStore: isWhole, db)
        }
    }

    private func findFault() async throws(StoreError) -> String? {
        let path = file.path
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        let queue: DatabaseQueue
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.backgroundConfiguration)
        } catch {
            throw StoreError(error, at: path, committing: false)
        }
        let result: Swift.Result<String?, StoreError> = await withCheckedContinuation {
            continuation in
            queue.asyncRead { access in
                let result = Swift.Result { try access.get().fault(.quick) }
                continuation.resume(
                    returning: result.mapError { StoreError($0, at: path, committing: false) })
            }
        }
        try? queue.close()
        return try result.get()
    }

    /// A reader that others go before, on the processors and in the cache of pages.
    private static var backgroundConfiguration: Configuration {
        var configuration = DatabaseFile.configuration(isReadOnly: true)
        configuration.busyMode = .timeout(Double(patience))
        configuration.qos = .background
        return configuration
    }

    /// Some steps in an index for each scene and each device.
    public func population(of user: UserID) async throws(StoreError) -> Population {
        try await read { db in try Self.population(of: user, db) }
    }

    /// Two fields of the header.
    public func usedLength() async throws(StoreError) -> Int {
        try await read { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            return (pages - free) * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }

    /// One step in an index for each row.
    public func household(of user: UserID) async throws(StoreError) -> Household? {
        try await read { db in try Self.household(of: user, db) }
    }

    /// One step in an index.
    public func owner(of principal: Principal) async throws(StoreError) -> UserID? {
        try await read { db in try Self.owner(of: principal, db) }
    }

    /// Costs what it returns.
    public func users(
        after name: UserID?, limit: Int
    ) async throws(StoreError) -> [RegisteredUser] {
        try await read { db in try Self.users(after: name, limit: limit, db) }
    }

    /// Costs what it returns.
    public func entries(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int
    ) async throws(StoreError) -> [Commit] {
        try await read { try Self.entries(of: key, after: revision, (limit, length), $0) }
    }

    /// One step in an index.
    public func settlement(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) async throws(StoreError) -> Settlement? {
        try await read { db in try Self.settlement(of: sequence, by: device, in: key, db) }
    }

    /// Moves the write-ahead log into the database, closes both and lets the next owner in.
    /// Idempotent; later calls fail ``StoreError/unavailable(_:)``.
    public func close() async {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                // No failure loses anything: the log is read back at the next start.
                _ = try? pool.write { db in try Self.goOn(files, db) }
                _ = try? pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
                try? pool.close()
                checkpoints.close()
                lock.release()
                continuation.resume()
            }
        }
    }

    /// Puts the reserve back if there is room for it. While it is released, what stands in the log goes
    /// into the database first, which makes room.
    public func recover() async -> Bool {
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { [self] db in
                continuation.resume(returning: recover(db))
            }
        }
    }

    private func recover(_ db: Database) -> Bool {
        guard !isClosed.withLock({ $0 }) else { return false }
        if !reserve.restore() {
            guard !reserve.isHeld, foldLog(db), reserve.restore() else { return false }
        }
        if isTokenOld.withLock({ $0 }) { renewOldToken(db) }
        isFull.withLock { $0 = false }
        eraseRest()
        return true
    }

    /// Renews the token that a claim could not renew.
    private func renewOldToken(_ db: Database) {
        let files = files
        let result = transaction(db, .needsRoom) { db in try Self.goOn(files, db) }
        if case .success(true) = result { isTokenOld.withLock { $0 = false } }
    }

    /// The reason why there is no reserve although one is wanted; `nil` if all is well.
    public var reserveProblem: String? { reserve.problem }

    /// Asks the system for the sizes.
    public var figures: StoreFigures {
        var figures = StoreFigures()
        figures.syncs = syncs.withLock { $0 }
        figures.databaseLength = UInt64((try? Disk.size(of: file.path)) ?? 0)
        figures.logLength = UInt64((try? Disk.size(of: file.path + "-wal")) ?? 0)
        figures.freeLength = Disk.free(at: file.path)
        figures.reserveLength = UInt64(reserve.heldLength)
        figures.lacksRoom = isFull.withLock { $0 } || !reserve.isHeld
        return figures
    }

    private var isOpen: @Sendable () -> Bool {
        { [self] in !isClosed.withLock { $0 } }
    }

    private func note(_ time: Duration) {
        syncs.withLock { $0.note(time) }
    }

    /// The writer's `synchronous` as SQLite has it: 2 is FULL.
    func synchronous() throws -> Int {
        try pool.writeWithoutTransaction { db in try DatabaseFile.synchronous(db) }
    }

    /// Opens it to be read at least, which takes some room, too: for the index of its log.
    private static func open(
        _ file: DatabaseFile, _ interval: Int, _ reserve: DiskReserve
    ) throws -> (DatabasePool, Checkpoints) {
        while true {
            do {
                let opened = try open(file, interval)
                reserve.holdRest()
                return opened
            } catch {
                guard case .full = StoreError(error, at: file.path, committing: false),
                    reserve.release()
                else { throw error }
            }
        }
    }

    private static func open(
        _ file: DatabaseFile, _ interval: Int
    ) throws -> (DatabasePool, Checkpoints) {
        try file.check()
        let pool = try open(file)
        let checkpoints = try Checkpoints(file, interval: interval)
        try pool.writeWithoutTransaction { db in
            // The log is cut as it begins anew, if readers have let it grow to more than this.
            try db.execute(sql: "PRAGMA journal_size_limit = \(interval * 2 * 4_096)")
            checkpoints.follow(db)
        }
        return (pool, checkpoints)
    }

    private static func open(_ file: DatabaseFile) throws -> DatabasePool {
        var configuration = DatabaseFile.configuration()
        configuration.busyMode = .timeout(Double(patience))
        let pool = try DatabasePool(path: file.path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // After the pool is open, because opening it sets synchronous to NORMAL.
            try file.makeDurable(db)
            // What is erased is overwritten, however SQLite was built.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // Left to SQLite, each commit would try again what a reader holds up: see `Checkpoints`.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try file.format.migrate(db)
        }
        return pool
    }

    /// Runs `body` on a snapshot of what is durable.
    private func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        let path = file.path
        let result: Swift.Result<Result, StoreError> = await withCheckedContinuation {
            continuation in
            guard !isClosed.withLock({ $0 }) else {
                return continuation.resume(returning: .failure(.closed))
            }
            pool.asyncRead { access in
                let result = Swift.Result { try body(access.get()) }
                continuation.resume(
                    returning: result.mapError { StoreError($0, at: path, committing: false) })
            }
        }
        return try result.get()
    }

    /// Runs `body` in a transaction on the writer's queue, and commits it durably. Not GRDB's own
    /// async write, which heeds cancellation: a commit that has begun is seen through.
    private func write<Result: Sendable>(
        _ need: Need = .needsRoom,
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        let result: Swift.Result<Result, StoreError> = await withCheckedContinuation {
            continuation in
            pool.asyncWriteWithoutTransaction { [self] db in
                continuation.resume(returning: transaction(db, need, body))
            }
        }
        return try result.get()
    }

    /// Removes what erased scenes held, step by step on the writer's queue, so that commits that
    /// wait come between. A step that fails is the last; the next erasing or start goes on.
    private func eraseRest() {
        pool.asyncWriteWithoutTransaction { [self] db in
            let step = transaction(db, .mayUseReserve) { db in try Self.eraseSome(db) }
            if case .success(true) = step { eraseRest() }
        }
    }

    /// Does `body` in a transaction. As long as the reserve is released, what needs room is refused: it
    /// would take what was released.
    private func transaction<Result>(
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

    private func attempt<Result>(
        _ db: Database, _ body: (Database) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        var isCommitting = false
        let before = db.totalChangesCount
        do {
            try db.beginTransaction(.immediate)
            let result = try body(db)
            isCommitting = true
            let start = ContinuousClock.now
            try db.commit()
            if db.totalChangesCount != before { note(ContinuousClock.now - start) }
            checkpoints.beginIfDue(on: pool, after: reserve.logLimit, isOpen: isOpen)
            return .success(result)
        } catch {
            // After some failures SQLite has rolled back already.
            if db.isInsideTransaction { try? db.rollback() }
            return .failure(StoreError(error, at: file.path, committing: isCommitting))
        }
    }
}
