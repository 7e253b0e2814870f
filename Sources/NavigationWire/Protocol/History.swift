public import NavigationModel

/// The offer of an earlier state, to be fetched in parts as any snapshot is.
public struct PastSnapshotOffer: Hashable, Sendable {
    /// What to ask for the parts by.
    public let id: UInt64
    /// Bytes in all.
    public let length: Int
    /// The revision.
    public let revision: Revision
    /// The history.
    public let epoch: Epoch
    /// The digest of the state.
    public let digest: Digest

    /// Joins the parts.
    public init(id: UInt64, length: Int, revision: Revision, epoch: Epoch, digest: Digest) {
        self.id = id
        self.length = length
        self.revision = revision
        self.epoch = epoch
        self.digest = digest
    }
}

/// One scene, read by the daemon in every way that there is. Equal digests at equal revisions prove
/// that memory, log and snapshots agree.
public struct Audit: Hashable, Sendable {
    /// What the daemon has in memory, its digest computed anew from the records.
    public let memory: Head
    /// The log applied to the oldest kept snapshot.
    public let replay: CheckResult
    /// The newest snapshot and the log after it.
    public let snapshot: CheckResult
    /// What SQLite says of the database file; `nil` if it is in order.
    public let fault: String?
    /// A Boolean value indicating whether the store's own file was looked at, as it is for administrators.
    public let isOfWholeStore: Bool

    /// One way of reading a scene.
    public enum CheckResult: Hashable, Sendable {
        /// Its digest at `revision`, read from the snapshot at `start` on; zero is the beginning.
        case state(digest: Digest, revision: Revision, start: Revision)
        /// It can't be read: why.
        case unreadable(String)
    }

    /// Joins the parts.
    public init(
        memory: Head, replay: CheckResult, snapshot: CheckResult, fault: String?,
        isOfWholeStore: Bool = true
    ) {
        self.isOfWholeStore = isOfWholeStore
        self.memory = memory
        self.replay = replay
        self.snapshot = snapshot
        self.fault = fault
    }
}
