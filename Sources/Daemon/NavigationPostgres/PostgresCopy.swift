internal import NavigationModel
package import NavigationStore
internal import NavigationSync
internal import NavigationText
internal import PostgreSQL

/// The purposes of a claim.
enum ClaimPurpose {
    /// A daemon goes on with the histories of the store.
    case serving
    /// No daemon does, as long as the store is being copied.
    case copying
}

/// A store on a server that is copied; it is claimed, so that no daemon serves it meanwhile.
package final class PostgresCopySource: CopySource {
    private let store: PostgresStore
    private let claim: Claim

    /// Connects and claims. Throws `StoreError.inUse` if a daemon is serving the database, and
    /// `StoreError.unusable` if it has an unfinished copy itself.
    package init(opening configuration: PostgresConfiguration) async throws(StoreError) {
        store = try PostgresStore(opening: configuration)
        do throws(StoreError) {
            claim = try await store.claim(.all, after: .zero, for: .copying)
            guard try await !store.isUnfinished() else { throw .unfinishedCopy }
        } catch {
            await store.close()
            throw error
        }
    }

    /// Uses one transaction on a connection of its own.
    package func read<Result>(_ body: (any StoreContents) throws -> Result) throws -> Result {
        try store.inLongTransaction(PostgresSession.reading) { session in
            try body(PostgresContents(session: session))
        }
    }

    /// Has the next daemon begin new epochs. Throws `StoreError.fenced` if one has taken the store
    /// over since it was opened.
    package func retire() async throws(StoreError) {
        try await store.write(under: claim, to: .all) { session in
            _ = try session.rows("UPDATE navsync.store SET retired = true")
        }
    }

    package func close() async { await store.close() }
}

/// An empty database on a server that becomes a copy of another store.
package final class PostgresCopyTarget: CopyTarget {
    private let store: PostgresStore
    private let claim: Claim

    /// Connects, creates the schema, and claims it with a term after that of the original. Throws
    /// `StoreError.inUse` if a daemon is serving the database.
    package init(
        opening configuration: PostgresConfiguration, after term: Term
    ) async throws(StoreError) {
        store = try PostgresStore(opening: configuration)
        do throws(StoreError) {
            claim = try await store.claim(.all, after: term, for: .copying)
        } catch {
            await store.close()
            throw error
        }
    }

    /// Uses one transaction on a connection of its own.
    package func fill<Result>(
        as header: StoreHeader, _ body: (any StoreDraft) throws -> Result
    ) throws -> Result {
        try store.inLongTransaction(PostgresSession.writing) { session in
            let result = try body(PostgresDraft(session, header, under: claim.term))
            try session.commit()
            return result
        }
    }

    package func finish() async throws(StoreError) {
        try await store.write(under: claim, to: .all) { session in
            _ = try session.rows("UPDATE navsync.store SET unfinished = false")
        }
    }

    package func close() async { await store.close() }
}

extension PostgresStore {
    /// The time for a group of statements of a copy.
    private static let copyTimeout = Duration.seconds(300)

    /// Runs `body` in one transaction, however long that takes, on a connection of its own. Blocks
    /// the thread.
    fileprivate func inLongTransaction<Result>(
        _ beginning: String, _ body: (PostgresSession) throws -> Result
    ) throws -> Result {
        do {
            let connection = try configuration.connect()
            try configuration.check(connection)
            // The other store may take its time.
            try connection.run(
                [PostgresStatement("SET idle_in_transaction_session_timeout = 0")],
                before: .now + Self.patience)
            let session = PostgresSession(
                on: connection, each: Self.copyTimeout, beginning: beginning)
            defer { session.rollBack() }
            return try body(session)
        } catch let error as PostgresError {
            throw StoreError(error)
        }
    }

    /// Returns a Boolean value indicating whether the store has a copy that was not finished.
    fileprivate func isUnfinished() async throws(StoreError) -> Bool {
        try await read(on: reader) { session in
            try session.one("SELECT unfinished FROM navsync.store").boolean(0)
        }
    }

    /// The renewals by which the count grows when new histories begin: more than other nodes can have
    /// seen after the one that found it out.
    private static let leap: Int64 = 1 << 20

    /// Begins new histories, as part of a claim, if another store goes on with those that are there,
    /// or if the database was put back to an earlier state. All other nodes lose their shards. Throws
    /// `StoreError.unusable` for an unfinished copy.
    ///
    /// - Parameter former: The count that was seen before the database was put back; `nil` if it was
    ///   not.
    func beginAnewIfNeeded(
        past former: RenewalCount?, _ session: PostgresSession
    ) throws -> RestoreDetection? {
        let row = try session.one("SELECT unfinished, retired FROM navsync.store FOR UPDATE")
        guard try !row.boolean(0) else { throw StoreError.unfinishedCopy }
        // Another node may have begun them since this one has found it out; both go on to renew.
        let present = try RenewalCount(try session.one(RenewalCount.query))
        let isSetBack = former.map { present.count < $0.count + Self.leap / 2 } ?? false
        guard try row.boolean(1) || isSetBack else { return nil }
        // There may be any number of scenes.
        session.allow(Self.patience)
        let scenes = try session.one("SELECT count(*) FROM navsync.scene WHERE \"user\" <> ''")
        var generator = SystemRandomNumberGenerator()
        try Self.renewEpochs(session) { .random(using: &generator) }
        let invitations = try session.rows(
            "DELETE FROM navsync.invitation WHERE used_by IS NULL AND withdrawn = 0 "
                + "RETURNING key")
        for invitation in invitations {
            _ = try session.rows(
                "DELETE FROM navsync.key WHERE key = $1", [.bytes(try invitation.bytes(0))])
        }
        // Any node has seen fewer before than there are from now on.
        _ = try session.rows(
            "UPDATE navsync.store SET retired = false, renewals = renewals + $1",
            [.integer((former?.count ?? present.count) - present.count + Self.leap)])
        _ = try session.rows(
            "UPDATE navsync.shard SET term = term + 1, owner = 0 WHERE owner NOT IN (0, $1)",
            [.integer(lease.node)])
        return RestoreDetection(
            copied: nil, scenes: Int(clamping: try scenes.integer(0)), revocations: 0,
            invitations: invitations.count)
    }
}

extension StoreError {
    /// The error of a store that was not made to the end.
    fileprivate static let unfinishedCopy = StoreError.unusable(
        AdvisedMessage(
            "the database has an unfinished copy of another store",
            advice: "make the copy again, or drop its schema 'navsync'"))
}
