/// A change that the daemon accepted, with its outcomes and its writes.
public struct Commit: Hashable, Sendable {
    /// Its number in the scene.
    public let revision: Revision
    /// The author, and the time at which it took effect.
    public let stamp: Stamp
    /// The name of the device at that time.
    public let author: DeviceName
    /// A Boolean value indicating whether its author showed it with an animation, so that others
    /// may, too.
    public let animated: Bool
    /// The operations that its device requested.
    public let operations: [Operation]
    /// The outcome of each operation, in their order.
    public let outcomes: [Outcome]
    /// The writes.
    public let effects: [RegisterWrite]
    /// The records that a prune drops, after its writes.
    public let prunedRecords: [RecordID]

    /// Joins the parts.
    public init(
        revision: Revision, stamp: Stamp, author: DeviceName, animated: Bool = false,
        operations: [Operation], outcomes: [Outcome], effects: [RegisterWrite],
        forgotten: [RecordID] = []
    ) {
        self.revision = revision
        self.stamp = stamp
        self.author = author
        self.animated = animated
        self.operations = operations
        self.outcomes = outcomes
        self.effects = effects
        self.prunedRecords = forgotten
    }

    /// The outcome of the change as a whole.
    public var outcome: Outcome { outcomes.mostSevere }
}

extension [Outcome] {
    /// The most severe of the outcomes, the first of its kind; `noop` if there are none.
    public var mostSevere: Outcome {
        var gravest = first ?? .noop()
        for outcome in self where outcome.kind > gravest.kind { gravest = outcome }
        return gravest
    }
}

extension SceneState {
    /// Applies a commit, at its own cost: joins its effects, and drops the records that it prunes.
    public mutating func apply(_ commit: Commit) {
        join(commit.effects, at: commit.revision)
        if !commit.prunedRecords.isEmpty { forget(commit.prunedRecords) }
    }
}
