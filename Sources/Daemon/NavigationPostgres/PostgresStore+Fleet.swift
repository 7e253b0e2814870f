package import NavigationStore
package import NavigationSync
package import NavigationWire
internal import PostgreSQL
internal import Synchronization

/// The part of a node in a fleet: the shards that it takes and hands over under its claim of none.
extension PostgresStore: Fleet {
    /// The shards whose terms the server has given to this node, and to none after it as far as it
    /// knows.
    package var heldShards: Set<Shard> { owned.withLock { Set($0?.terms.keys ?? [:].keys) } }

    /// Each renewal of the lease writes them.
    package func announce(_ addresses: [String]) {
        lease.announce(addresses)
    }

    /// The renewal that writes them is due at once.
    package func announce(_ keys: ServerKeysInfo) {
        lease.announce(keys)
    }

    /// Counted on the monotonic clock of this machine, from when the last renewal was sent.
    package var mayAnswer: Bool { lease.mayAnswer }

    package func acknowledgeLoss() {
        lease.acknowledgeLoss()
    }

    package var fleetMetrics: FleetMetrics {
        var metrics = counters.withLock { $0 }
        metrics.shards = heldShards.count
        lease.add(to: &metrics)
        return metrics
    }

    /// Reads one row and those of the nodes; those of the shards after a change only. Reads the other
    /// databases meanwhile, and takes of them what was read before.
    package func map() async throws(StoreError) -> FleetMap {
        for other in others { other.look() }
        let known = lastMap.withLock { $0 }
        let map = try await read(on: reader) { [range] session in
            try Self.map(of: range, after: known, session)
        }
        lastMap.withLock { $0 = map }
        return map.joined(with: others.map(\.view))
    }

    /// Reads the map of the database that has the shards `range`.
    static func map(
        of range: ShardRange, after known: FleetMap?, _ session: PostgresSession
    ) throws -> FleetMap {
        let version = UInt64(
            bitPattern: try session.one("SELECT map FROM navsync.store").integer(0))
        let nodes = try session.rows(
            "SELECT id, name, array_to_string(addresses, ' '), draining, (extract(epoch FROM until "
                + "- clock_timestamp()) * 1000000)::bigint, version, key, next_key "
                + "FROM navsync.node ORDER BY id"
        ).map { row in
            FleetMap.Node(
                id: try row.integer(0), name: try row.text(1),
                addresses: try row.text(2).split(separator: " ").map(String.init),
                isDraining: try row.boolean(3), lease: .microseconds(try row.integer(4)),
                range: range, version: try row.text(5),
                serverKey: try row.optionalBytes(6).flatMap(PublicKey.init(bytes:)),
                nextServerKey: try row.optionalBytes(7).flatMap(PublicKey.init(bytes:)))
        }
        var owners = known?.version == version ? known?.owners : nil
        if owners == nil {
            let rows = try session.rows("SELECT owner FROM navsync.shard ORDER BY id")
            guard rows.count == Shard.count else {
                throw PostgresError(.value, "\(rows.count) shards")
            }
            owners = try rows.map { row in try row.integer(0) }
        }
        return FleetMap(version: version, range: range, nodes: nodes, owners: owners ?? [])
    }

    /// Increases the terms of the shards' rows. The transactions of the owners before have ended
    /// then, and none of them can begin.
    package func take(
        _ shards: Set<Shard>, under claim: Claim
    ) async throws(StoreError) -> Set<Shard> {
        let own = shards.filter { range.contains($0.number) }
        let values: [PostgresValue] = [
            .integers(own.map { Int64($0.number) }), .integer(lease.node),
        ]
        return try await onWriter { [self] in
            let start = ContinuousClock.now
            let (origins, taken) = try transact(under: claim) { session, own in
                try Self.fence([], own, session)
                let origins = try Self.lockFree(values, session)
                let rows = try session.rows(
                    "UPDATE navsync.shard AS s SET term = term + 1, owner = $2 "
                        + "WHERE id = ANY ($1::bigint[]) AND \(Self.isFree) RETURNING id, term",
                    values)
                try session.commit(after: [Self.newMap])
                let taken = try rows.map { row in
                    (try row.shard(0), Term(column: try row.integer(1)))
                }
                return (origins, taken)
            }.get()
            counters.withLock { metrics in
                metrics.takes.note(ContinuousClock.now - start)
                metrics.taken.add(taken.compactMap { origins[$0.0] })
            }
            let held = owned.withLock { own in
                for (shard, term) in taken { own?.terms[shard] = term }
                return own?.terms ?? [:]
            }
            lease.note(held)
            return Set(taken.map(\.0))
        }
    }

