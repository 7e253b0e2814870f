public import NavigationWire

/// What a scene looks like on disk, read anew in every way that there is.
public struct StoredAudit: Hashable, Sendable {
    /// The log applied to the oldest kept snapshot.
    public let replay: Audit.Finding
    /// The newest snapshot and the log after it: what a daemon starts from.
    public let snapshot: Audit.Finding
    /// What the store says of its own file; `nil` if it is in order.
    public let fault: String?

    /// Joins the parts.
    public init(replay: Audit.Finding, snapshot: Audit.Finding, fault: String?) {
        self.replay = replay
        self.snapshot = snapshot
        self.fault = fault
    }
}
