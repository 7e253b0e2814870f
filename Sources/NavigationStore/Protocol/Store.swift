public import NavigationModel
public import NavigationSync

/// The durable log of scenes: the seam between the daemon's core and whatever keeps its data.
///
/// One owner at a time: ``claim(_:after:)`` first, then load; loading and committing name the claim
/// and fail ``StoreError/fenced`` once another owner has taken the shard. Calls may come from any
/// task and never block the cooperative pool.
public protocol Store: Sendable {
    /// Takes ownership of a shard with a term greater than every one before, `term` included.
    func claim(_ shard: Shard, after term: Term) async throws(StoreError) -> Claim

    /// Reads a scene as of its last commit; `nil` if nothing was ever committed to it.
    func load(_ key: SceneKey, under claim: Claim) async throws(StoreError) -> StoredScene?

    /// Writes all of `writes` or none. When it returns, they are durable: they survive the loss of
    /// the process and of power. Each write names the revision that it builds on; its commits
    /// follow that without a gap, which is the caller's to see to.
    ///
    /// It is a ``StoreError/conflict(_:expected:found:)`` if the scene is at another revision or of
    /// another epoch, or if a change that is settled already is settled again.
    func commit(_ writes: [SceneWrite], under claim: Claim) async throws(StoreError)

    /// Reads up to `limit` commits with a revision above `revision`, oldest first.
    func entries(
        of key: SceneKey, after revision: Revision, limit: Int
    ) async throws(StoreError) -> [Commit]

    /// Reads what a change came to; `nil` if that is not known (any more).
    func settlement(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) async throws(StoreError) -> Settlement?

    /// Ends the use of the store; whatever was committed stays.
    func close() async
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
    /// What is owned.
    public let shard: Shard
    /// The ownership's number.
    public let term: Term

    /// Joins the parts.
    public init(shard: Shard, term: Term) {
        self.shard = shard
        self.term = term
    }
}
