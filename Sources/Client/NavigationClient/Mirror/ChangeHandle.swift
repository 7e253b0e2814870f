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
