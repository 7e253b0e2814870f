/// A change that the daemon accepted, with what it came to.
public struct Commit: Hashable, Sendable {
    /// Its number in the scene.
    public let revision: Revision
    /// Who did it and when it took effect.
    public let stamp: Stamp
    /// What the device was called then.
    public let author: DeviceName
    /// Whether its author showed it with an animation, so that others may, too.
    public let animated: Bool
    /// What its device asked for.
    public let operations: [Operation]
    /// What became of each operation, in their order.
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

    /// What became of the change as a whole.
    public var outcome: Outcome { outcomes.mostSevere }
}

extension [Outcome] {
    /// The gravest of the outcomes, the first of its kind; `noop` if there are none.
    public var mostSevere: Outcome {
        var gravest = first ?? .noop()
        for outcome in self where outcome.kind > gravest.kind { gravest = outcome }
        return gravest
    }
}

extension SceneState {
    /// Applies a commit, at its own cost: joins its effects, and drops what it forgets.
    public mutating func apply(_ commit: Commit) {
        join(commit.effects, at: commit.revision)
        if !commit.prunedRecords.isEmpty { forget(commit.prunedRecords) }
    }
}
