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
