internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import PostgreSQL

/// A key or a local user that a user is about to register, in the database that decides about it.
struct Reservation: Sendable {
    /// The principal in bytes: its kind, and the key or the local user.
    private let principal: [UInt8]
    private let user: UserID

    /// Creates a reservation; `nil` for an invitation, whose id is of its user's shard.
    init?(of principal: Principal, for user: UserID) {
        switch principal {
        case .local(let uid):
            self.principal = [1] + (0..<4).map { UInt8(truncatingIfNeeded: uid >> ($0 * 8)) }
        case .device(let key): self.principal = [2] + key.bytes
        case .invitation: return nil
        }
        self.user = user
    }

    /// The shard whose database decides: by a hash, as a user's shard.
    var home: Shard { Shard(hashing: principal) }

    /// Reserves the principal, unless another user has; returns the user that it is reserved for.
    ///
    /// - Parameter term: The term of the user's shard: a node that owned it before can't end what a
    ///   later one has reserved.
    func make(under term: Term, _ session: PostgresSession) throws -> UserID {
        let row = try session.one(
            "INSERT INTO navsync.reservation AS r (principal, \"user\", term) VALUES ($1, $2, $3) "
                + "ON CONFLICT (principal) DO UPDATE SET term = CASE "
                + "WHEN r.\"user\" = excluded.\"user\" THEN greatest(r.term, excluded.term) "
                + "ELSE r.term END RETURNING \"user\"",
            [.bytes(principal), .text(user.rawValue), .integer(term.column)])
        return try row.identifier(0)
    }

    /// Ends the reservation, if it is the user's and not of a later owner of its shard.
    func end(under term: Term, _ session: PostgresSession) throws {
        _ = try session.rows(
            "DELETE FROM navsync.reservation WHERE principal = $1 AND \"user\" = $2 AND term <= $3",
            [.bytes(principal), .text(user.rawValue), .integer(term.column)])
    }
}
