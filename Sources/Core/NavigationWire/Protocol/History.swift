package import NavigationModel

/// An offer of an earlier state, to be downloaded in parts as any snapshot is.
package struct PastSnapshotOffer: Hashable, Sendable {
    /// The id for requesting the parts.
    package let id: UInt64
    /// The length in bytes.
    package let length: Int
    /// The revision.
    package let revision: Revision
    /// The id of the history.
    package let epoch: Epoch
    /// The digest of the state.
    package let digest: Digest

    /// Joins the parts.
    package init(id: UInt64, length: Int, revision: Revision, epoch: Epoch, digest: Digest) {
        self.id = id
        self.length = length
        self.revision = revision
        self.epoch = epoch
        self.digest = digest
    }
}

/// An audit of one scene by the daemon, read in each possible way. Equal digests at equal revisions
/// prove that memory, log and snapshots agree.
package struct Audit: Hashable, Sendable {
    /// The head in memory, with its digest recomputed from the records.
    package let memory: Head
    /// The log applied to the oldest kept snapshot.
    package let replay: CheckResult
    /// The newest snapshot and the log after it.
    package let snapshot: CheckResult
    /// SQLite's finding about the database file; `nil` if it is sound.
    package let fault: String?
    /// A Boolean value indicating whether the database file was checked, as it is for
    /// administrators.
    package let isOfWholeStore: Bool

    /// The result of one way of reading a scene.
    package enum CheckResult: Hashable, Sendable {
        /// Its digest at `revision`, read from the snapshot at `start` on; zero is the beginning.
        case state(digest: Digest, revision: Revision, start: Revision)
        /// An error: the scene can't be read.
        case unreadable(String)
    }

    /// Joins the parts.
    package init(
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
