public import NavigationModel

/// The outcome, other than `applied`, of a change that another process had made and this one
/// submitted: nothing else reports it to the change's author.
public struct DeferredOutcome: Hashable, Sendable, Identifiable {
    /// The id of the change.
    public let id: ChangeID
    /// The operations of the change.
    public let operations: [Operation]
    /// The most severe outcome; never `applied`.
    public let outcome: Outcome
}

/// The deferred outcomes since they were last taken.
public struct DeferredOutcomes: Hashable, Sendable {
    /// The first of them, in the order in which the changes were made.
    public private(set) var listed: [DeferredOutcome] = []
    /// The number of further outcomes, which are not listed.
    public private(set) var others = 0

    /// The maximum of listed outcomes; the rest is counted.
    public static let limit = 20

    mutating func add(_ outcome: () -> DeferredOutcome?) {
        guard listed.count < Self.limit else { return others += 1 }
        if let outcome = outcome() { listed.append(outcome) }
    }
}
