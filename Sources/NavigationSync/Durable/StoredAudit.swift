public import NavigationModel

/// What a scene looks like on disk, read anew in every way that there is.
public struct StoredAudit: Hashable, Sendable {
    /// The log applied to the oldest kept snapshot.
    public let replay: Finding
    /// The newest snapshot and the log after it: what a daemon starts from.
    public let snapshot: Finding
    /// What the store says of its own file: `nil` if it is in order.
    public let fault: String?

    /// One way of reading a scene.
    public enum Finding: Hashable, Sendable {
        /// Its digest at `revision`, read from the snapshot at `start` on; zero is the beginning.
        case state(digest: Digest, revision: Revision, start: Revision)
        /// It can't be read: why.
        case unreadable(String)
    }

    /// Joins the parts.
    public init(replay: Finding, snapshot: Finding, fault: String?) {
        self.replay = replay
        self.snapshot = snapshot
        self.fault = fault
    }
}
