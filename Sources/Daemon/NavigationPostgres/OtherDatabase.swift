internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationText
internal import NavigationWire
internal import POSIX
internal import PostgreSQL
internal import Synchronization

/// Another database of the fleet, as a node reads it: with a thread and a connection of its own, so
/// that one that is away holds up nothing of this node's users.
final class OtherDatabase: Sendable {
    /// The shards that it has.
    let range: ShardRange
    private let configuration: PostgresConfiguration
    private let thread: ConnectionThread
    private let state = Mutex(State())

    private struct State {
        /// The id of the fleet; `nil` before this node's own database was claimed.
        var fleet: StoreID?
        /// The last map, and when it was asked for; `nil` before the first.
        var seen: (map: FleetMap, at: ContinuousClock.Instant)?
        var isLooking = false
        /// The last failure, and when it was; `nil` after a success.
        var failure: (error: StoreError, at: ContinuousClock.Instant)?
    }

    /// The time for a call: users of this node's own database may wait for it, to register a device.
    private static let patience = Duration.seconds(3)
    /// The time after a failure in which further calls fail at once.
    private static let pause = Duration.seconds(1)

    /// Prepares the thread; connects to nothing yet.
    init(_ range: ShardRange, _ configuration: PostgresConfiguration) throws(ThreadError) {
        (self.range, self.configuration) = (range, configuration)
        thread = try ConnectionThread(named: "navsync.other")
    }

    /// Ends the thread and the connection.
    func close() async { await thread.close() }

    // MARK: The map

    /// The map as last read; its age counts from when it was asked for.
    var view: FleetMap.View {
        state.withLock { state in
            FleetMap.View(
                range: range, map: state.seen?.map,
                age: state.seen.map { ContinuousClock.now - $0.at } ?? .zero,
                absence: state.failure.map { "\($0.error)" })
        }
    }

    /// Begins to read the map anew, unless that is under way, and returns at once.
    func look() {
        let isDue = state.withLock { state in
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard isDue else { return }
        let isQueued = thread.run { [self] in
            try? lookNow()
            state.withLock { $0.isLooking = false }
        }
        if !isQueued { state.withLock { $0.isLooking = false } }
    }

    private func lookNow() throws {
        let start = ContinuousClock.now
        let known = state.withLock { $0.seen?.map }
        let map = try call(PostgresSession.reading) { session in
            try PostgresStore.map(of: self.range, after: known, session)
        }
        state.withLock { $0.seen = (map, start) }
    }

    /// Marks a node of this database, and reads the map that follows.
    func setDraining(_ isDraining: Bool, _ node: Int64) async throws(StoreError) -> Bool {
        try await run { [self] in
            let isThere = try call(PostgresSession.writing) { session in
                let rows = try session.run([PostgresStore.draining(isDraining, node)])
                try session.commit()
                return rows.first?.rows.isEmpty == false
            }
            try lookNow()
            return isThere
        }
    }

    // MARK: Calls

    /// Runs `body` on a durable snapshot. Fails at once for a while after a failure.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> Result {
        try await run { [self] in try call(PostgresSession.reading, body) }
    }

    /// Runs `body` in a transaction, and commits it durably. It may run twice, and has to come to the
    /// same.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws(StoreError) -> Result {
        try await run { [self] in
            try call(PostgresSession.writing) { session in
                let result = try body(session)
                try session.commit()
                return result
            }
        }
    }

    private func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws(StoreError) -> Result {
        let result: Swift.Result<Result, StoreError> = await withCheckedContinuation {
            continuation in
            let isQueued = thread.run {
                continuation.resume(
                    returning: Swift.Result { try body() }.mapError { self.absence($0) })
            }
            if !isQueued {
                continuation.resume(returning: .failure(absence(nil)))
            }
        }
        return try result.get()
    }

    /// The error of a call that failed for this reason.
    private func absence(_ error: (any Error)?) -> StoreError {
        let reason =
            switch error.map(StoreError.init(_:)) {
            case .unavailable(let why)?, .unusable(let why)?: why.failure
            case let error?: error.reason
            case nil: "too many calls wait"
            }
        return .unavailable(
            AdvisedMessage(
                "the database of shards \(range) does not answer: \(reason)", advice: "try again"))
    }

    /// Runs `body` on the thread: once more, on a new connection, if that is lost.
    private func call<Result>(
        _ beginning: String, _ body: (PostgresSession) throws -> Result
    ) throws -> Result {
        let failure = state.withLock { $0.failure }
        if let failure, failure.at + Self.pause > .now { throw failure.error }
        do {
            let result: Result
            do {
                result = try attempt(beginning, body)
            } catch let error as PostgresError where PostgresStore.isUnknown(error) {
                thread.drop()
                result = try attempt(beginning, body)
            }
            state.withLock { $0.failure = nil }
            return result
        } catch {
            thread.drop()
            state.withLock { $0.failure = (StoreError(error), .now) }
            throw error
        }
    }

    private func attempt<Result>(
        _ beginning: String, _ body: (PostgresSession) throws -> Result
    ) throws -> Result {
        let session = PostgresSession(
            on: try connection(), before: .now + Self.patience, beginning: beginning)
        defer { session.rollBack() }
        return try body(session)
    }

    private func connection() throws -> PostgresConnection {
        if let open = thread.connection() { return open }
        let connection = try configuration.connect()
        guard let fleet = state.withLock({ $0.fleet }) else {
            throw StoreError.unavailable("this node serves nobody yet")
        }
        let found = try FleetMark.read(on: connection)
        if let difference = found.difference(to: FleetMark(fleet: fleet, range: range)) {
            throw difference
        }
        thread.keep(connection)
        return connection
    }

    /// Runs `body` in a transaction, behind the calls before and before those that follow. What fails
    /// is left undone.
    func post(_ body: @escaping @Sendable (PostgresSession) throws -> Void) {
        _ = thread.run { [self] in
            try? call(PostgresSession.writing) { session in
                try body(session)
                try session.commit()
            }
        }
    }

    // MARK: The start of a node

    /// Returns what the database has recorded, by a connection of its own; `nil` if it can't be
    /// reached. Blocks its thread, for some seconds at most.
    func mark() -> FleetMark? {
        guard let connection = try? configuration.connect() else { return nil }
        return try? FleetMark.read(on: connection)
    }

    /// Verifies what the database has recorded, and runs `body` on a connection of its own; does
    /// neither if it can't be reached, or has recorded nothing yet. Its calls expect the same mark
    /// from then on.
    func check(_ expected: FleetMark, _ body: (PostgresConnection) throws -> Void) throws {
        state.withLock { $0.fleet = expected.fleet }
        guard let connection = try? configuration.connect(),
            let found = try? FleetMark.read(on: connection)
        else { return }
        switch found.difference(to: expected) {
        case .unavailable?: return
        case let error?: throw error
        case nil: try body(connection)
        }
    }
}
