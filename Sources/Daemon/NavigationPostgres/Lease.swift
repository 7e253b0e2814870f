internal import Dispatch
internal import NavigationStore
internal import NavigationSync
internal import NavigationText
internal import NavigationWire
internal import POSIX
internal import PostgreSQL
internal import Synchronization

/// The lease of a node: a row that it renews, and without which another node may claim its shards. The
/// right to answer that follows from it is `NodeLease`'s.
final class Lease: Sendable {
    /// The number of the node, which its claims bear.
    let node: Int64
    private let configuration: PostgresConfiguration
    private let thread: ConnectionThread
    /// The renewals of all nodes, by which a database is recognised that was put back.
    let renewals: SeenRenewals
    private let state: Mutex<State>
    /// The shards that the node believes to own, with their terms; `nil` before its first claim.
    private let shards = Mutex<[Shard: Term]?>(nil)
    private let loss = Mutex<(@Sendable ([Shard: Term]) -> Bool)?>(nil)

    private struct State {
        /// The right to answer.
        var right: NodeLease<ContinuousClock.Instant>
        var isRenewing = false
        /// The time that the last renewal took; `nil` before the first.
        var lastRenewal: Duration?
        /// The times of all renewals.
        var times = Histogram.latency
        /// The number of renewals that failed.
        var failures: UInt64 = 0
        /// The addresses and the public keys that the renewals announce.
        var addresses: [String] = []
        var keys: ServerKeysInfo?
        var observer: (@Sendable (LeaseState) -> Void)?
        /// The time of the next renewal.
        var due = ContinuousClock.now
        var timer: (any DispatchSourceTimer)?
    }

    /// The number of renewals in a lease: one in 2 s.
    private static let renewalsInLease = 3
    /// The number of times in a lease that its end is looked for.
    private static let ticks = 24

    /// Prepares a lease; the first renewal begins it.
    init(
        _ configuration: PostgresConfiguration, node: Int64, record: RenewalRecord?
    ) throws(ThreadError) {
        (self.configuration, self.node) = (configuration, node)
        renewals = SeenRenewals(record)
        state = Mutex(State(right: NodeLease(lasting: configuration.lease, at: .now)))
        thread = try ConnectionThread(named: "navsync.lease")
    }

    /// Calls `body` when the right to answer lapses, returns or is lost.
    func observe(_ body: @escaping @Sendable (LeaseState) -> Void) {
        state.withLock { $0.observer = body }
    }

    /// Announces addresses with each renewal from now on.
    func announce(_ addresses: [String]) {
        state.withLock { $0.addresses = addresses }
    }

    /// Announces keys with each renewal from now on, the next of which is due.
    func announce(_ keys: ServerKeysInfo) {
        state.withLock { ($0.keys, $0.due) = (keys, .now) }
    }

    /// Calls `body` with the shards that the server has given to other nodes; it returns a Boolean
    /// value indicating whether the node goes on without them.
    func observeLoss(_ body: @escaping @Sendable ([Shard: Term]) -> Bool) {
        loss.withLock { $0 = body }
    }

    /// A Boolean value indicating whether no other node can have claimed shards that this one still
    /// answers for.
    var mayAnswer: Bool {
        guard configuration.lease > .zero else { return true }
        return state.withLock { $0.right.mayAnswer(at: .now) }
    }

    /// The time that the last renewal took, from its statements to their results; `nil` before the
    /// first.
    var lastRenewal: Duration? { state.withLock { $0.lastRenewal } }

    /// Adds the metrics of the lease.
    func add(to metrics: inout FleetMetrics) {
        state.withLock { state in
            (metrics.renewals, metrics.failedRenewals) = (state.times, state.failures)
            metrics.lease = state.right.rest(at: .now)
        }
    }

    /// Notes that shards are lost: nothing is answered until that is acknowledged.
    func noteLoss() {
        let observer = state.withLock { state in
            state.right.noteLoss()
            return state.observer
        }
        observer?(.held)
    }

    /// Goes on after a loss: the shards that were lost are answered for no longer.
    func acknowledgeLoss() {
        state.withLock { $0.right.acknowledgeLoss() }
    }

