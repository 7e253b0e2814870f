internal import DatabaseFiles
package import NavigationModel
package import NavigationStore
internal import NavigationSync
internal import NavigationText
package import NavigationWire
internal import PostgreSQL
internal import Synchronization

/// A database of a fleet of several, and the shards whose users it has.
package struct FleetDatabase: Hashable, Sendable {
    /// The shards.
    package let range: ShardRange
    /// The connection string.
    package let url: String

    /// Joins the parts.
    package init(range: ShardRange, url: String) {
        (self.range, self.url) = (range, url)
    }
}

/// The other databases of a fleet: where the registry of their users is, and where keys are reserved.
///
/// A node belongs to one database, in which it claims, loads and commits. It reads the others to answer
/// for users that it does not serve, and writes to them what decides between databases: reservations.
extension PostgresStore {
    /// The shards of this node's database.
    package var range: ShardRange { configuration.range }

    /// Returns the other database that has a shard; `nil` if it is this node's.
    private func other(with shard: Shard) -> OtherDatabase? {
        others.first { $0.range.contains(shard.number) }
    }

    /// Runs `body` on the database of a user.
    func readRegistry<Result: Sendable>(
        of user: UserID, _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> Result {
        guard let other = other(with: Shard(of: user)) else {
            return try await read(on: reader, body)
        }
        return try await other.read(body)
    }

    /// Runs `body` on this node's database and, without a result there, on the others. An invitation
    /// can be in the database of its user alone. Throws the failure of a database that may have the
    /// result.
    func search<Result: Sendable>(
        for principal: Principal, _ body: @escaping @Sendable (PostgresSession) throws -> Result?
    ) async throws(StoreError) -> Result? {
        if case .invitation(let id) = principal, let shard = id.shard,
            let other = other(with: shard)
        {
            return try await other.read(body)
        }
        if let own = try await read(on: reader, body) { return own }
        if case .invitation = principal { return nil }
        let results = await resultsOfOthers(body)
        for case .success(let found?) in results { return found }
        for result in results { _ = try result.get() }
        return nil
    }

    /// Runs `body` on all databases; returns the results, that of this node's first.
    func readAll<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> [Result] {
        var results = [try await read(on: reader, body)]
        for result in await resultsOfOthers(body) { results.append(try result.get()) }
        return results
    }

    /// Runs `body` on all other databases at once.
    private func resultsOfOthers<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async -> [Swift.Result<Result, StoreError>] {
        guard !others.isEmpty else { return [] }
        return await withTaskGroup(of: Swift.Result<Result, StoreError>.self) { group in
            for other in others {
                group.addTask {
                    do throws(StoreError) {
                        return .success(try await other.read(body))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    // MARK: Reservations

    /// Reserves in the database that decides about the principal, which is the same for all nodes.
    ///
    /// Costs a transaction there; throws `StoreError.unavailable` if that database is away.
    package func reserve(
        _ principal: Principal, for user: UserID
    ) async throws(StoreError) -> UserID? {
        let registered = try await read(on: reader) { read in
            try Self.owner(of: principal, read)
        }
        guard registered == nil, !others.isEmpty,
            let reservation = Reservation(of: principal, for: user)
        else { return registered }
        guard let term = owned.withLock({ $0?.terms[Shard(of: user)] }) else { throw .notOwner }
        if case .local(let uid) = principal { reservedLocalUsers.withLock { $0[uid] = user } }
        let holder: UserID
        if let home = other(with: reservation.home) {
            holder = try await home.write { session in
                try reservation.make(under: term, session)
            }
        } else {
            holder = try await onWriter { [self] in
                try attempt(on: writerConnection(), before: .now + Self.patience) { session in
                    let holder = try reservation.make(under: term, session)
                    try session.commit()
                    return holder
                }
            }
        }
        return holder == user ? nil : holder
    }

    /// Gives back the local users of users that were removed, on the writer's thread: others may have
    /// them. One that was reserved again meanwhile stays so, as its registration may be on its way; a
    /// failure leaves it reserved for the same user, too.
    func releaseReservations(after changes: [RegistryChange]) {
        guard !others.isEmpty else { return }
        for case .user(let user) in changes {
            guard let uid = user.uid,
                let term = owned.withLock({ $0?.terms[Shard(of: user.name)] }),
                let reservation = Reservation(of: .local(uid: uid), for: user.name)
            else { continue }
            let home = other(with: reservation.home)
            let isToEnd = reservedLocalUsers.withLock { reserved in
                guard reserved[uid] == user.name else {
                    guard user.removed != nil else { return false }
                    // In the lock, so that a reservation that begins meanwhile is behind it there.
                    home?.post { session in try reservation.end(under: term, session) }
                    return home == nil
                }
                if user.removed == nil { reserved[uid] = nil }
                return false
            }
            // A reservation that begins meanwhile is behind it on this thread.
            if isToEnd { end(reservation, under: term) }
        }
    }

    private func end(_ reservation: Reservation, under term: Term) {
        _ = try? attempt(on: writerConnection(), before: .now + Self.patience) { session in
            try reservation.end(under: term, session)
            try session.commit()
        }
    }

    // MARK: The place of this node's database

    /// A fleet without an id: the database that gives it has not been served yet.
    struct UnnamedFleet: Error {
        /// The shards of that database.
        let range: ShardRange

        /// The refusal to start.
        var refusal: StoreError {
            .unusable(
                AdvisedMessage(
                    "the fleet has no id yet, which the database of shards \(range) gives it",
                    advice: "start a node of that database first"))
        }
    }

    /// Records the shards of the database and the id of the fleet, at the first claim; later it
    /// verifies that they are those of the settings.
    func markRange(_ session: PostgresSession, for purpose: ClaimPurpose) throws {
        let mark = try FleetMark(session.one(FleetMark.query.sql + " FOR UPDATE"))
        if let found = mark.range {
            if found != range { throw otherRange(found, for: purpose) }
            return
        }
        guard range != .all else { return }
        let row = try session.one(
            "SELECT EXISTS (SELECT 1 FROM navsync.\"user\"), EXISTS (SELECT 1 FROM navsync.writer "
                + "AS w JOIN navsync.node AS n ON n.id = w.node "
                + "WHERE n.id <> $1 AND n.until > clock_timestamp())", [.integer(lease.node)])
        guard try !row.boolean(0) else {
            throw StoreError.unusable(
                AdvisedMessage(
                    "the database of store.url has users already, and store.databases gives it the "
                        + "shards \(range) only",
                    advice: "use an empty database: only that can begin with a part of the shards"))
        }
        guard try !row.boolean(1) else {
            throw StoreError.inUse("the database of store.url without store.databases")
        }
        // The same one decides for all, also if several begin at once.
        var fleet = mark.fleet
        if let first = others.first(where: { $0.range.first == 0 }) {
            guard let named = first.mark(), named.range == first.range else {
                throw UnnamedFleet(range: first.range)
            }
            fleet = named.fleet
        }
        _ = try session.rows(
            "UPDATE navsync.store SET id = $1, first_shard = $2, last_shard = $3",
            [
                .integer(fleet.column), .integer(Int64(range.first)), .integer(Int64(range.last)),
            ])
    }

    private func otherRange(_ found: ShardRange, for purpose: ClaimPurpose) -> StoreError {
        guard configuration.databases.isEmpty else {
            return .unusable(
                AdvisedMessage(
                    "the database of store.url has the shards \(found), and store.databases gives it "
                        + "\(range)",
                    advice: "write the shards \(found) for it: they never change"))
        }
        let part = "has only the shards \(found) of a fleet of several databases"
        switch purpose {
        case .serving:
            return .unusable(
                AdvisedMessage(
                    "the database of store.url \(part)",
                    advice: "set store.databases as on the fleet's other nodes"))
        case .copying:
            return .unusable(
                AdvisedMessage(
                    "the database \(part), and is not copied",
                    advice: "use a database that has all users"))
        }
    }

    /// Verifies that the other databases, as far as they can be reached, are of the same fleet, and
    /// that their nodes have the same server key.
    func joinFleet(on connection: PostgresConnection) throws {
        guard !others.isEmpty else { return }
        let own = try FleetMark.read(on: connection)
        for other in others {
            try other.check(FleetMark(fleet: own.fleet, range: other.range)) { connection in
                try lease.checkKey(on: connection, before: .now + Self.patience)
            }
        }
    }
}
