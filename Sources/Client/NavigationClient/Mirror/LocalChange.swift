internal import DeviceStore
public import NavigationModel
public import NavigationWire

/// A change that is stored on this device: in the outbox until the daemon has taken it, on the
/// shelf if the daemon refuses it.
public struct LocalChange: Sendable, Hashable, Identifiable {
    /// The id of the change.
    public let id: ChangeID
    /// The operations of the change; empty if they are damaged on the device's disk.
    public let operations: [Operation]
    /// The time since it was made; `nil` if this machine has been restarted since.
    public let age: Duration?
    /// The time when it was made, by this machine's clock; `nil` if that was not stored.
    public let date: Timestamp?
    /// The state of the change.
    public let state: State

    /// The states of a local change.
    public enum State: Hashable, Sendable {
        /// In the outbox, and never submitted.
        case waiting
        /// In the outbox, and possibly submitted: the next connection brings its outcome.
        case submitted
        /// Refused without being evaluated.
        case refused(Failure)
        /// Evaluated and disallowed, for the reason in its outcome.
        case rejected(Outcome)
    }

    init?(_ entry: OutboxEntry) {
        guard let operations = try? entry.operations else { return nil }
        switch entry.state {
        case .waiting: state = entry.isSubmitted ? .submitted : .waiting
        case .refused(let failure): state = .refused(failure)
        case .settled(let receipt): state = .rejected(receipt.outcomes.mostSevere)
        case .dropped: return nil
        }
        id = ChangeID(entry.id)
        self.operations = operations
        age = entry.madeAt.age(at: .now()).map { .microseconds($0) }
        date = entry.date
    }
}

/// The content of a device's shelf.
public struct ShelfContent: Sendable, Hashable {
    /// The changes, in the order in which they were made.
    public let changes: [LocalChange]
    /// The number of older changes that were dropped because the shelf was full.
    public let overflowed: Int

    init(_ shelf: Shelf) {
        changes = shelf.entries.compactMap(LocalChange.init)
        overflowed = shelf.overflowed
    }
}

/// The result of dropping a pending change.
public enum DropResult: Hashable, Sendable {
    /// The change is dropped: the daemon never gets it.
    case dropped
    /// The change may have been submitted already, so it stays until the daemon has answered.
    case submitted
    /// The change is not pending: there is no such change, or it has its outcome.
    case notWaiting
}

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