    /// Renews the lease on a connection, and goes on to do so. Blocks the thread of the connection.
    /// A server that is not durable any more ends the lease at once.
    ///
    /// Throws `StoreError.unusable` if another node has another server key.
    func begin(on connection: PostgresConnection, before deadline: ContinuousClock.Instant) throws {
        guard configuration.lease > .zero else { return }
        if state.withLock({ !$0.right.hasBegun && $0.keys != nil }) {
            try admit(on: connection, before: deadline)
        }
        try renew(on: connection, before: deadline, owning: nil)
        let tick = configuration.lease / Self.ticks
        state.withLock { state in
            guard state.timer == nil else { return }
            // No task: a lease must not wait for those of the cooperative pool.
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "navsync.lease"))
            let interval = DispatchTimeInterval.milliseconds(Int(tick / .milliseconds(1)))
            timer.schedule(deadline: .now() + interval, repeating: interval)
            timer.setEventHandler { [weak self] in self?.check() }
            timer.resume()
            state.timer = timer
        }
    }

    /// The number that guards the admission of nodes, one after the other.
    private static let advisoryLock: Int64 = 0x6e61_7673_796e_6365

    /// Inserts the row of the node, unless a node with a lease has another server key: devices know
    /// all nodes by one. In a rotation one of the two has the other's key as the next one.
    private func admit(
        on connection: PostgresConnection, before deadline: ContinuousClock.Instant
    ) throws {
        let session = PostgresSession(
            on: connection, before: deadline, beginning: PostgresSession.writing)
        defer { session.rollBack() }
        _ = try session.rows("SELECT pg_advisory_xact_lock($1)", [.integer(Self.advisoryLock)])
        try checkKey(session)
        try session.commit(after: [row])
    }

    /// Throws `StoreError.unusable` if a node of another database has another server key.
    func checkKey(
        on connection: PostgresConnection, before deadline: ContinuousClock.Instant
    ) throws {
        let session = PostgresSession(
            on: connection, before: deadline, beginning: PostgresSession.reading)
        defer { session.rollBack() }
        try checkKey(session)
    }

    private func checkKey(_ session: PostgresSession) throws {
        guard let keys = state.withLock({ $0.keys }) else { return }
        let others = try session.rows(
            "SELECT name || coalesce(' (' || addresses[1] || ')', ''), key FROM navsync.node "
                + "WHERE id <> $1 AND until > clock_timestamp() AND key <> $2 "
                + "AND key IS DISTINCT FROM $3 AND next_key IS DISTINCT FROM $2 LIMIT 1",
            [.integer(node), .bytes(keys.key.bytes), .orNull(keys.next?.bytes)])
        guard let other = others.first else { return }
        let (own, its) = (Fingerprint(of: keys.key.bytes), try other.publicKey(1))
        throw StoreError.unusable(
            AdvisedMessage(
                "the server key of this node, \(own), is not \(Fingerprint(of: its.bytes)) as "
                    + "on node \(try other.text(0)), and devices know all nodes by one key",
                advice: "copy server.key from that node to this one and start again; if this "
                    + "one has the right key, stop the other nodes and copy it to them"))
    }

    /// The statement that inserts the row of the node, or renews its lease.
    private var row: PostgresStatement {
        let (addresses, keys) = state.withLock { ($0.addresses, $0.keys) }
        return PostgresStatement(
            "INSERT INTO navsync.node AS n "
                + "(id, name, until, addresses, version, key, next_key, renewals) "
                + "VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 microsecond', "
                + "$4, $5, $6, $7, 1) ON CONFLICT (id) DO UPDATE SET until = excluded.until, "
                + "addresses = excluded.addresses, key = excluded.key, "
                + "next_key = excluded.next_key, renewals = n.renewals + 1",
            [
                .integer(node), .text(configuration.name), .duration(configuration.lease),
                .texts(addresses), .text(NavsyncVersion.current),
                .orNull(keys?.key.bytes), .orNull(keys?.next?.bytes),
            ])
    }

    /// Ends the renewals; the lease runs out, unless it is given up.
    func end() async {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
        }
        await thread.close()
    }

    /// Gives the lease up after its end: another node need not wait. What fails runs out by itself.
    /// The end counts as a renewal, so that a backup from before it is recognised.
    func giveUp(on connection: PostgresConnection) {
        let moment = renewals.moment
        guard let row = try? Self.end(of: node, on: connection) else { return }
        if let count = try? RenewalCount(row) { _ = renewals.note(count, sentAfter: moment) }
        renewals.keep()
    }

    /// Ends the lease of a node that answers nothing any more; returns the row of a
    /// ``RenewalCount``.
    @discardableResult
    static func end(
        of node: Int64, on connection: PostgresConnection
    ) throws -> PostgresRow? {
        let results = try connection.run(
            [
                PostgresStatement(removing("id = $1", more: 1), [.integer(node)]),
                PostgresStatement(RenewalCount.query),
            ], before: .now + PostgresConfiguration.beginning)
        return results.last?.rows.first
    }

    /// Returns the statement that removes nodes and keeps the number of their renewals, with some
    /// `more` if there was one.
    static func removing(_ condition: String, more: Int = 0) -> String {
        "WITH gone AS (DELETE FROM navsync.node WHERE \(condition) RETURNING renewals) "
            + "UPDATE navsync.store SET renewals = renewals + g.count FROM (SELECT "
            + "(sum(renewals) + \(more))::bigint AS count FROM gone) AS g "
            + "WHERE g.count IS NOT NULL"
    }

    /// Renews the lease if that is due, and notes when it has ended.
    private func check() {
        noteEnd()
        let isDue = state.withLock { state in
            guard !state.isRenewing, state.due <= .now else { return false }
            state.due = .now + configuration.lease / Self.renewalsInLease
            state.isRenewing = true
            return true
        }
        if isDue { _ = thread.run { [self] in renewNow() } }
    }

    /// Notes that the lease has ended, if it has.
    private func noteEnd() { report { $0.lapse(at: .now) } }

    /// Changes the right to answer; the observer learns of it.
    private func report(_ change: (inout NodeLease<ContinuousClock.Instant>) -> LeaseState?) {
        let (observer, next) = state.withLock { state in
            (state.observer, change(&state.right))
        }
        if let next { observer?(next) }
    }

    private func renewNow() {
        defer { state.withLock { $0.isRenewing = false } }
        do {
            let connection: PostgresConnection
            if let open = thread.connection() {
                connection = open
            } else {
                connection = try configuration.connect()
                thread.keep(connection)
            }
            let owned = shards.withLock { $0 }
            try renew(on: connection, before: .now + configuration.lease, owning: owned)
        } catch StoreError.unusable(let why) {
            // No commit is acknowledged that the server may lose.
            state.withLock { $0.failures += 1 }
            report { $0.end(at: .now, because: "\(why)") }
        } catch {
            // The next renewal connects anew; until then the lease runs out.
            state.withLock { state in
                state.right.fail(because: "\(error)")
                state.failures += 1
            }
            thread.drop()
        }
    }

    /// Notes the claims of the node, which each renewal verifies.
    func note(_ owned: [Shard: Term]) {
        shards.withLock { $0 = owned }
    }

    private func renew(
        on connection: PostgresConnection, before deadline: ContinuousClock.Instant,
        owning owned: [Shard: Term]?
    ) throws {
        let (sent, moment) = (ContinuousClock.now, renewals.moment)
        let results = try connection.run(
            [
                row,
                PostgresStatement(
                    "SELECT id, term FROM navsync.shard WHERE owner = $1", [.integer(node)]),
                PostgresStatement(RenewalCount.query),
                Durability.query,
            ], before: deadline)
        let taken = ContinuousClock.now - sent
        state.withLock { state in
            state.lastRenewal = taken
            state.times.note(taken)
        }
        try configuration.check(results.last)
        var found: [Shard: Term] = [:]
        for row in results.dropFirst().first?.rows ?? [] {
            found[try row.shard(0)] = Term(column: try row.integer(1))
        }
        let count = try results.dropFirst(2).first?.rows.first.map { try RenewalCount($0) }
        let isSetBack = count.map { renewals.note($0, sentAfter: moment) } ?? false
        // A claim looks for itself, and begins new histories.
        guard !isSetBack || owned == nil else {
            return report { $0.renew(sentAt: sent, goesOn: false) }
        }
        // Shards that were handed over meanwhile are not lost, nor those that were taken.
        let lost = shards.withLock { shards in
            owned?.lost(finding: found).filter { shards?[$0.key] == $0.value } ?? [:]
        }
        let goesOn = lost.isEmpty || loss.withLock { $0 }?(lost) ?? false
        if !lost.isEmpty, goesOn {
            shards.withLock { shards in
                for (shard, term) in lost where shards?[shard] == term { shards?[shard] = nil }
            }
            noteLoss()
        }
        report { $0.renew(sentAt: sent, goesOn: goesOn) }
    }
}
