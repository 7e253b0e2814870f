internal import Glibc
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationText
internal import PostgreSQL
internal import Synchronization

/// A claim as the server has it.
struct Ownership: Hashable, Sendable {
    /// The term that the claim was given with.
    let claimed: Term
    /// The present term: greater, if the store had to claim anew for itself.
    var term: Term
    /// The number of the last committed batch.
    var batch: Int64
    /// A Boolean value indicating whether no write of unknown result may still take effect.
    var isSettled = true
}

/// The reads and the transactions that all operations are made of.
extension PostgresStore {
    /// The time after which a write without a result fails: less than a supervisor's patience.
    static let patience = Duration.seconds(10)
    /// The time for a read.
    static let readTimeout = Duration.seconds(30)
    /// The pauses between attempts to reach the server.
    private static let pauses = (first: Duration.milliseconds(20), last: Duration.milliseconds(500))

    /// A write that found another term than that of the ownership.
    struct StaleTerm: Error {}

    /// Returns a part of a statement that fails unless `condition` is true.
    static func condition(_ condition: String) -> String { "1 / (\(condition))::int" }

    /// Runs `body` on the writer's thread.
    func onWriter<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws(StoreError) -> Result {
        try await run(on: writer, body)
    }

    private func run<Result: Sendable>(
        on thread: ConnectionThread, _ body: @escaping @Sendable () throws -> Result
    ) async throws(StoreError) -> Result {
        let result: Swift.Result<Result, StoreError> = await withCheckedContinuation {
            continuation in
            let isQueued = thread.run {
                continuation.resume(
                    returning: Swift.Result { try body() }.mapError { StoreError($0) })
            }
            if !isQueued { continuation.resume(returning: .failure(busy)) }
        }
        return try result.get()
    }

    /// The error of a call that no thread takes.
    var busy: StoreError {
        isClosed.withLock { $0 } ? .closed : .unavailable("too many calls wait")
    }

    // MARK: Reading

