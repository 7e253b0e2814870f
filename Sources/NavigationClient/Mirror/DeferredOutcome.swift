public import NavigationModel

/// A change that waited in the device's outbox, was handed over by this process, and came to
/// something else than was wished: nobody else tells whoever made it.
public struct DeferredOutcome: Hashable, Sendable, Identifiable {
    /// Which change it is.
    public let id: ChangeID
    /// The steps.
    public let operations: [Operation]
    /// What became of it: not `applied`.
    public let outcome: Outcome
}

/// The late outcomes since they were asked for last.
public struct DeferredOutcomes: Hashable, Sendable {
    /// The first of them, in the order in which the changes were made.
    public private(set) var listed: [DeferredOutcome] = []
    /// How many more there were.
    public private(set) var others = 0

    /// How many are listed; the rest is counted.
    public static let limit = 20

    mutating func add(_ outcome: () -> DeferredOutcome?) {
        guard listed.count < Self.limit else { return others += 1 }
        if let outcome = outcome() { listed.append(outcome) }
    }
}
