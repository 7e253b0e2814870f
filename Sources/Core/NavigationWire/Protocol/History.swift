public import NavigationModel

/// An offer of an earlier state, to be downloaded in parts as any snapshot is.
public struct PastSnapshotOffer: Hashable, Sendable {
    /// The id for requesting the parts.
    public let id: UInt64
    /// The length in bytes.
    public let length: Int
    /// The revision.
    public let revision: Revision
    /// The id of the history.
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

/// An audit of one scene by the daemon, read in each possible way. Equal digests at equal revisions
/// prove that memory, log and snapshots agree.
public struct Audit: Hashable, Sendable {
    /// The head in memory, with its digest recomputed from the records.
    public let memory: Head
    /// The log applied to the oldest kept snapshot.
    public let replay: CheckResult
    /// The newest snapshot and the log after it.
    public let snapshot: CheckResult
    /// SQLite's finding about the database file; `nil` if it is sound.
    public let fault: String?
    /// A Boolean value indicating whether the database file was checked, as it is for
    /// administrators.
    public let isOfWholeStore: Bool

    /// The result of one way of reading a scene.
    public enum CheckResult: Hashable, Sendable {
        /// Its digest at `revision`, read from the snapshot at `start` on; zero is the beginning.
        case state(digest: Digest, revision: Revision, start: Revision)
        /// An error: the scene can't be read.
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
