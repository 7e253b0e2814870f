public import NavigationWire

/// An audit of a stored scene, read in each possible way.
public struct StoredAudit: Hashable, Sendable {
    /// The log applied to the oldest kept snapshot.
    public let replay: Audit.CheckResult
    /// The newest snapshot and the log after it, as a daemon loads it.
    public let snapshot: Audit.CheckResult
    /// The finding about the database file; `nil` if it is sound, or was not checked.
    public let fault: String?
    /// A Boolean value indicating whether the database file was checked.
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
    /// A Boolean value indicating whether no damage was found.
    public var isSound: Bool {
        fault == nil
            && [replay, snapshot].allSatisfy { finding in
                if case .unreadable = finding { false } else { true }
            }
    }
}
