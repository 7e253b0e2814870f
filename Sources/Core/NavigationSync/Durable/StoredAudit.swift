public import NavigationModel
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

/// A finding that stored data is not what was written.
public struct Damage: Hashable, Sendable, CustomStringConvertible {
    /// The scene, if it alone is damaged; `nil` for the store as a whole.
    public let scene: SceneKey?
    /// The finding, in words.
    public let reason: String

    /// Joins the parts.
    public init(of scene: SceneKey?, _ reason: String) {
        self.scene = scene
        self.reason = reason
    }

    /// The subject of the damage, and the finding.
    public var description: String {
        scene.map { "scene \($0) is damaged: \(reason)" } ?? "the database is damaged: \(reason)"
    }
}
