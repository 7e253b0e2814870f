internal import Glibc
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationText
internal import PostgreSQL
internal import Synchronization

/// A node's session on the server, and the shards that it owns there.
struct Ownership: Sendable {
    /// The number of the node.
    let node: Int64
    /// The term that the claim was given with.
    let claimed: Term
    /// The shards, each with the term of its ownership.
    var terms: [Shard: Term]
    /// A Boolean value indicating whether it is of a node of a fleet, which takes and loses shards one
    /// by one: the claim of none.
    let isMember: Bool
    /// The number of the session: a transaction of an earlier one can't take effect any more.
    var generation: Int64
    /// The number of the last committed batch.
    var batch: Int64
    /// A Boolean value indicating whether no write of unknown result may still take effect.
    var isSettled = true

    /// Returns the numbers of shards and their terms, as the columns of two parameters; throws
    /// `StoreError.notOwner` if the node of a fleet does not own one of them, `StoreError.fenced` if
    /// another owner of all doesn't.
    func columns(of shards: Set<Shard>) throws(StoreError) -> [PostgresValue] {
        var (numbers, held): ([Int64?], [Int64?]) = ([], [])
        for shard in shards {
            guard let term = terms[shard] else { throw isMember ? .notOwner : .fenced }
            numbers.append(Int64(shard.number))
            held.append(term.column)
        }
        return [.integers(numbers), .integers(held)]
    }
}

/// The reads and the transactions that all operations are made of.
extension PostgresStore {
    /// The time after which a write without a result fails: less than a supervisor's patience.
    static let patience = Duration.seconds(10)
    /// The time for a read.
    static let readTimeout = Duration.seconds(30)
    /// The pauses between attempts to reach the server.
    static let pauses = (first: Duration.milliseconds(20), last: Duration.milliseconds(500))

    /// A write that found another session or term than those of the ownership.
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

