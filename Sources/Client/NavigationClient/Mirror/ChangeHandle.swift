internal import DeviceStore
public import NavigationModel
public import NavigationWire

/// A change that is in the device's outbox, or was.
public struct ChangeHandle: Sendable, Identifiable {
    let entry: OutboxEntry.ID
    let driver: MirrorDriver
    private let lifetime: ClientLifetime?
    /// The device's sequence number when the change was made; renumbering the outbox may change it.
    public let sequence: SequenceNumber
    /// The operations of the change.
    public let operations: [Operation]

    init(
        id entry: OutboxEntry.ID, sequence: SequenceNumber, operations: [Operation],
        driver: MirrorDriver, lifetime: ClientLifetime?
    ) {
        self.entry = entry
        self.sequence = sequence
        self.operations = operations
        self.driver = driver
        self.lifetime = lifetime
    }

    /// The id of the change in the outbox and on the shelf.
    public var id: ChangeID { ChangeID(entry) }

    /// Waits for the daemon's receipt, whichever process of the device submits the change.
    ///
    /// A change that ends `rejected` is on the shelf until this has returned, and stays there if
    /// the daemon may take it later.
    ///
    /// - Throws: ``NavigationClientError/Code/refused`` if the daemon refuses it for good,
    ///   ``NavigationClientError/Code/closed`` if the client is closed or the task cancelled first:
    ///   then the change is still in the outbox.
    public func outcome() async throws(NavigationClientError) -> Receipt {
        switch await driver.acknowledgedOutcome(of: entry, until: nil) {
        case .settled(let receipt): return receipt
        case .refused(let failure): throw .refused(by: failure)
        case nil: throw .closed
        }
    }
}

/// The id of a device's change: in the outbox, on the shelf and ever after. Numbers are used once
/// in a device's directory.
public struct ChangeID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, in the order in which changes were made.
    public let rawValue: Int64

    /// Creates an id from its number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    init(_ entry: OutboxEntry.ID) {
        self.init(rawValue: entry.rawValue)
    }

    var entry: OutboxEntry.ID { OutboxEntry.ID(rawValue: rawValue) }

    /// The number in decimal.
    public var description: String { String(rawValue) }

    /// Returns a Boolean value indicating whether the left change was made earlier.
    public static func < (left: ChangeID, right: ChangeID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The result of one undo or redo.
public struct UndoResult: Sendable {
    /// The operations of the change that is undone or redone; empty if all changes were skipped.
    public let operations: [Operation]
    /// The operations of the changes that were skipped, newest first, because they have no inverse:
    /// refreshing a tab, answering a modal.
    public let skipped: [[Operation]]
    /// The change that undoes or redoes, one like any other; `nil` if nothing is left of the
    /// original.
    public let change: ChangeHandle?

    init(operations: [Operation], skipped: [[Operation]], change: ChangeHandle?) {
        self.operations = operations
        self.skipped = skipped
        self.change = change
    }
}
