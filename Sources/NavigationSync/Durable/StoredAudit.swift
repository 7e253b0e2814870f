public import NavigationWire

/// What a scene looks like on disk, read anew in every way that there is.
public struct StoredAudit: Hashable, Sendable {
    /// The log applied to the oldest kept snapshot.
    public let replay: Audit.CheckResult
    /// The newest snapshot and the log after it: what a daemon starts from.
    public let snapshot: Audit.CheckResult
    /// The store's finding about its own file; `nil` if it is in order, or was not looked at.
    public let fault: String?
    /// A Boolean value indicating whether the store's own file was looked at.
    public let isOfWholeStore: Bool

    /// Joins the parts.
    public init(
        replay: Audit.CheckResult, snapshot: Audit.CheckResult, fault: String?, isOfWholeStore: Bool
    ) {
        self.isOfWholeStore = isOfWholeStore
        self.replay = replay
        self.snapshot = snapshot
        self.fault = fault
    }
}

extension StoredAudit {
    /// A Boolean value indicating whether nothing is damaged.
    public var isSound: Bool {
        fault == nil
            && [replay, snapshot].allSatisfy { finding in
                if case .unreadable = finding { false } else { true }
            }
    }
}
