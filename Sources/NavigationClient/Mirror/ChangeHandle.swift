public import NavigationModel
internal import NavigationStore
public import NavigationWire

/// A change that is in the device's outbox, or has been.
public struct ChangeHandle: Sendable, Identifiable {
    let entry: OutboxEntry.ID
    let driver: MirrorDriver
    private let lifetime: ClientLifetime?
    /// The device's number for it when it was made; another life of the device may change it.
    public let sequence: SequenceNumber
    /// The steps.
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

    /// The id by which the outbox and the shelf know it.
    public var id: ChangeID { ChangeID(entry) }

    /// What became of it: waits until the daemon has taken it, whichever process of the device
    /// hands it over.
    ///
    /// A change that ends `rejected` is on the shelf until this has told so, and stays there if it may
    /// be taken later.
    ///
    /// - Throws: ``NavigationClientError/Code/refused`` if the daemon will never take it,
    ///   ``NavigationClientError/Code/closed`` if the client is closed or the task cancelled first:
    ///   then the change still waits in the outbox.
    public func outcome() async throws(NavigationClientError) -> Receipt {
        switch await driver.acknowledgedOutcome(of: entry, until: nil) {
        case .settled(let receipt): return receipt
        case .refused(let failure): throw .refused(by: failure)
        case nil: throw .closed
        }
    }
}
