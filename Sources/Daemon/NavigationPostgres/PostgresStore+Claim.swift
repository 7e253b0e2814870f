internal import NavigationStore
internal import NavigationSync
internal import PostgreSQL
internal import Synchronization

/// Claims: the beginning of a node's session, with the shards that it asks for.
extension PostgresStore {
    /// Claims shards: see ``claim(_:after:)``. A claim of unknown result is repeated.
    func claimNow(
        _ shards: Set<Shard>, after term: Term, for purpose: ClaimPurpose
    ) throws -> Claim {
        let deadline = ContinuousClock.now + Self.patience
        var pause = Self.pauses.first
        // The owner that the last attempt found: the time may end in the midst of the next.
        var owner: StoreError?
        while true {
            guard !isClosed.withLock({ $0 }) else { throw StoreError.closed }
            do {
                let connection = try writerConnection()
                try lease.begin(on: connection, before: deadline)
                let former = lease.renewals.beforeSetback
                let claimed = try attempt(on: connection, before: deadline) { session in
                    try claim(shards, after: term, for: purpose, past: former, session)
                }
                guard let (own, origins, restore) = claimed else {
                    throw try self.owner(of: shards, connection, deadline)
                }
                try joinFleet(on: connection)
                counters.withLock { $0.taken.add(origins.values) }
                owned.withLock { $0 = own }
                lease.note(own.terms)
                lease.renewals.goOn(past: former)
                return Claim(term: own.claimed, detectedRestore: restore)
            } catch let error as PostgresError where error.state == "22003" {
                throw StoreError.damaged("the store's term is exhausted")
            } catch let error as PostgresError where Self.isUnknown(error) || error.isReadOnly {
                writer.drop()
                guard .now + pause < deadline else { throw owner ?? error }
            } catch let error as UnnamedFleet {
                guard .now + pause < deadline else { throw error.refusal }
            } catch StoreError.inUse(let node) {
                owner = .inUse(node)
                guard .now + pause < deadline else { throw StoreError.inUse(node) }
            }
            Self.wait(&pause)
        }
    }

    /// Claims shards in a transaction; returns `nil`, and changes nothing, if one of them has another
    /// owner.
    private func claim(
        _ shards: Set<Shard>, after term: Term, for purpose: ClaimPurpose,
        past former: RenewalCount?, _ session: PostgresSession
    ) throws -> (Ownership, [Shard: FleetMetrics.Origin], RestoreDetection?)? {
        let node = PostgresValue.integer(lease.node)
        let numbers = PostgresValue.integers(shards.map { Int64($0.number) })
        try markRange(session, for: purpose)
        let origins = try Self.lockFree([numbers, node], session)
        let claimed = try session.rows(Self.claiming, [numbers, node, .integer(term.column)])
        guard claimed.count == shards.count else { return nil }
        let next = Term(column: try claimed.first?.integer(0) ?? term.column)
        let row = try session.one(Self.beginning, [node])
        let own = Ownership(
            node: lease.node, claimed: next,
            terms: Dictionary(uniqueKeysWithValues: shards.map { ($0, next) }),
            isMember: shards.isEmpty,
            generation: try row.integer(0), batch: try row.integer(1))
        let restore = purpose == .serving ? try beginAnewIfNeeded(past: former, session) : nil
        try session.commit(after: Self.forgetting + [Self.newMap])
        return (own, origins, restore)
    }

    /// Locks the rows of those of the shards $1 that are free for the node $2, in order; returns
    /// them with the state they are in.
    static func lockFree(
        _ values: [PostgresValue], _ session: PostgresSession
    ) throws -> [Shard: FleetMetrics.Origin] {
        let rows = try session.rows(lockingFree, values).map { row in
            let isExpired = try row.boolean(2)
            let origin: FleetMetrics.Origin =
                try row.boolean(1) ? .handover : isExpired ? .expired : .free
            return (try row.shard(0), origin)
        }
        return Dictionary(rows) { $1 }
    }

    private static let lockingFree =
        "SELECT id, owner = $2, EXISTS (SELECT 1 FROM navsync.node AS e WHERE e.id = s.owner) "
        + "FROM navsync.shard AS s WHERE id = ANY ($1::bigint[]) AND \(isFree) "
        + "ORDER BY id FOR UPDATE OF s"

    /// The condition that nobody owns a shard, or an owner whose lease has ended, or the node $2.
    static let isFree = """
        (s.owner = $2 OR NOT EXISTS (
            SELECT 1 FROM navsync.node AS n WHERE n.id = s.owner AND n.until > clock_timestamp()))
        """

    /// Claims those of the shards $1 that are free, with one term for all.
    private static let claiming = """
        UPDATE navsync.shard AS s SET term = next.term, owner = $2
        FROM (
            SELECT greatest(max(term), $3) + 1 AS term FROM navsync.shard
            WHERE id = ANY ($1::bigint[])
        ) AS next
        WHERE s.id = ANY ($1::bigint[]) AND \(isFree) RETURNING s.term
        """

    /// Begins the session of a node, whose batches are numbered after all before.
    private static let beginning = """
        INSERT INTO navsync.writer AS w (node, generation, batch, lived)
        SELECT $1, 1, greatest(s.batch, (SELECT max(batch) FROM navsync.writer)), 0
        FROM navsync.store AS s
        ON CONFLICT (node) DO UPDATE SET generation = w.generation + 1
        RETURNING generation, batch
        """

    /// Removes the nodes that ended without giving their lease up, after a day, and the sessions of
    /// all that are removed; what those have counted stays.
    private static let forgetting = [
        Lease.removing("until < clock_timestamp() - interval '1 day'"),
        """
        WITH idle AS (
            SELECT node FROM navsync.writer AS w
            WHERE NOT EXISTS (SELECT 1 FROM navsync.node AS n WHERE n.id = w.node)
                AND NOT EXISTS (SELECT 1 FROM navsync.shard AS s WHERE s.owner = w.node)
            FOR UPDATE SKIP LOCKED
        ), gone AS (
            DELETE FROM navsync.writer WHERE node IN (SELECT node FROM idle)
            RETURNING batch, lived
        )
        UPDATE navsync.store AS s
        SET batch = greatest(s.batch, g.batch), lived = greatest(s.lived, g.lived)
        FROM (SELECT max(batch) AS batch, max(lived) AS lived FROM gone) AS g
        WHERE g.batch IS NOT NULL
        """,
    ].map { PostgresStatement($0) }

    /// Returns the error that names an owner of shards.
    private func owner(
        of shards: Set<Shard>, _ connection: PostgresConnection, _ deadline: ContinuousClock.Instant
    ) throws -> StoreError {
        let results = try connection.run(
            [
                PostgresStatement(
                    "SELECT n.name FROM navsync.shard AS s JOIN navsync.node AS n ON n.id = s.owner "
                        + "WHERE s.id = ANY ($1::bigint[]) AND n.id <> $2 LIMIT 1",
                    [.integers(shards.map { Int64($0.number) }), .integer(lease.node)])
            ], before: deadline)
        let name = try results.first?.rows.first?.text(0) ?? "another machine"
        return .inUse("the database of store.url, on \(name)")
    }
}

extension Term {
    /// The 64-bit value as the server's signed integer with the same bits.
    var column: Int64 { Int64(bitPattern: rawValue) }

    /// Reads a `column`.
    init(column: Int64) { self.init(rawValue: UInt64(bitPattern: column)) }
}
