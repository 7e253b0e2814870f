package import NavigationModel
package import NavigationSync
package import NavigationWire

/// The durable log of scenes: the boundary between the daemon's core and its database.
package protocol Store: Sendable {
    /// Claims shards with a term greater than every one of theirs before, `term` included: all of
    /// them or none. A store that has no shards claims all its users, whichever are named. If the
    /// store is a restored copy, it takes the measures of ``RestoreDetection`` in the same step. An
    /// earlier claim of this store ends.
    ///
    /// On a full disk, and if no other owner is possible, the claim keeps the last term and has a
    /// ``Claim/failure``: then the store can be read, and written once ``recover()`` returns
    /// `true`.
    func claim(_ shards: Set<Shard>, after term: Term) async throws(StoreError) -> Claim

    /// Calls `body`, on any thread, when the right to answer for the claims of this store lapses,
    /// returns, or is lost to another owner. A store without leases never does.
    func observeLease(_ body: @escaping @Sendable (LeaseState) -> Void)

    /// A Boolean value indicating whether no other owner can have claimed what this store holds: past
    /// the end of a lease nothing may be answered. `true` for a store without leases.
    var mayAnswer: Bool { get }

    /// Reads a scene as of its last commit; `nil` if nothing was ever committed to it.
    func load(_ key: SceneKey, under claim: Claim) async throws(StoreError) -> StoredScene?

    /// Writes all of `writes` and then `changes`, in order, or none, and calls `completion` once, on
    /// any thread. It returns at once. When it has succeeded, they are durable: they survive the loss of the process and of power. Each write names the revision
    /// that it builds on; the caller guarantees that its commits follow that without a gap.
    ///
    /// On a full disk, batches that `Reserve` admits are still written, within the store's
    /// reserve; all others fail with ``StoreError/full(_:)``.
    ///
    /// It fails with ``StoreError/registryConflict(_:)`` if a change is of a user that was never
    /// added (users are not removed from the registry, only marked so), or has the local user of
    /// another existing user, the key of another device or invitation, or the id of another user's
    /// invitation. It fails with ``StoreError/conflict(_:expected:found:)`` if the scene is at
    /// another revision or of another epoch, or if a change already has a receipt.
    ///
    /// It has no task, as between a sync and the replies that wait for it there must be nothing else
    /// to wait for. A store calls `completion` from the thread that knows the result.
    func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    )

    /// Writes a snapshot of one of the next batches ahead, in parts, each a write of its own: then
    /// that batch has little of it left to write, and other changes wait for one part at most. The
    /// parts are not read before the batch is committed, and are harmless if it never is. A short
    /// snapshot is left to the batch, as is every one by a store without support for parts.
    func prepare(
        _ snapshot: [UInt8], of key: SceneKey, at revision: Revision, under claim: Claim
    ) async throws(StoreError)

    /// Returns the store's identity. The id stays with a store that is moved, backed up and
    /// restored.
    func identity(under claim: Claim) async throws(StoreError) -> StoreIdentity

    /// Returns the accumulated uptime of the daemons of the store, as last recorded: by a
    /// write, or by ``recordUptime(_:under:)``. It never decreases.
    func accumulatedUptime(under claim: Claim) async throws(StoreError) -> Duration

    /// Records the accumulated uptime of the daemons of the store. A lesser value changes
    /// nothing.
    func recordUptime(_ accumulatedUptime: Duration, under claim: Claim) async throws(StoreError)

    /// Gives every scene a new epoch, all or nothing, so that no mirror resumes on
    /// commits that may be missing: for a restored copy that the store can't detect.
    func renewEpochs(
        under claim: Claim, makingEpoch: @escaping @Sendable () -> Epoch
    ) async throws(StoreError)

    /// Deletes the data before the newest snapshot at or before `revision`, where the log of a
    /// scene then begins: the commits up to it, earlier snapshots, and the receipts of changes up
    /// to it, except the last one of each device, which is kept permanently.
    ///
    /// One call is one transaction that deletes at most `limit` commits and `limit` receipts, fewer
    /// if they are long, so that commits are not delayed for long: it is called again until it is
    /// complete. After the first step the log begins at that snapshot, whatever is still to be
    /// deleted. It may be durable with the next commit only: a power cut may undo it.
    func compact(
        _ key: SceneKey, upTo revision: Revision, limit: Int, under claim: Claim
    ) async throws(StoreError) -> Compaction

    /// Reads the state of a scene at an earlier revision: the nearest snapshot before it, and the
    /// log from there. `nil` if nothing was ever committed to the scene.
    func state(of key: SceneKey, at revision: Revision) async throws(StoreError) -> PastState?

    /// Audits a scene up to `revision`. The cost grows with the scene.
    func audit(
        _ key: SceneKey, upTo revision: Revision, wholeStore: Bool
    ) async throws(StoreError) -> StoredAudit

    /// Returns a user's usage.
    func usage(of user: UserID) async throws(StoreError) -> UserUsage

    /// Returns the bytes of the database in use, free pages not included. Takes constant time.
    func usedLength() async throws(StoreError) -> Int

    /// Reads a user's registry rows; `nil` if it was never added.
    func account(of user: UserID) async throws(StoreError) -> UserAccount?

    /// Returns the owner of a key (of a device or of an invitation), of an invitation or of a local
    /// user, revoked devices and ended invitations included; `nil` if there is none. The keys and
    /// invitations of a removed user still belong to it, so that they can't be reused; its local
    /// user is free.
    func owner(of principal: Principal) async throws(StoreError) -> UserID?

    /// Reserves a key or a local user that is to be registered for a user: until the registration it
    /// is of no other user's. Returns the owner; `nil` if it is free, and reserved. Idempotent; what is
    /// reserved and never registered is free for the same user.
    ///
    /// A store of one database reserves nothing: its registry refuses what two users register.
    func reserve(_ principal: Principal, for user: UserID) async throws(StoreError) -> UserID?

    /// Reads, of the user whose device or invitation has a key, the rows that decide whether it may
    /// be used: of devices and invitations at least the one with the key. `nil` if there is no
    /// owner.
    func account(holding key: PublicKey) async throws(StoreError) -> UserAccount?

    /// Reads up to `limit` existing users, sorted by name, from the first after `name`.
    func users(after name: UserID?, limit: Int) async throws(StoreError) -> [RegisteredUser]

    /// Reads commits with a revision above `revision`, oldest first: one at least, if there is any,
    /// up to `limit`, and none after the first with which they exceed `length` bytes. Compacted ones
    /// are not among them.
    func log(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int
    ) async throws(StoreError) -> [EncodedCommit]

    /// Returns commits of a history that follow on a revision, oldest first, as far as memory has
    /// them, within the bounds of ``log(of:after:limit:length:)``; `nil` if it does not have the
    /// first one, or the store keeps none. Compacted ones may be among them.
    func recentLog(
        of key: SceneKey, after position: MirrorPosition, limit: Int, length: Int
    ) -> [EncodedCommit]?

    /// Reads the receipt of a change; `nil` if there is none (any more).
    func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) async throws(StoreError) -> StoredReceipt?

    /// Recovers from a full disk: does the work that was deferred for space. Returns whether there
    /// is space again for all writes; then commits are worth trying.
    func recover() async -> Bool

    /// The metrics of the store. Costs some system calls, and never blocks on the disk.
    var metrics: StoreMetrics { get }

    /// Closes the store; everything committed stays.
    func close() async
}

