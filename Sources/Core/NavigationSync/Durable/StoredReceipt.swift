public import NavigationModel

/// The stored receipt of one change, so that a resubmission gets the same reply.
public struct StoredReceipt: Hashable, Sendable {
    /// The author of the change.
    public let device: DeviceID
    /// The device's number of it.
    public let sequence: SequenceNumber
    /// The hash of the change's bytes.
    public let hash: Digest
    /// The time when it took effect.
    public let time: Timestamp
    /// The outcome of each operation.
    public let outcomes: [Outcome]
    /// The commit; `nil` if the change altered nothing.
    public let revision: Revision?

    /// Joins the parts.
    public init(
        device: DeviceID, sequence: SequenceNumber, hash: Digest, time: Timestamp,
        outcomes: [Outcome], revision: Revision?
    ) {
        self.device = device
        self.sequence = sequence
        self.hash = hash
        self.time = time
        self.outcomes = outcomes
        self.revision = revision
    }
}
