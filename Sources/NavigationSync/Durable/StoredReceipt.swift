public import NavigationModel

/// What one change came to: kept so that submitting it again gives the same answer.
public struct StoredReceipt: Hashable, Sendable {
    /// Who made the change.
    public let device: DeviceID
    /// The device's number for it.
    public let sequence: SequenceNumber
    /// The hash of the change's bytes.
    public let hash: Digest
    /// The time it took effect.
    public let time: Timestamp
    /// What became of each operation.
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
