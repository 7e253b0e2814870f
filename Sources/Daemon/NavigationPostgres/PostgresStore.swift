package import NavigationModel
package import NavigationStore
package import NavigationSync
internal import NavigationText
package import NavigationWire
internal import POSIX
internal import PostgreSQL
internal import Synchronization

/// The store of a fleet: a PostgreSQL server, which several daemons may share.
///
/// Writes have a connection and a thread of their own, short reads some, long ones another, so no call
/// blocks the cooperative pool. The statements of each call are in `PostgresStore+Commit.swift`,
/// `PostgresStore+Load.swift` and `PostgresStore+Registry.swift`; `PostgresStore+Access.swift` has the
/// transactions that they are made of, and what follows a write of unknown result.
package final class PostgresStore: Store {
    /// The server, and what it must be.
    let configuration: PostgresConfiguration
    /// The thread and the connection of all writes.
    let writer: ConnectionThread
    /// The threads and the connections of short reads, which take turns: after a takeover the
    /// accounts and the scenes of many users are read at once.
    private let readers: [ConnectionThread]
    private let turns = Atomic<UInt>(0)
    /// The thread and the connection of long reads, one after the other.
    let background: ConnectionThread
    /// The other databases of the fleet; empty if there is one.
    let others: [OtherDatabase]
    /// The lease of this node, and the random number by which the store recognises its own claims.
    let lease: Lease
    /// The claim of this store, as the server has it; `nil` before the first.
    let owned = Mutex<Ownership?>(nil)
    /// The number of the server that the writer is connected to, counted at each connection: readers
    /// are connected to none before.
    let generation = Mutex<UInt64>(0)
    /// A Boolean value indicating whether ``close()`` was called.
    let isClosed = Mutex(false)
    /// Commit durations, recorded on the writer's thread, one for each batch.
    let commits = Mutex(Histogram.latency)
    /// The metrics of the node, without those of its lease.
    let counters = Mutex(FleetMetrics())
    /// The local users that this node has reserved and not seen registered, with their users.
    let reservedLocalUsers = Mutex<[UInt32: UserID]>([:])
    /// The map of the fleet as last read; `nil` before.
    let lastMap = Mutex<FleetMap?>(nil)
    /// Bytes of the database, as of the last ``usedLength()``.
    let length = Mutex<UInt64>(0)

    /// The number of connections for short reads.
    private static let readerCount: UInt = 3
    /// The time for a write to all scenes.
    static let longPatience = Duration.seconds(600)
    /// The maximum of calls that wait for a thread; further ones fail.
    static let queueLimit = 1_024

    /// Connects to the server, checks that it is durable, and creates or migrates the schema. Blocks
    /// its thread: it is for the start of a process.
    ///
    /// Throws `StoreError.unusable` with the remedy if the server can't be reached, is not as
    /// durable as it has to be, or has a schema that is foreign or newer.
    ///
    /// - Parameters:
    ///   - former: a node whose process is gone: its lease is ended.
    ///   - record: the renewals that the processes before have seen: a database that has fewer was
    ///     put back, and the first claim begins new histories.
    package init(
        opening configuration: PostgresConfiguration, replacing former: Int64? = nil,
        record: RenewalRecord? = nil
    ) throws(StoreError) {
        self.configuration = configuration
        do throws(ThreadError) {
            writer = try ConnectionThread(named: "navsync.writer")
            readers = try (0..<Self.readerCount).map { _ throws(ThreadError) in
                try ConnectionThread(named: "navsync.reader")
            }
            background = try ConnectionThread(named: "navsync.reads")
            lease = try Lease(
                configuration, node: .random(in: 1 ... .max), record: record)
            others = try configuration.others.map { other throws(ThreadError) in
                try OtherDatabase(other.range, other.configuration)
            }
        } catch {
            throw .unusable("\(error)")
        }
        lease.observeLoss { [weak self] lost in self?.forget(lost) ?? false }
        do {
            let connection = try configuration.connect()
            try configuration.check(connection)
            try Schema.prepare(connection)
            if let former { try Lease.end(of: former, on: connection) }
            writer.keep(connection)
        } catch {
            throw StoreError(opening: error)
        }
    }

    /// The number of this node.
    package var node: Int64 { lease.node }

    /// The thread for the next short read.
    var reader: ConnectionThread {
        let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
        return readers[Int(turn % Self.readerCount)]
    }

    /// Increases the terms of the shards' rows, durably, as soon as the leases of the owners before
    /// have ended. Transactions of those have ended then, and none of them can begin. Throws
    /// `StoreError.inUse` if an owner goes on to renew its lease. A store that was copied to another,
    /// or put back to an earlier state, begins new epochs.
    package func claim(_ shards: Set<Shard>, after term: Term) async throws(StoreError) -> Claim {
        try await claim(shards, after: term, for: .serving)
    }

    /// Claims shards for a purpose.
    func claim(
        _ shards: Set<Shard>, after term: Term, for purpose: ClaimPurpose
    ) async throws(StoreError) -> Claim {
        try await onWriter { [self] in
            let claim = try claimNow(shards, after: term, for: purpose)
            if purpose == .serving { continueErasing(under: claim) }
            return claim
        }
    }

    /// Follows the lease of the node.
    package func observeLease(_ body: @escaping @Sendable (LeaseState) -> Void) {
        lease.observe(body)
    }

    /// Reads the newest snapshot and replays the log after it.
    package func load(_ key: SceneKey, under claim: Claim) async throws(StoreError) -> StoredScene?
    {
        try await readOwned([Shard(of: key.user)], claim) { read in try Self.load(key, read) }
    }

    /// Reads one row.
    package func identity(under claim: Claim) async throws(StoreError) -> StoreIdentity {
        try await readOwned([], claim) { read in
            let row = try read.one("SELECT id, epoch_seed FROM navsync.store")
            return StoreIdentity(
                id: StoreID(rawValue: UInt64(bitPattern: try row.integer(0))),
                epochSeed: UInt64(bitPattern: try row.integer(1)))
        }
    }

    /// Reads the row of each node.
    package func accumulatedUptime(under claim: Claim) async throws(StoreError) -> Duration {
        try await readOwned([], claim) { read in try Self.counts(read).accumulatedUptime }
    }

    /// Updates one row.
    package func recordUptime(
        _ accumulatedUptime: Duration, under claim: Claim
    ) async throws(StoreError) {
        let node = PostgresValue.integer(lease.node)
        try await write(under: claim, to: []) { transaction in
            _ = try transaction.rows(
                "UPDATE navsync.writer SET lived = greatest(lived, $2) WHERE node = $1",
                [node, .duration(accumulatedUptime)])
        }
    }

    /// Updates the row of each scene, in one transaction. For the owner of all shards.
    package func renewEpochs(
        under claim: Claim, makingEpoch: @escaping @Sendable () -> Epoch
    ) async throws(StoreError) {
        try await write(under: claim, to: .all, within: Self.longPatience) { transaction in
            try Self.renewEpochs(transaction, makingEpoch: makingEpoch)
        }
    }

    /// One transaction a step; see `PostgresStore+Compaction.swift`.
    package func compact(
        _ key: SceneKey, upTo revision: Revision, limit: Int, under claim: Claim
    ) async throws(StoreError) -> Compaction {
        try await write(under: claim, to: [Shard(of: key.user)]) { transaction in
            try Self.compact(key, upTo: revision, limit: limit, transaction)
        }
    }

    /// Costs the snapshot and the log between it and `revision`.
    package func state(
        of key: SceneKey, at revision: Revision
    ) async throws(StoreError) -> PastState? {
        try await read(on: background) { read in try Self.state(of: key, at: revision, read) }
    }

    /// Reads the scene alone: the server checks its own files.
    package func audit(
        _ key: SceneKey, upTo revision: Revision, wholeStore isWhole: Bool
    ) async throws(StoreError) -> StoredAudit {
        try await read(on: background) { read in
            try Self.audit(key, upTo: revision, isOfWholeStore: isWhole, read)
        }
    }

    /// Takes some steps in an index for each scene and each device.
    package func usage(of user: UserID) async throws(StoreError) -> UserUsage {
        try await readRegistry(of: user) { read in try Self.usage(of: user, read) }
    }

    /// Adds up the lengths of all scenes, without the rows that the server has not reused yet. The
    /// cost grows with the number of scenes.
    package func usedLength() async throws(StoreError) -> Int {
        let (used, whole) = try await read(on: background) { read in
            let row = try read.one(
                "SELECT coalesce(sum(length), 0)::bigint, pg_database_size(current_database()) "
                    + "FROM navsync.scene")
            return (try row.integer(0), try row.integer(1))
        }
        length.withLock { $0 = UInt64(clamping: whole) }
        return Int(clamping: used)
    }

    /// Takes one step in an index for each row.
    package func account(of user: UserID) async throws(StoreError) -> UserAccount? {
        try await readRegistry(of: user) { read in try Self.account(of: user, read) }
    }

    /// Takes one step in an index, in each database until it is found.
    package func owner(of principal: Principal) async throws(StoreError) -> UserID? {
        try await search(for: principal) { read in try Self.owner(of: principal, read) }
    }

    /// Takes one step in an index for each row with the key, in each database until it is found.
    package func account(holding key: PublicKey) async throws(StoreError) -> UserAccount? {
        try await search(for: .device(key)) { read in try Self.account(holding: key, read) }
    }

    /// Takes one step in an index for each user, in each database.
    package func users(
        after name: UserID?, limit: Int
    ) async throws(StoreError) -> [RegisteredUser] {
        let pages = try await readAll { read in try Self.users(after: name, limit: limit, read) }
        guard pages.count > 1 else { return pages.first ?? [] }
        return Array(pages.flatMap { $0 }.sorted { $0.name < $1.name }.prefix(max(0, limit)))
    }

    /// Takes one step in an index for each row.
    package func log(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int
    ) async throws(StoreError) -> [EncodedCommit] {
        try await read(on: reader) { read in
            try Self.log(of: key, after: revision, limit: limit, length: length, read)
        }
    }

    /// Takes one step in an index.
    package func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) async throws(StoreError) -> StoredReceipt? {
        try await read(on: reader) { read in
            try Self.storedReceipt(of: sequence, by: device, in: key, read)
        }
    }

    /// Returns the number of devices that know the daemon by its key.
    package func pairedDevices() async throws(StoreError) -> Int {
        try await read(on: reader) { read in
            let row = try read.one(
                "SELECT count(*) FROM navsync.device WHERE key IS NOT NULL AND revoked IS NULL")
            return Int(clamping: try row.integer(0))
        }
    }

    /// Writes 64 KiB that don't compress, and rolls them back: the server's free space can't be seen
    /// otherwise. Any other failure is left to the next commit, whose caller learns of it.
    package func recover() async -> Bool {
        do throws(StoreError) {
            return try await onWriter { [self] in
                try attempt(on: try writerConnection(), before: .now + Self.patience) { session in
                    _ = try session.rows(Self.filling)
                    return true
                }
            }
        } catch {
            if case .full = error { return false }
            return true
        }
    }

    private static let filling =
        "INSERT INTO navsync.log (scene, revision, checksum, bytes) "
        + "SELECT 0, 0, 0, string_agg(sha256(n::text::bytea), '') FROM generate_series(1, 2048) AS n"

    /// The durations of commits, and the last known size; the free space is not known.
    package var metrics: StoreMetrics {
        var metrics = StoreMetrics()
        metrics.syncs = commits.withLock { $0 }
        metrics.databaseLength = length.withLock { $0 }
        metrics.freeLength = nil
        return metrics
    }

    /// Ends the connections, after the writes that wait. Idempotent; later calls fail with
    /// `StoreError.unavailable`.
    package func close() async {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        await lease.end()
        // After the last write: another node takes over at once.
        _ = writer.run { [self] in
            if let connection = writer.connection() { lease.giveUp(on: connection) }
        }
        for thread in [writer, background] + readers { await thread.close() }
        for other in others { await other.close() }
    }
}
