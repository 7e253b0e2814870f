public import NavigationModel
public import NavigationSync
public import NavigationWire

/// The durable log of scenes: the seam between the daemon's core and whatever keeps its data.
///
/// One owner at a time: ``claim(_:after:)`` first, then load; loading and committing name the claim
/// and fail ``StoreError/fenced`` once another owner has taken the shard. Calls may come from any
/// task and never block the cooperative pool.
public protocol Store: Sendable {
    /// Takes ownership of a shard with a term greater than every one before, `term` included. If the
    /// store is a copy that was put back, it does what ``RestoreDetection`` says, in the same step.
    ///
    /// Without room to note the term, and where no other owner can be there, the claim has the last
    /// one and says so: then the store can be read, and written once ``recover()`` says so.
    func claim(_ shard: Shard, after term: Term) async throws(StoreError) -> Claim

    /// Reads a scene as of its last commit; `nil` if nothing was ever committed to it.
    func load(_ key: SceneKey, under claim: Claim) async throws(StoreError) -> StoredScene?

    /// Writes all of `writes` and then `changes`, in order, or none. When it returns, they are
    /// durable: they survive the loss of the process and of power. Each write names the revision
    /// that it builds on; its commits follow that without a gap, which is the caller's to see to.
    ///
    /// On a full disk, what `Reserve` admits is written all the same, as far as a reserve of the store
    /// reaches; all else is ``StoreError/full(_:)``.
    ///
    /// It is a ``StoreError/clash(_:)`` if a change is of a user who was never added (users are not
    /// removed from the registry, only marked so), or brings the local user of another user that is
    /// there, the key of another device or invitation, or the id of another user's invitation. It is a ``StoreError/conflict(_:expected:found:)`` if the scene is at another revision or of
    /// another epoch, or if a change that is settled already is settled again.
    func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim
    ) async throws(StoreError)

    /// Writes a snapshot that is going to be in one of the next batches, in parts, each a write of its own:
    /// then that batch has little to write of it, and others' changes wait for one part at most. Nobody
    /// reads it before the batch is there, whatever becomes of this. A short one is left to the batch, as
    /// is every one by a store that has no use for it.
    func prepare(
        _ snapshot: [UInt8], of key: SceneKey, at revision: Revision, under claim: Claim
    ) async throws(StoreError)

    /// Returns the store's own row. The id stays with a store that is moved, backed up and
    /// restored.
    func identity(under claim: Claim) async throws(StoreError) -> StoreIdentity

    /// Returns the time for which the daemons that owned the shard have run, as last noted: by a
    /// write, or by ``note(lived:under:)``. It never shrinks.
    func accumulatedUptime(under claim: Claim) async throws(StoreError) -> Duration

    /// Notes how long the daemons that owned the shard have run. A lesser time changes nothing.
    func note(accumulatedUptime: Duration, under claim: Claim) async throws(StoreError)

    /// Gives every scene of the shard a new epoch, all or nothing, so that nobody resumes on what may
    /// not be there: for when a copy was put back of which the store can't know.
    ///
    /// - Parameter makingEpoch: called once for each scene, and perhaps for those that nobody has changed
    ///   yet, which get new ones as well.
    func renewEpochs(
        under claim: Claim, makingEpoch: @escaping @Sendable () -> Epoch
    ) async throws(StoreError)

    /// Removes what is no longer needed once the log of a scene begins at the newest snapshot at or
    /// before `revision`: the commits up to it, earlier snapshots, and what changes up to it came to,
    /// except for the last change of each device, which is kept for ever.
    ///
    /// One call is one transaction that removes at most `limit` commits and `limit` settlements, fewer
    /// if they are long, so that commits need not wait long: it is called again until it is complete. After the first
    /// step the history begins at that snapshot, whatever is still to be removed.
    func compact(
        _ key: SceneKey, upTo revision: Revision, limit: Int, under claim: Claim
    ) async throws(StoreError) -> Compaction

    /// Reads the state of a scene at an earlier revision: the nearest snapshot before it, and the log
    /// from there. `nil` if nothing was ever committed to the scene.
    func state(of key: SceneKey, at revision: Revision) async throws(StoreError) -> PastState?

    /// Reads a scene up to `revision` in every way that there is. Costs what the scene holds.
    ///
    /// - Parameter wholeStore: whether the store's own file is checked as well, all of it, without holding
    ///   up others.
    func audit(
        _ key: SceneKey, upTo revision: Revision, wholeStore: Bool
    ) async throws(StoreError) -> StoredAudit

    /// Reads what a user has.
    func usage(of user: UserID) async throws(StoreError) -> UserUsage

    /// Bytes of the database that are in use; what was removed of it and not used again is not. Costs
    /// the same however large it is.
    func usedLength() async throws(StoreError) -> Int

    /// Reads all that the registry has of a user; `nil` if it was never added.
    func account(of user: UserID) async throws(StoreError) -> UserAccount?

    /// Whose key (of a device or of an invitation), invitation or local user it is, revoked devices
    /// and ended invitations among them; `nil` if it is nobody's. The keys and invitations of a user
    /// that was removed are its own still, as nobody else may have them; its local user is free.
    func owner(of principal: Principal) async throws(StoreError) -> UserID?

    /// Reads of the user whose device or invitation has a key what tells whether it may be used: of
    /// devices and invitations at least the one with the key. `nil` if it is nobody's.
    func account(holding key: PublicKey) async throws(StoreError) -> UserAccount?

    /// Reads up to `limit` users that are there, in the order of their names, from the first after
    /// `name`.
    func users(after name: UserID?, limit: Int) async throws(StoreError) -> [RegisteredUser]

    /// Reads up to `limit` commits with a revision above `revision`, oldest first, and none after the
    /// first with which they are more than `length` bytes. None of those that are compacted away.
    func entries(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int
    ) async throws(StoreError) -> [Commit]

    /// Reads what a change came to; `nil` if that is not known (any more).
    func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) async throws(StoreError) -> StoredReceipt?

    /// Does what can be done about a disk that was full: what had to wait for room. Returns whether there
    /// is room again for all that may be written; then commits are worth trying.
    func recover() async -> Bool

    /// The health of the store. Costs some calls of the system, and never waits for the disk.
    var metrics: StoreMetrics { get }

    /// Ends the use of the store; whatever was committed stays.
    func close() async
}

