package import NavigationModel
package import NavigationStore
package import NavigationSync
package import NavigationWire
internal import Synchronization

/// An implementation of ``Store`` without a disk, with injected failures: for tests and
/// simulations.
package actor InMemoryStore: Store {
    private let disk: Storage
    private var isClosed = false
    private var failures: [Int: InjectedFailure] = [:]
    private let stalling = Gate()
    private var refusal: StoreError?
    /// The number of calls so far, failed ones included; ``close()`` does not count.
    package private(set) var calls = 0

    /// An injected failure: a call throws it instead of returning its result.
    private struct InjectedFailure {
        let error: StoreError
        let takesEffect: Bool
    }

    /// Opens a store on storage.
    package init(on disk: Storage = Storage()) {
        self.disk = disk
    }

    /// Makes the call with this number, from 1, fail.
    ///
    /// - Parameter takingEffect: whether the call does its work all the same: one of the two cases
    ///   of ``StoreError/indeterminate(_:)``.
    package func fail(call number: Int, with error: StoreError, takingEffect: Bool = false) {
        failures[number] = InjectedFailure(error: error, takesEffect: takingEffect)
    }

    /// Refuses commits from now on, as a full disk does; `nil` accepts them again. With
    /// ``StoreError/full(_:)`` those that `Reserve` admits are accepted.
    package func refuseCommits(with error: StoreError?) {
        refusal = error
    }

    private func isReserve(_ writes: [SceneWrite], _ changes: [RegistryChange]) -> Bool {
        if case .full = refusal { Reserve.admits(writes, changes) } else { false }
    }

    /// Returns `true` unless commits are refused.
    package func recover() -> Bool { refusal == nil }

    /// Blocks commits from now on, as an unresponsive disk does.
    package func stall() async {
        await stalling.begin()
    }

    /// Resumes blocked commits.
    package func resume() async {
        await stalling.finish()
    }

    /// Counts as one call, as do all below but ``close()``.
    package func claim(_ shards: Set<Shard>, after term: Term) throws(StoreError) -> Claim {
        try perform { (contents) throws(StoreError) in contents.claim(shards, after: term) }
    }

    /// Replays the log as a real store does.
    package func load(
        _ key: SceneKey, under claim: Claim
    ) throws(StoreError) -> StoredScene? {
        try perform { (contents) throws(StoreError) in try contents.load(key, under: claim) }
    }

    /// All or nothing, in memory; blocked after ``stall()`` until ``resume()``.
    package nonisolated func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        Task {
            do throws(StoreError) {
                completion(.success(try await make(writes, changes, under: claim)))
            } catch {
                completion(.failure(error))
            }
        }
    }

    private func make(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim
    ) async throws(StoreError) {
        await stalling.end()
        if let refusal, !isReserve(writes, changes) { throw refusal }
        try perform { (contents) throws(StoreError) in
            try contents.commit(writes, changes, under: claim)
        }
    }

    /// Returns the committed rows.
    package func account(of user: UserID) throws(StoreError) -> UserAccount? {
        try perform { (contents) throws(StoreError) in contents.account(of: user) }
    }

    /// Scans all users.
    package func owner(of principal: Principal) throws(StoreError) -> UserID? {
        try perform { (contents) throws(StoreError) in contents.owner(of: principal) }
    }

    /// Scans all users.
    package func account(holding key: PublicKey) throws(StoreError) -> UserAccount? {
        try perform { (contents) throws(StoreError) in
            contents.owner(of: .device(key)).flatMap { contents.account(of: $0) }
        }
    }

    /// Scans all users.
    package func users(
        after name: UserID?, limit: Int
    ) throws(StoreError) -> [RegisteredUser] {
        try perform { (contents) throws(StoreError) in contents.users(after: name, limit: limit) }
    }

    /// Returns the storage's identity.
    package func identity(under claim: Claim) throws(StoreError) -> StoreIdentity {
        try perform { (contents) throws(StoreError) in try contents.identity(under: claim) }
    }

    /// Returns the last recorded time.
    package func accumulatedUptime(under claim: Claim) throws(StoreError) -> Duration {
        try perform { (contents) throws(StoreError) in try contents.accumulatedUptime(under: claim)
        }
    }

    /// Keeps the greater of the two.
    package func recordUptime(_ accumulatedUptime: Duration, under claim: Claim) throws(StoreError)
    {
        try perform { (contents) throws(StoreError) in
            try contents.recordUptime(accumulatedUptime, under: claim)
        }
    }

    /// Renews the epochs of all scenes.
    package func renewEpochs(
        under claim: Claim, makingEpoch: @escaping @Sendable () -> Epoch
    ) throws(StoreError) {
        try perform { (contents) throws(StoreError) in
            try contents.renewEpochs(under: claim, makingEpoch: makingEpoch)
        }
    }

    /// Compacts in steps of `limit`, as a real store does.
    package func compact(
        _ key: SceneKey, upTo revision: Revision, limit: Int, under claim: Claim
    ) throws(StoreError) -> Compaction {
        try perform { (contents) throws(StoreError) in
            try contents.compact(key, upTo: revision, limit: limit, under: claim)
        }
    }

    /// Replays the log from the nearest snapshot.
    package func state(
        of key: SceneKey, at revision: Revision
    ) throws(StoreError) -> PastState? {
        try perform { (contents) throws(StoreError) in try contents.state(of: key, at: revision) }
    }

    /// There is no file to check.
    package func audit(
        _ key: SceneKey, upTo revision: Revision, wholeStore: Bool
    ) throws(StoreError) -> StoredAudit {
        try perform { (contents) throws(StoreError) in
            contents.audit(key, upTo: revision, wholeStore: wholeStore)
        }
    }

    /// Scans all scenes.
    package func usage(of user: UserID) throws(StoreError) -> UserUsage {
        try perform { (contents) throws(StoreError) in contents.usage(of: user) }
    }

    /// Returns the bytes of all commits and snapshots. Never fails: a daemon calls it on its own,
    /// and injected failures are for client requests.
    package func usedLength() throws(StoreError) -> Int {
        try disk.access { (contents) throws(StoreError) in contents.length }
    }

    /// Reads a page of the log.
    package func log(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int
    ) throws(StoreError) -> [EncodedCommit] {
        try perform { (contents) throws(StoreError) in
            contents.log(of: key, after: revision, limit: limit, length: length)
        }
    }

    /// Reads the receipt of one change.
    package func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) throws(StoreError) -> StoredReceipt? {
        try perform { (contents) throws(StoreError) in
            contents.storedReceipt(of: sequence, by: device, in: key)
        }
    }

    /// Empty metrics: memory has no file sizes, and its syncs take no time.
    package nonisolated var metrics: StoreMetrics { StoreMetrics() }

    /// Closes the store: later calls fail with ``StoreError/unavailable(_:)``; the storage keeps
    /// its contents.
    package func close() {
        isClosed = true
    }

    private func perform<Result: Sendable>(
        _ body: (inout Contents) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard !isClosed else { throw .closed }
        calls += 1
        let failure = failures.removeValue(forKey: calls)
        if let failure, !failure.takesEffect { throw failure.error }
        let result = try disk.access(body)
        if let failure { throw failure.error }
        return result
    }
}

extension InMemoryStore {
    /// The content that outlives a store, as a disk outlives a process.
    package final class Storage: Sendable {
        private let stored: Mutex<Contents>

        /// Creates empty storage.
        package init() {
            let identity = StoreIdentity(
                id: StoreID(rawValue: .random(in: 1 ... .max)),
                epochSeed: .random(in: .min ... .max))
            stored = Mutex(Contents(identity))
        }

        /// Runs `body` on the contents; if it throws, it must not have changed them.
        func access<Result: Sendable>(
            _ body: (inout Contents) throws(StoreError) -> Result
        ) throws(StoreError) -> Result {
            try stored.withLock { (contents) throws(StoreError) in try body(&contents) }
        }
    }
}

/// A gate that is open unless it is temporarily closed.
actor Gate {
    private var isShut = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Closes the gate.
    func begin() {
        isShut = true
    }

    /// Opens the gate, and resumes waiting tasks.
    func finish() {
        isShut = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Returns when the gate is open, at once if it is.
    func end() async {
        guard isShut else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
