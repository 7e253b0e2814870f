internal import DatabaseFiles
internal import NavigationModel
internal import NavigationStore
internal import NavigationText
internal import NavigationWire
internal import PostgreSQL

/// A database's record of its place in a fleet of several: which shards it has, and the id that all of
/// them share. It is made once, while the database is empty, and never changes.
struct FleetMark: Hashable, Sendable {
    /// The id of the store, which is the fleet's.
    let fleet: StoreID
    /// The shards; `nil` for a database that has not been given any.
    let range: ShardRange?

    /// The statement that reads it.
    static let query = PostgresStatement("SELECT id, first_shard, last_shard FROM navsync.store")

    /// Reads the row of ``query``.
    init(_ row: PostgresRow) throws {
        fleet = StoreID(column: try row.integer(0))
        guard let first = try row.optionalInteger(1), let last = try row.optionalInteger(2) else {
            range = nil
            return
        }
        guard let range = ShardRange(Int(clamping: first), Int(clamping: last)) else {
            throw StoreError.damaged("the database has no shards \(first) to \(last)")
        }
        self.range = range
    }

    /// Joins the parts.
    init(fleet: StoreID, range: ShardRange?) {
        (self.fleet, self.range) = (fleet, range)
    }

    /// Reads it on a connection to another database of the fleet.
    static func read(on connection: PostgresConnection) throws -> FleetMark {
        let results = try connection.run(
            [query], before: .now + PostgresConfiguration.beginning)
        guard let row = results.first?.rows.first else {
            throw PostgresError(.value, "a row is missing")
        }
        return try FleetMark(row)
    }

    /// Returns the error of another database of the fleet that is not as it has to be; `nil` for one
    /// that is.
    func difference(to expected: FleetMark) -> StoreError? {
        let shards = expected.range ?? .all
        guard let range else {
            return .unavailable(
                AdvisedMessage(
                    "the database that store.databases gives the shards \(shards) has none yet",
                    advice: "start a node of that database"))
        }
        guard range == shards else {
            return .unusable(
                AdvisedMessage(
                    "a database has the shards \(range), and store.databases gives it \(shards)",
                    advice: "write the shards \(range) for it: they never change"))
        }
        guard fleet == expected.fleet else {
            return .unusable(
                AdvisedMessage(
                    "the database of shards \(range) is of fleet \(fleet), and this node's of fleet "
                        + "\(expected.fleet)",
                    advice: "name the databases of one fleet in store.databases"))
        }
        return nil
    }
}
