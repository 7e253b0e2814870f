public import NavigationModel
internal import NavigationStore
public import NavigationWire

/// A change that this device keeps: in the outbox until the daemon has taken it, on the shelf if the
/// daemon will not.
public struct LocalChange: Sendable, Hashable, Identifiable {
    /// Which change it is.
    public let id: ChangeID
    /// The steps; none if they have rotted on the device's disk.
    public let operations: [Operation]
    /// How long ago it was made; `nil` if this machine has been started anew since.
    public let age: Duration?
    /// When it was made by this machine's clock; `nil` if that was not kept.
    public let date: Timestamp?
    /// How it stands.
    public let standing: State

    /// How a kept change stands.
    public enum State: Hashable, Sendable {
        /// It waits, and was never handed over.
        case waiting
        /// It may have been handed over: the next contact tells what became of it.
        case submitted
        /// It was refused before it was looked at.
        case refused(Failure)
        /// It was looked at, and was not allowed, for the reason that its outcome names.
        case rejected(Outcome)
    }

    init?(_ entry: OutboxEntry) {
        guard let operations = try? entry.operations else { return nil }
        switch entry.state {
        case .waiting: standing = entry.isSubmitted ? .submitted : .waiting
        case .refused(let failure): standing = .refused(failure)
        case .settled(let receipt): standing = .rejected(receipt.outcomes.mostSevere)
        case .dropped: return nil
        }
        id = ChangeID(entry.id)
        self.operations = operations
        age = entry.madeAt.age(at: .now()).map { .microseconds($0) }
        date = entry.date
    }
}

/// What is on a device's shelf.
public struct ShelfContent: Sendable, Hashable {
    /// The changes, in the order in which they were made.
    public let changes: [LocalChange]
    /// How many older ones had to leave because the shelf was full.
    public let overflowed: Int

    init(_ shelf: Shelf) {
        changes = shelf.entries.compactMap(LocalChange.init)
        overflowed = shelf.overflowed
    }
}

/// What became of the wish to drop a waiting change.
public enum DropResult: Hashable, Sendable {
    /// It is gone: the daemon never gets it.
    case dropped
    /// It may have been handed over already, so it stays until the daemon has told.
    case submitted
    /// It does not wait: there is no such change, or it has its outcome.
    case notWaiting
}