    /// Runs `body` on a durable snapshot; repeats it once, on a new connection, if that is lost.
    func read<Result: Sendable>(
        on thread: ConnectionThread, _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> Result {
        try await run(on: thread) { [self] in
            do {
                return try readOnce(on: thread, body)
            } catch let error as PostgresError where !error.isDefinite && error.kind != .value {
                return try readOnce(on: thread, body)
            } catch is StaleTerm {
                thread.drop()
                return try readOnce(on: thread, body)
            }
        }
    }

    private func readOnce<Result>(
        on thread: ConnectionThread, _ body: (PostgresSession) throws -> Result
    ) throws -> Result {
        guard !isClosed.withLock({ $0 }) else { throw StoreError.closed }
        let generation = generation.withLock { $0 }
        let connection: PostgresConnection
        if let open = thread.connection(since: generation) {
            connection = open
        } else {
            connection = try configuration.connect()
            thread.keep(connection, generation: generation)
        }
        let session = PostgresSession(
            on: connection, before: .now + Self.readTimeout, beginning: PostgresSession.reading)
        defer { session.rollBack() }
        return try body(session)
    }

    /// Runs `body` on a durable snapshot in which the claim is the newest of its shard. What follows
    /// from a write of unknown result is known then.
    func readOwned<Result: Sendable>(
        _ claim: Claim, _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> Result {
        if try !ownership(of: claim).isSettled {
            try await onWriter { [self] in
                try transact(under: claim) { _, _ in }.get()
            }
        }
        let own = try ownership(of: claim)
        return try await read(on: reader) { [self] session in
            let row = try session.rows(
                "SELECT term, owner FROM navsync.shard WHERE id = $1", [.shard(claim.shard)])
            guard let row = row.first, try row.integer(1) == lease.node else {
                throw StoreError.fenced
            }
            // Less than it was: a server that is no longer the primary.
            guard Term(column: try row.integer(0)) >= own.term else { throw StaleTerm() }
            return try body(session)
        }
    }

    /// Returns what the store knows of a claim; throws `StoreError.fenced` if there is a newer one.
    func ownership(of claim: Claim) throws(StoreError) -> Ownership {
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        guard let own = owned.withLock({ $0[claim.shard] }), own.claimed == claim.term else {
            throw .fenced
        }
        return own
    }

    // MARK: Writing, on the writer's thread

    /// Runs `body` in a fenced transaction on the writer's thread, and commits it durably. It may
    /// run several times, and has to come to the same.
    func write<Result: Sendable>(
        under claim: Claim, within patience: Duration = patience,
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> Result {
        try await onWriter { [self] in
            try transact(under: claim, within: patience) { session, own in
                try Self.fence(claim.shard, own, session)
                let result = try body(session)
                try session.commit()
                return result
            }.get()
        }
    }

    /// Locks the row of a shard until the end of the transaction, if it has the term of the owner.
    static func fence(_ shard: Shard, _ own: Ownership, _ session: PostgresSession) throws {
        do throws(PostgresError) {
            _ = try session.rows(
                "SELECT \(condition("count(*) = 1")) FROM (SELECT 1 FROM navsync.shard "
                    + "WHERE id = $1 AND term = $2 FOR SHARE) AS held",
                [.shard(shard), .integer(own.term.column)])
        } catch {
            guard error.isUnmetCondition else { throw error }
            throw StaleTerm()
        }
    }

    /// Runs `body`, which is a transaction, until its result is known or the patience is over.
    ///
    /// After a lost connection, a timeout or a commit that the standbys did not confirm it claims the
    /// shard anew: then the transaction before has ended, and the number of the last batch tells
    /// whether it took effect. If it did, the result is `found`, else `body` runs again.
    func transact<Result>(
        under claim: Claim, within patience: Duration = patience, found: Result? = nil,
        _ body: (PostgresSession, Ownership) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        let deadline = ContinuousClock.now + patience
        var pause = Self.pauses.first
        // The last batch before the attempt of unknown result.
        var attempted: Int64?
        while true {
            let failure: StoreError
            switch attempt(under: claim, before: deadline, found: found, after: attempted, body) {
            case .success(let result): return .success(result)
            case .failure(.final(let error)): return .failure(error)
            case .failure(.retry(let error, let batch)): (failure, attempted) = (error, batch)
            }
            if isClosed.withLock({ $0 }) || .now + pause >= deadline {
                return .failure(attempted == nil ? failure : .indeterminate("\(failure)"))
            }
            Self.wait(&pause)
        }
    }

    /// The failure of one attempt to write.
    private enum FailedAttempt: Error {
        /// No further attempt has another result.
        case final(StoreError)
        /// A further attempt may succeed; `after` is the last batch before one of unknown result.
        case retry(StoreError, after: Int64?)
    }

    /// Runs `body` once, and before that claims the shard anew if necessary.
    private func attempt<Result>(
        under claim: Claim, before deadline: ContinuousClock.Instant, found: Result?,
        after attempted: Int64?, _ body: (PostgresSession, Ownership) throws -> Result
    ) -> Swift.Result<Result, FailedAttempt> {
        let (own, connection): (Ownership, PostgresConnection)
        do {
            (own, connection) = try settled(claim, before: deadline)
        } catch StoreError.fenced {
            return .failure(.final(.fenced))
        } catch let error as StoreError where attempted == nil {
            return .failure(.final(error))
        } catch {
            // The result stays unknown.
            let isRefusal = (error as? PostgresError)?.isDefinite ?? false
            if !isRefusal { writer.drop() }
            return .failure(.retry(StoreError(error), after: attempted))
        }
        if let found, let attempted, attempted < own.batch { return .success(found) }
        let session = PostgresSession(
            on: connection, before: deadline, beginning: PostgresSession.writing)
        defer { session.rollBack() }
        do {
            return .success(try body(session, own))
        } catch is StaleTerm {
            unsettle(claim.shard)
            return .failure(.retry(.unavailable("the shard has another term"), after: nil))
        } catch let error where Self.isUnknown(error) {
            unsettle(claim.shard)
            writer.drop()
            return .failure(.retry(StoreError(error), after: own.batch))
        } catch let error as PostgresError where error.isReadOnly {
            writer.drop()
            return .failure(.retry(StoreError(error), after: nil))
        } catch {
            return .failure(.final(StoreError(error)))
        }
    }

    /// Returns the ownership of a claim and the writer's connection, after all that may still take
    /// effect has done so or can't any more.
    private func settled(
        _ claim: Claim, before deadline: ContinuousClock.Instant
    ) throws -> (Ownership, PostgresConnection) {
        let own = try ownership(of: claim)
        let connection = try writerConnection()
        guard !own.isSettled else { return (own, connection) }
        return (try settle(own, of: claim.shard, connection, before: deadline), connection)
    }

    /// Blocks the thread for a pause, and doubles the next one.
    private static func wait(_ pause: inout Duration) {
        usleep(useconds_t(clamping: pause.components.attoseconds / 1_000_000_000_000))
        pause = min(pause * 2, pauses.last)
    }

    /// Runs `body` as a transaction, which it commits; what it throws out of is rolled back.
    private func attempt<Result>(
        on connection: PostgresConnection, before deadline: ContinuousClock.Instant,
        _ body: (PostgresSession) throws -> Result
    ) throws -> Result {
        let session = PostgresSession(
            on: connection, before: deadline, beginning: PostgresSession.writing)
        defer { session.rollBack() }
        return try body(session)
    }

    /// Returns a Boolean value indicating whether a write that failed so may have taken effect.
    private static func isUnknown(_ error: any Error) -> Bool {
        guard let error = error as? PostgresError else { return false }
        return !error.isDefinite && error.kind != .value && error.kind != .library
    }

    /// Notes that the shard has to be claimed anew before the next write.
    private func unsettle(_ shard: Shard) {
        owned.withLock { $0[shard]?.isSettled = false }
    }

    /// Returns the writer's connection, a new one if necessary: then to a server that is checked.
    private func writerConnection() throws -> PostgresConnection {
        if let open = writer.connection() { return open }
        let connection = try configuration.connect()
        do {
            try configuration.check(connection)
        } catch StoreError.unusable(let why) {
            throw StoreError.unavailable(why)
        }
        // Readers may still be connected to the server before.
        generation.withLock { $0 += 1 }
        writer.keep(connection)
        return connection
    }

    /// Claims the shard anew for its present owner: a transaction of the term before has ended then,
    /// and none of it can begin. Throws `StoreError.fenced` if there is another owner.
    private func settle(
        _ own: Ownership, of shard: Shard, _ connection: PostgresConnection,
        before deadline: ContinuousClock.Instant
    ) throws -> Ownership {
        let row = try attempt(on: connection, before: deadline) { session in
            let row = try session.rows(
                "UPDATE navsync.shard SET term = term + 1 WHERE id = $1 AND owner = $2 "
                    + "RETURNING term, batch", [.shard(shard), .integer(lease.node)])
            try session.commit()
            return row.first
        }
        guard let row else {
            owned.withLock { $0[shard] = nil }
            throw StoreError.fenced
        }
        let settled = Ownership(
            claimed: own.claimed, term: Term(column: try row.integer(0)),
            batch: try row.integer(1))
        owned.withLock { $0[shard] = settled }
        return settled
    }

    /// Claims a shard: see ``claim(_:after:)``. A claim of unknown result is repeated.
    func claimNow(
        _ shard: Shard, after term: Term, for purpose: ClaimPurpose
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
                let (row, restore) = try attempt(on: connection, before: deadline) { session in
                    let row = try session.rows(
                        Self.claiming,
                        [.shard(shard), .integer(term.column), .integer(lease.node)])
                    let restore =
                        purpose == .serving && !row.isEmpty
                        ? try Self.beginAnewIfRetired(session) : nil
                    // Nodes that ended without giving their lease up.
                    try session.commit(after: [
                        PostgresStatement(
                            "DELETE FROM navsync.node "
                                + "WHERE until < clock_timestamp() - interval '1 day'")
                    ])
                    return (row.first, restore)
                }
                guard let row else { throw try self.owner(of: shard, connection, deadline) }
                let next = Term(column: try row.integer(0))
                let own = Ownership(claimed: next, term: next, batch: try row.integer(1))
                lease.note(
                    owned.withLock { owned in
                        owned[shard] = own
                        return Array(owned.keys)
                    })
                return Claim(shard: shard, term: next, detectedRestore: restore)
            } catch let error as PostgresError where error.state == "22003" {
                throw StoreError.damaged("the store's term is exhausted")
            } catch let error as PostgresError where Self.isUnknown(error) || error.isReadOnly {
                writer.drop()
                guard .now + pause < deadline else { throw owner ?? error }
            } catch StoreError.inUse(let node) {
                owner = .inUse(node)
                guard .now + pause < deadline else { throw StoreError.inUse(node) }
            }
            Self.wait(&pause)
        }
    }

    /// Claims a shard that nobody owns, or an owner whose lease has ended, or this node.
    private static let claiming = """
        INSERT INTO navsync.shard AS held (id, term, owner) VALUES ($1, $2::bigint + 1, $3)
        ON CONFLICT (id) DO UPDATE SET term = greatest(held.term, $2) + 1, owner = $3
        WHERE held.owner = $3 OR NOT EXISTS (
            SELECT 1 FROM navsync.node AS n
            WHERE n.id = held.owner AND n.until > clock_timestamp())
        RETURNING term, batch
        """

    /// Returns the error that names the owner of a shard.
    private func owner(
        of shard: Shard, _ connection: PostgresConnection, _ deadline: ContinuousClock.Instant
    ) throws -> StoreError {
        let results = try connection.run(
            [
                PostgresStatement(
                    "SELECT n.name FROM navsync.shard AS s JOIN navsync.node AS n "
                        + "ON n.id = s.owner WHERE s.id = $1", [.shard(shard)])
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