    /// Runs `body` on a durable snapshot in which the claim is the newest of some shards. What
    /// follows from a write of unknown result is known then.
    func readOwned<Result: Sendable>(
        _ shards: Set<Shard>, _ claim: Claim,
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> Result {
        if try !ownership(of: claim).isSettled {
            try await onWriter { [self] in
                try transact(under: claim) { _, _ in }.get()
            }
        }
        let own = try ownership(of: claim)
        let columns = try own.columns(of: shards)
        return try await read(on: reader) { session in
            let row = try session.one(
                "SELECT count(*) FILTER (WHERE s.term = h.term), "
                    + "count(*) FILTER (WHERE s.term > h.term) FROM navsync.shard AS s "
                    + "JOIN unnest($1::bigint[], $2::bigint[]) AS h (id, term) USING (id)", columns)
            guard try row.integer(1) == 0 else {
                throw own.isMember ? StoreError.notOwner : .fenced
            }
            // Less than it was: a server that is no longer the primary.
            guard try row.integer(0) == shards.count else { throw StaleTerm() }
            return try body(session)
        }
    }

    /// Returns the numbers of the last batch and the time that the daemons of the store had run, as
    /// all of them have recorded it.
    static func counts(
        _ session: PostgresSession
    ) throws -> (batch: Int64, accumulatedUptime: Duration) {
        let row = try session.one(
            "SELECT greatest(s.batch, (SELECT max(batch) FROM navsync.writer)), greatest(s.lived, "
                + "(SELECT max(lived) FROM navsync.writer)) FROM navsync.store AS s")
        return (try row.integer(0), .microseconds(try row.integer(1)))
    }

    /// Returns what the store knows of a claim; throws `StoreError.fenced` if there is a newer one.
    func ownership(of claim: Claim) throws(StoreError) -> Ownership {
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        guard let own = owned.withLock({ $0 }), own.claimed == claim.term else { throw .fenced }
        return own
    }

    // MARK: Writing, on the writer's thread

    /// Runs `body` in a transaction on the writer's thread that is fenced by some shards, and commits
    /// it durably. It may run several times, and has to come to the same.
    func write<Result: Sendable>(
        under claim: Claim, to shards: Set<Shard>, within patience: Duration = patience,
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> Result {
        try await onWriter { [self] in
            try transact(under: claim, within: patience) { session, own in
                try Self.fence(shards, own, session)
                let result = try body(session)
                try session.commit()
                return result
            }.get()
        }
    }

    /// The rows of shards that have their terms, locked until the end of the transaction, as a
    /// query; its parameters are the numbers and the terms. In order: two of them wait for each
    /// other in no circle.
    static func held(_ numbers: String, _ terms: String) -> String {
        "SELECT 1 FROM navsync.shard AS s JOIN unnest(\(numbers)::bigint[], \(terms)::bigint[]) "
            + "AS h (id, term) ON s.id = h.id AND s.term = h.term ORDER BY s.id FOR SHARE OF s"
    }

    /// Locks the rows of the session and of some shards until the end of the transaction, if they
    /// are as the owner has them.
    static func fence(
        _ shards: Set<Shard>, _ own: Ownership, _ session: PostgresSession
    ) throws {
        let columns = try own.columns(of: shards)
        do throws(PostgresError) {
            _ = try session.rows(
                "WITH own AS (SELECT 1 FROM navsync.writer WHERE node = $1 AND generation = $2 "
                    + "FOR SHARE), held AS (\(held("$3", "$4"))) "
                    + "SELECT \(condition("(SELECT count(*) FROM own) = 1")), "
                    + condition("(SELECT count(*) FROM held) = cardinality($3::bigint[])"),
                [.integer(own.node), .integer(own.generation)] + columns)
        } catch {
            guard error.isUnmetCondition else { throw error }
            throw StaleTerm()
        }
    }

    /// Runs `body`, which is a transaction, until its result is known or the patience is over.
    ///
    /// After a lost connection, a timeout or a commit that the standbys did not confirm it begins a
    /// new session: then the transaction before has ended, and the number of the last batch tells
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

    /// Runs `body` once, and before that begins a new session if necessary.
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
            unsettle()
            return .failure(.retry(.unavailable("a shard has another term"), after: nil))
        } catch let error where Self.isUnknown(error) {
            unsettle()
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
        return (try settle(own, connection, before: deadline), connection)
    }

    /// Blocks the thread for a pause, and doubles the next one.
    static func wait(_ pause: inout Duration) {
        usleep(useconds_t(clamping: pause.components.attoseconds / 1_000_000_000_000))
        pause = min(pause * 2, pauses.last)
    }

    /// Runs `body` as a transaction, which it commits; what it throws out of is rolled back.
    func attempt<Result>(
        on connection: PostgresConnection, before deadline: ContinuousClock.Instant,
        _ body: (PostgresSession) throws -> Result
    ) throws -> Result {
        let session = PostgresSession(
            on: connection, before: deadline, beginning: PostgresSession.writing)
        defer { session.rollBack() }
        return try body(session)
    }

    /// Returns a Boolean value indicating whether a write that failed so may have taken effect.
    static func isUnknown(_ error: any Error) -> Bool {
        guard let error = error as? PostgresError else { return false }
        return !error.isDefinite && error.kind != .value && error.kind != .library
    }

    /// Notes that a new session has to begin before the next write.
    private func unsettle() {
        owned.withLock { $0?.isSettled = false }
    }

    /// Returns the writer's connection, a new one if necessary: then to a server that is checked.
    func writerConnection() throws -> PostgresConnection {
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

    /// Begins a new session of the node: a transaction of the one before has ended then, and none of
    /// it can begin. Learns which shards it still owns. Throws `StoreError.fenced` if there are none
    /// left.
    private func settle(
        _ own: Ownership, _ connection: PostgresConnection,
        before deadline: ContinuousClock.Instant
    ) throws -> Ownership {
        let (row, held) = try attempt(on: connection, before: deadline) { session in
            let row = try session.rows(
                "UPDATE navsync.writer SET generation = generation + 1 WHERE node = $1 "
                    + "RETURNING generation, batch", [.integer(own.node)])
            let held = try session.rows(
                "SELECT id, term FROM navsync.shard WHERE owner = $1", [.integer(own.node)])
            try session.commit()
            return (row.first, held)
        }
        var settled = own
        settled.terms = [:]
        for row in held {
            let (shard, term) = (try row.shard(0), Term(column: try row.integer(1)))
            if own.terms[shard] == term { settled.terms[shard] = term }
        }
        let lost = own.terms.count - settled.terms.count
        counters.withLock { $0.lost += UInt64(lost) }
        guard let row, !settled.terms.isEmpty || own.terms.isEmpty || own.isMember else {
            owned.withLock { $0 = nil }
            throw StoreError.fenced
        }
        settled.generation = try row.integer(0)
        settled.batch = try row.integer(1)
        settled.isSettled = true
        owned.withLock { $0 = settled }
        if lost > 0, own.isMember {
            lease.note(settled.terms)
            lease.noteLoss()
        }
        return settled
    }
}
