package import NavigationModel
package import NavigationWire

/// An audit of a stored scene, read in each possible way.
package struct StoredAudit: Hashable, Sendable {
    /// The log applied to the oldest kept snapshot.
    package let replay: Audit.CheckResult
    /// The newest snapshot and the log after it, as a daemon loads it.
    package let snapshot: Audit.CheckResult
    /// The finding about the database file; `nil` if it is sound, or was not checked.
    package let fault: String?
    /// A Boolean value indicating whether the database file was checked.
    package let isOfWholeStore: Bool

    /// Joins the parts.
    package init(
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
    package var isSound: Bool {
        fault == nil
            && [replay, snapshot].allSatisfy { finding in
                if case .unreadable = finding { false } else { true }
            }
    }
}

/// A finding that stored data is not what was written.
package struct Damage: Hashable, Sendable, CustomStringConvertible {
    /// The scene, if it alone is damaged; `nil` for the store as a whole.
    package let scene: SceneKey?
    /// The finding, in words.
    package let reason: String

    /// Joins the parts.
    package init(of scene: SceneKey?, _ reason: String) {
        self.scene = scene
        self.reason = reason
    }

    /// The subject of the damage, and the finding.
    package var description: String {
        scene.map { "scene \($0) is damaged: \(reason)" } ?? "the database is damaged: \(reason)"
    }
}