extension Store {
    /// Does nothing: the store has no lease that could end.
    package func observeLease(_ body: @escaping @Sendable (LeaseState) -> Void) {}

    /// `true`: the store has no lease that could end.
    package var mayAnswer: Bool { true }

    /// Returns the owner, and reserves nothing.
    package func reserve(
        _ principal: Principal, for user: UserID
    ) async throws(StoreError) -> UserID? {
        try await owner(of: principal)
    }

    /// Leaves the snapshot to the batch.
    package func prepare(
        _ snapshot: [UInt8], of key: SceneKey, at revision: Revision, under claim: Claim
    ) async throws(StoreError) {}

    /// Commits as ``commit(_:_:under:completion:)``, and waits for the result.
    package func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim
    ) async throws(StoreError) {
        let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
            commit(writes, changes, under: claim) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Commits writes to scenes alone.
    package func commit(_ writes: [SceneWrite], under claim: Claim) async throws(StoreError) {
        try await commit(writes, [], under: claim)
    }
}

/// The fencing token of a shard's ownership: increases with each owner, and fences the one before.
package struct Term: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    package let rawValue: UInt64

    /// Wraps a number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The term before the first owner.
    package static let zero = Term(rawValue: 0)

    /// Orders terms by number.
    package static func < (left: Term, right: Term) -> Bool { left.rawValue < right.rawValue }
}

/// The right to answer for claims, where another owner may claim them after a time.
package enum LeaseState: Hashable, Sendable {
    /// No other owner can have claimed them.
    case held
    /// The store could not renew its lease in time, for this reason: another owner may have claimed
    /// them.
    case lapsed(String)
    /// Another owner has claimed them.
    case lost
}

/// A lease on shards: the right to load and commit, of each until another owner claims it.
package struct Claim: Hashable, Sendable {
    /// The term of the ownership.
    package let term: Term
    /// The measures taken because the store is a restored copy; `nil` if it is not.
    package let detectedRestore: RestoreDetection?
    /// The reason why the claim was not written; `nil` if it was.
    package let failure: StoreError?

    /// Joins the parts.
    package init(
        term: Term, detectedRestore: RestoreDetection? = nil, failure: StoreError? = nil
    ) {
        self.failure = failure
        self.term = term
        self.detectedRestore = detectedRestore
    }
}

extension Store {
    package func recentLog(
        of key: SceneKey, after position: MirrorPosition, limit: Int, length: Int
    ) -> [EncodedCommit]? {
        nil
    }

    /// Reads and decodes commits: see ``log(of:after:limit:length:)``.
    package func commits(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int = .max
    ) async throws(StoreError) -> [Commit] {
        let log = try await log(of: key, after: revision, limit: limit, length: length)
        return try log.map { commit throws(StoreError) in
            do { return try commit.decoded() } catch {
                throw .damagedScene(key, "revision \(commit.revision): \(error)")
            }
        }
    }
}