    /// Runs on the writer's thread, so behind all batches that were begun. A failure leaves the
    /// shards with this node, which does not hold them until it takes them again.
    package func handOver(
        _ shards: Set<Shard>, to node: Int64, under claim: Claim
    ) async throws(StoreError) {
        let values: [PostgresValue] = [
            .integers(shards.map { Int64($0.number) }), .integer(lease.node), .integer(node),
        ]
        try await onWriter { [self] in
            _ = try ownership(of: claim)
            let rest = owned.withLock { own in
                for shard in shards { own?.terms[shard] = nil }
                return own?.terms ?? [:]
            }
            lease.note(rest)
            let count = try transact(under: claim) { session, own in
                try Self.fence([], own, session)
                let handed = try session.rows(
                    "UPDATE navsync.shard SET term = term + 1, owner = $3 "
                        + "WHERE id = ANY ($1::bigint[]) AND owner = $2 RETURNING id", values)
                try session.commit(after: [Self.newMap])
                return handed.count
            }.get()
            counters.withLock { $0.handedOver += UInt64(count) }
        }
    }

    /// Marks the node's row. A restart of the node has another row, without the mark.
    package func setDraining(
        _ isDraining: Bool, _ node: Int64
    ) async throws(StoreError) -> Bool {
        let elsewhere = others.first { other in
            other.view.map?.nodes.contains { $0.id == node } == true
        }
        if let elsewhere { return try await elsewhere.setDraining(isDraining, node) }
        return try await onWriter { [self] in
            let results = try writerConnection().run(
                [Self.draining(isDraining, node)], before: .now + Self.patience)
            return results.first?.rows.isEmpty == false
        }
    }

    /// The statement that marks a node's row; it has a row if there is such a node.
    static func draining(_ isDraining: Bool, _ node: Int64) -> PostgresStatement {
        PostgresStatement(
            "UPDATE navsync.node SET draining = \(isDraining) WHERE id = $1 RETURNING id",
            [.integer(node)])
    }

    /// Reads the standbys as far as the role may see them: all of it with `pg_monitor`.
    package func server() async throws(StoreError) -> FleetStatus.Server {
        let renewal = lease.lastRenewal
        return try await read(on: reader) { session in
            let row = try session.one(Self.serverQuery)
            let standbys = try session.rows(Self.standbyQuery).map { row in
                FleetStatus.Standby(
                    name: try row.text(0), state: try row.text(1), confirmation: try row.text(2),
                    lag: try row.optionalInteger(3).map { UInt64(clamping: $0) })
            }
            return FleetStatus.Server(
                address: try row.text(0), version: try row.text(1), renewal: renewal,
                standbys: standbys)
        }
    }

    private static let serverQuery =
        "SELECT CASE family(inet_server_addr()) WHEN 4 THEN host(inet_server_addr()) || ':' "
        + "WHEN 6 THEN '[' || host(inet_server_addr()) || ']:' ELSE 'local socket' END "
        + "|| coalesce(inet_server_port()::text, ''), current_setting('server_version')"

    private static let standbyQuery =
        "SELECT coalesce(application_name, ''), coalesce(state, ''), coalesce(sync_state, ''), "
        + "pg_wal_lsn_diff(pg_current_wal_flush_lsn(), flush_lsn)::bigint "
        + "FROM pg_stat_replication ORDER BY application_name, pid"

    /// Counts a change of owners.
    static let newMap = PostgresStatement("UPDATE navsync.store SET map = map + 1")

    /// Forgets shards that the server has given to other nodes, if this node goes on without them;
    /// else its claim is lost.
    func forget(_ lost: [Shard: Term]) -> Bool {
        counters.withLock { $0.lost += UInt64(lost.count) }
        return owned.withLock { own in
            guard own?.isMember == true else { return false }
            // Those that it has taken again meanwhile have another term.
            for (shard, term) in lost where own?.terms[shard] == term { own?.terms[shard] = nil }
            return true
        }
    }
}

extension CounterSet<FleetMetrics.Origin> {
    /// Counts shards that were taken.
    mutating func add(_ origins: some Sequence<FleetMetrics.Origin>) {
        for origin in origins { self[origin] += 1 }
    }
}
