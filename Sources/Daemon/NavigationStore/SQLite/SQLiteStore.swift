internal import DatabaseFiles
internal import Dispatch
internal import POSIX
internal import FoundationEssentials
internal import SQLite
package import NavigationModel
package import NavigationSync
package import NavigationWire
internal import Synchronization

/// The embedded store: one SQLite file, write-ahead log, one transaction and one sync a batch.
///
/// One process owns a database at a time, by a lock beside it. SQLite writes on a thread and reads on
/// queues of its own, so no call blocks the cooperative pool. The statements of each call are in
/// `SQLiteStore+Load.swift`, `SQLiteStore+Commit.swift` and `SQLiteStore+Registry.swift`.
package final class SQLiteStore: Store {
    /// Declared before the lock, so that it is closed before the next owner opens the database.
    let pool: DatabasePool
    /// The pool's writer: all writes go through it.
    let writer: DatabaseWriter
    /// The lock of the owner.
    let lock: FileLock
    /// The database file.
    let file: DatabaseFile
    /// The files beside it.
    let files: CompanionFiles
    /// A Boolean value indicating whether ``close()`` was called.
    let isClosed = Mutex(false)
    /// The checkpoints of the log.
    let checkpoints: Checkpoints
    /// The reserve of disk space.
    let reserve: DiskReserve
    /// A Boolean value indicating whether the last write found the disk full.
    let isFull = Mutex(false)
    /// A Boolean value indicating whether a claim could not renew the token.
    let isTokenOld = Mutex(false)
    /// The prepared parts of the snapshot in one of the next batches.
    let prepared = Mutex<SnapshotParts?>(nil)
    /// The slices that are not folded, and the writer's cache of its rows.
    let journal: Journal
    /// The low-priority thread of long reads.
    static let background = BackgroundThread(named: "navsync.reads")
    /// The files as they were opened.
    let opened: OpenedFiles
    /// The newest acknowledged heads.
    let mark: HighWaterMark
    /// The loss of acknowledged changes that this opening found and accepted, in words.
    package let acceptedLoss: String?

    /// Seconds that a connection waits for another's lock.
    static let timeout = 5
    /// Sync durations, recorded on the writer's thread, one for each transaction.
    let syncs = Mutex(Histogram.latency)
    /// Failed reads that succeeded when repeated.
    let passingFaults = Mutex<UInt64>(0)
    /// The time when the writer's transactions are synced at present.
    let syncPolicy = Mutex(SyncPolicy.atOnce)

    /// Opens a database, or creates it (and its directory, mode 0700) if there is none. A backup
    /// that is ready to replace it does so. Blocks its thread: it is for the start of a process.
    ///
    /// Throws ``StoreError/unusable(_:)`` for a database that is in use, foreign, newer or can't be
    /// made durable, or where others than this user and root may have written, and
    /// ``StoreError/damaged(_:)`` for a damaged one, which it leaves as it is. If acknowledged
    /// changes are missing, it throws ``StoreError/lostChanges(_:)``, unless the loss is accepted.
    /// Then the next claim treats it as a restored copy, and every scene begins a new epoch.
    ///
    /// - Parameters:
    /// - reserve: bytes of disk space that are reserved beside the database for writes that
    ///     `Reserve` admits, for compacting, and for opening it.
    /// - acceptsLoss: whether to continue without the lost changes.
    /// - traces: evidence, apart from the files beside it, that there was a database at `path`
    ///     before: if there is any, and the database is missing, it throws
    ///     ``StoreError/missing(_:)``. `nil` to create a new one nevertheless.
    /// - migrated: called with the progress of a migration from an earlier version that takes many
    ///     steps, after each.
    package convenience init(
        opening path: String, reserving reserve: Int = 0, acceptingLoss acceptsLoss: Bool = false,
        traces: [String]? = [], migrated: (CopyProgress) -> Void = { _ in }
    ) throws(StoreError) {
        try self.init(
            opening: path, reserving: reserve, acceptingLoss: acceptsLoss, traces: traces,
            journal: JournalLimits(), migrated: migrated)
    }

    /// - Parameters:
    /// - interval: pages of the write-ahead log between its checkpoints.
    /// - limits: the bounds of what is not folded.
    package init(
        opening path: String, reserving reserved: Int = 0, acceptingLoss acceptsLoss: Bool = false,
        traces: [String]? = [], checkpointInterval interval: Int = Checkpoints.interval,
        journal limits: JournalLimits, migrated: (CopyProgress) -> Void = { _ in }
    ) throws(StoreError) {
        file = DatabaseFile(path: path, format: Self.format)
        files = CompanionFiles(path: path)
        do {
            try DurableFiles.createDirectory(DurableFiles.directory(of: path))
            try PathTrust.check(directory: DurableFiles.directory(of: path))
            lock = try Self.lock(files)
            try Self.putInPlace(files)
            if try !file.exists() {
                if let traces {
                    if let why = try files.trace(besides: traces) { throw StoreError.missing(why) }
                } else {
                    try files.removeTraces()
                }
                try file.create()
            }
            mark = try HighWaterMark(files.mark)
            reserve = DiskReserve(at: files.reserve, length: reserved)
            var loss: String?
            (pool, checkpoints) = try Self.open(
                file, interval, reserve,
                check: { [file, files, mark] in
                    loss = try Self.loss(in: file, files, mark)
                    guard let loss else { return }
                    guard acceptsLoss else { throw StoreError.lostChanges(loss) }
                    // The next claim finds a token that is not this database's.
                    try files.token.accept([LineageToken.random()])
                }, migrated: migrated)
            acceptedLoss = loss
            writer = try DatabaseWriter(pool)
            journal = Journal(try Self.openJournal(file, pool), limits: limits)
            let pageSize = try pool.read { db in try Int.fetchOne(db, sql: "PRAGMA page_size") }
            opened = try OpenedFiles(path, pageSize: pageSize ?? 0)
        } catch {
            throw StoreError(opening: error, at: path)
        }
        eraseRest()
    }

    /// Claims all shards, whichever are named: records the next term in their one row, durably, and renews the token that distinguishes
    /// this database from its copies.
    package func claim(_ shards: Set<Shard>, after term: Term) async throws(StoreError) -> Claim {
        do throws(StoreError) {
            return try await claim(after: term, .needsSpace)
        } catch .full(let why) {
            let files = files
            let claim = try await read { db -> Claim? in
                guard try Self.isOriginal(files, db), let last = try Self.term(db),
                    last >= term
                else { return nil }
                return Claim(term: last, failure: .full(why))
            }
            // No mirror may resume on commits that a copy does not have.
            guard let claim else { return try await self.claim(after: term, .mayUseReserve) }
            isTokenOld.withLock { $0 = true }
            return claim
        }
    }

    private func claim(
        after term: Term, _ policy: SpacePolicy
    ) async throws(StoreError) -> Claim {
        let (files, mark) = (files, mark)
        return try await alter(policy) { db, transaction in
            transaction.forgetsIdle = true
            if try !Self.isOriginal(files, db) {
                try Self.foldAll(&transaction, db)
                transaction.isStaleAfter = true
            }
            let detectedRestore = try Self.renewToken(files, db)
            let last = max(try Self.term(db) ?? .zero, term)
            guard last.rawValue < .max else {
                throw StoreError.damaged("the store's term is exhausted")
            }
            let next = Term(rawValue: last.rawValue + 1)
            try db.run(
                "INSERT INTO shard (id, term) VALUES (0, ?) "
                    + "ON CONFLICT (id) DO UPDATE SET term = excluded.term",
                [Int64(bitPattern: next.rawValue)])
            // Entries of other histories are set aside before the claim: a crash between the two
            // leaves a copy without a claim.
            try mark.begin(
                store: try Self.identity(db).number, batch: try Self.batch(db),
                anew: detectedRestore != nil)
            return Claim(term: next, detectedRestore: detectedRestore)
        }
    }

    /// Reads the newest snapshot and replays the log after it; ``StoreError/damaged(_:)`` names the
    /// scene and the revision of the fault.
    package func load(_ key: SceneKey, under claim: Claim) async throws(StoreError) -> StoredScene?
    {
        let mark = mark
        let tail = journal.tail(of: key)
        return try await read(of: key) { db in
            try Self.check(claim, db)
            let stored = try Self.load(key, tail, db)
            if let stored { try Self.check(stored, of: key, against: mark.scene(key)) }
            return stored
        }
    }

    /// Reads one row.
    package func identity(under claim: Claim) async throws(StoreError) -> StoreIdentity {
        let acknowledged = mark.acknowledged.mapValues { $0.map(\.head) }
        return try await read { db in
            try Self.check(claim, db)
            let identity = try Self.identity(db)
            return StoreIdentity(
                id: StoreID(rawValue: identity.number), epochSeed: identity.epochSeed,
                acknowledged: acknowledged)
        }
    }

    /// Reads one row.
    package func accumulatedUptime(under claim: Claim) async throws(StoreError) -> Duration {
        let uptime = journal.uptime
        return try await read { db in
            try Self.check(claim, db)
            let row = try db.row(
                "SELECT lived FROM shard WHERE id = 0", [])
            return max(uptime, try row.map { Duration(column: try $0.integer(0)) } ?? .zero)
        }
    }

    /// Writes one row, with one sync. Renews the token too, so that a copy made before is detected.
    package func recordUptime(_ accumulatedUptime: Duration, under claim: Claim)
        async throws(StoreError)
    {
        let files = files
        try await write { db in
            try Self.check(claim, db)
            try Self.recordUptime(accumulatedUptime, db)
            try Self.advanceToken(files, db)
        }
    }

    /// Uses one transaction, whatever the number of scenes.
    package func renewEpochs(
        under claim: Claim, makingEpoch: @escaping @Sendable () -> Epoch
    ) async throws(StoreError) {
        try await alter { db, transaction in
            try Self.check(claim, db)
            try Self.foldAll(&transaction, db)
            transaction.isStaleAfter = true
            _ = try Self.renewEpochs(db, makingEpoch: makingEpoch)
        }
    }

    /// Uses one transaction a step; see `SQLiteStore+Compaction.swift`. The first snapshot of the
    /// log is read outside the writer, which it would block.
    package func compact(
        _ key: SceneKey, upTo revision: Revision, limit: Int, under claim: Claim
    ) async throws(StoreError) -> Compaction {
        let base = try await read(of: key) { db in try Self.base(of: key, upTo: revision, db) }
        return try await alter(.mayUseReserve, sync: .withNext) { db, transaction in
            try Self.check(claim, db)
            return try Self.compact(key, to: base, limit: limit, &transaction, db)
        }
    }

    /// Costs the snapshot and the log between it and `revision`.
    package func state(
        of key: SceneKey, at revision: Revision
    ) async throws(StoreError) -> PastState? {
        let tail = journal.tail(of: key)
        return try await readInBackground(of: key) { db in
            try Self.state(of: key, at: revision, tail, db)
        }
    }

    /// The whole file is read by a connection of its own, in the background.
    package func audit(
        _ key: SceneKey, upTo revision: Revision, wholeStore isWhole: Bool
    ) async throws(StoreError) -> StoredAudit {
        var fault: String?
        if isWhole {
            await checkpoints.catchUp(on: writer, isOpen: isOpen)
            fault = try await findFault()
            // Verified before it is reported.
            if fault != nil { fault = try await findFault() }
        }
        let tail = journal.tail(of: key)
        let body: @Sendable (Database) throws -> StoredAudit = { [fault] db in
            try Self.audit(key, upTo: revision, fault: fault, isOfWholeStore: isWhole, tail, db)
        }
        let audit = try await readInBackground(of: key, body)
        return audit.isSound ? audit : try await readAnew(of: key, body)
    }

    private func findFault() async throws(StoreError) -> String? {
        let path = file.path
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        let result: Swift.Result<String?, StoreError> = await Self.background.run {
            Swift.Result {
                let queue = try DatabaseQueue(
                    path: path, configuration: Self.backgroundConfiguration)
                defer { try? queue.close() }
                return try queue.read { db in try db.fault(.quick) }
            }.mapError { StoreError($0, at: path, committing: false) }
        }
        return try result.get()
    }

    /// The configuration of a reader with a page cache of its own.
    private static var backgroundConfiguration: Configuration {
        var configuration = DatabaseFile.configuration(isReadOnly: true)
        configuration.busyMode = .timeout(Double(timeout))
        return configuration
    }

    /// Takes some steps in an index for each scene and each device.
    package func usage(of user: UserID) async throws(StoreError) -> UserUsage {
        let names = try await read { db in try Self.sceneNames(of: user, db) }
        // Read before the database, therefore not in the same step as the names.
        let tails = Dictionary(
            names.map { ($0, journal.tail(of: SceneKey(user: user, scene: $0))) },
            uniquingKeysWith: { first, _ in first })
        return try await read { db in try Self.usage(of: user, tails, db) }
    }

    /// Reads two fields of the header.
    package func usedLength() async throws(StoreError) -> Int {
        try await read { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            return (pages - free) * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }

    /// Takes one step in an index for each row.
    package func account(of user: UserID) async throws(StoreError) -> UserAccount? {
        try await read { db in try Self.account(of: user, db) }
    }

    /// Takes one step in an index.
    package func owner(of principal: Principal) async throws(StoreError) -> UserID? {
        try await read { db in try Self.owner(of: principal, db) }
    }

    /// Takes some steps in indices, however many devices the user has.
    package func account(holding key: PublicKey) async throws(StoreError) -> UserAccount? {
        try await read { db in try Self.account(holding: key, db) }
    }

    /// The cost grows with the result.
    package func users(
        after name: UserID?, limit: Int
    ) async throws(StoreError) -> [RegisteredUser] {
        try await read { db in try Self.users(after: name, limit: limit, db) }
    }

    /// The cost grows with the result.
    package func log(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int
    ) async throws(StoreError) -> [EncodedCommit] {
        let tail = journal.tail(of: key)
        return try await read(of: key) { db in
            try Self.log(of: key, after: revision, (limit, length), tail, db)
        }
    }

    /// The cost grows with the result. Damage that was found at the start is left to
    /// ``log(of:after:limit:length:)``, which reports it.
    package func recentLog(
        of key: SceneKey, after position: MirrorPosition, limit: Int, length: Int
    ) -> [EncodedCommit]? {
        var page = LogPage(limit: limit, length: length)
        let segments = journal.segments(
            of: key, position.epoch, after: position.revision, length: length)
        for segment in segments where !page.isFull {
            do { try page.add(segment, after: position.revision, of: key) } catch { return nil }
        }
        return page.commits.isEmpty ? nil : page.commits
    }

    /// Takes one step in an index.
    package func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) async throws(StoreError) -> StoredReceipt? {
        let tail = journal.tail(of: key)
        return try await read(of: key) { db in
            try Self.storedReceipt(of: sequence, by: device, in: key, tail, db)
        }
    }

    /// The reason why there is no reserve although one is configured; `nil` if there is one, or
    /// none is wanted.
    package var reserveProblem: String? { reserve.problem }

    /// Returns the number of devices paired by a key, which authenticate the daemon by its own.
    /// Scans all devices.
    package func pairedDevices() async throws(StoreError) -> Int {
        try await read { db in
            let row = try db.row(
                "SELECT count(*) FROM device WHERE key IS NOT NULL AND revoked IS NULL", [])
            return Int(clamping: try row?.integer(0) ?? 0)
        }
    }

    /// Queries the file system for the sizes.
    package var metrics: StoreMetrics {
        var metrics = StoreMetrics()
        metrics.syncs = syncs.withLock { $0 }
        metrics.databaseLength = UInt64((try? DurableFiles.size(of: file.path)) ?? 0)
        metrics.logLength = UInt64((try? DurableFiles.size(of: file.path + "-wal")) ?? 0)
        metrics.freeLength = DurableFiles.free(at: file.path)
        metrics.reserveLength = UInt64(reserve.heldLength)
        metrics.lacksRoom = isFull.withLock { $0 } || !reserve.isHeld
        metrics.passingFaults = passingFaults.withLock { $0 }
        return metrics
    }

    var isOpen: @Sendable () -> Bool {
        { [self] in !isClosed.withLock { $0 } }
    }

    func note(_ time: Duration) {
        syncs.withLock { $0.note(time) }
    }

    /// Returns the writer's `synchronous` from SQLite: 2 is FULL.
    func synchronous() throws -> Int {
        try pool.writeWithoutTransaction { db in try DatabaseFile.synchronous(db) }
    }

    /// Opens it at least for reading, which takes some space, too: for the index of its log.
    private static func open(
        _ file: DatabaseFile, _ interval: Int, _ reserve: DiskReserve, check: () throws -> Void,
        migrated: (CopyProgress) -> Void
    ) throws -> (DatabasePool, Checkpoints) {
        while true {
            do {
                try check()
                let opened = try open(file, interval, migrated)
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
        _ file: DatabaseFile, _ interval: Int, _ migrated: (CopyProgress) -> Void
    ) throws -> (DatabasePool, Checkpoints) {
        let pool = try open(file, migrated)
        let checkpoints = try Checkpoints(file, interval: interval)
        try pool.writeWithoutTransaction { db in
            // The log is truncated when it restarts, if readers have let it grow beyond this.
            try db.execute(sql: "PRAGMA journal_size_limit = \(interval * 2 * 4_096)")
            checkpoints.follow(db)
        }
        return (pool, checkpoints)
    }

    private static func open(
        _ file: DatabaseFile, _ migrated: (CopyProgress) -> Void
    ) throws -> DatabasePool {
        var configuration = DatabaseFile.configuration()
        configuration.busyMode = .timeout(Double(timeout))
        let pool = try DatabasePool(path: file.path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // After the pool is open, because opening it sets synchronous to NORMAL.
            try file.makeDurable(db)
            // Erased data is overwritten, however SQLite was built.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // Each of many scenes has the end of its log on a page of its own: 32 MiB, or 8,000 scenes
            // whose changes need not read it again. Fewer take no more than they need.
            try db.execute(sql: "PRAGMA cache_size = -32768")
            try migrate(db, file.format, migrated)
            // With SQLite's own, each commit would retry a checkpoint that a reader prevents: see
            // `Checkpoints`.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
        }
        return pool
    }

    private static func migrate(
        _ db: Database, _ format: DatabaseFormat, _ migrated: (CopyProgress) -> Void
    ) throws {
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let total = pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        try format.migrate(db) { length in
            migrated(CopyProgress(completed: min(length, total), total: total))
        }
    }
}