extension Store {
    /// Leaves it to the batch.
    public func prepare(
        _ snapshot: [UInt8], of key: SceneKey, at revision: Revision, under claim: Claim
    ) async throws(StoreError) {}

    /// Writes to scenes alone.
    package func commit(_ writes: [SceneWrite], under claim: Claim) async throws(StoreError) {
        try await commit(writes, [], under: claim)
    }
}

/// A part of all users that has one owner at a time. There is one shard now.
public struct Shard: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt32

    /// Wraps a number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// All users.
    public static let all = Shard(rawValue: 0)
}

/// The number of a shard's ownership: grows with each owner, and fences the one before.
public struct Term: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    public let rawValue: UInt64

    /// Wraps a number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Before the first owner.
    public static let zero = Term(rawValue: 0)

    /// Earlier terms come first.
    public static func < (left: Term, right: Term) -> Bool { left.rawValue < right.rawValue }
}

/// The right to load and commit, until somebody else claims the shard.
public struct Claim: Hashable, Sendable {
    /// The claim that is held.
    public let shard: Shard
    /// The ownership's number.
    public let term: Term
    /// The measures that were taken because the store is a copy that was put back; `nil` if it is
    /// none.
    public let putBack: RestoreDetection?
    /// The reason why nothing was written; `nil` if it was.
    public let obstacle: StoreError?

    /// Joins the parts.
    public init(
        shard: Shard, term: Term, putBack: RestoreDetection? = nil, obstacle: StoreError? = nil
    ) {
        self.obstacle = obstacle
        self.shard = shard
        self.term = term
        self.putBack = putBack
    }
}

extension Store {
    /// Reads up to `limit` commits, however long they are: see ``entries(of:after:limit:length:)``.
    public func entries(
        of key: SceneKey, after revision: Revision, limit: Int
    ) async throws(StoreError) -> [Commit] {
        try await entries(of: key, after: revision, limit: limit, length: .max)
    }
}
