public import NavigationModel
public import NavigationSync

/// What a device sees of a scene at the moment it makes a change: what is confirmed, and its own
/// changes that the confirmed state does not contain yet.
public struct OutboxView: Sendable {
    /// Whose changes `entries` are.
    public let device: DeviceID
    /// The last confirmed state; `nil` before the first contact.
    public let confirmed: ConfirmedScene?
    /// The device's own changes above it, oldest first: waiting, or settled at a later revision.
    public let entries: [OutboxEntry]
    /// The number that the change will have.
    public let sequence: SequenceNumber

    /// Joins the parts.
    public init(
        device: DeviceID, confirmed: ConfirmedScene?, entries: [OutboxEntry],
        sequence: SequenceNumber
    ) {
        self.device = device
        self.confirmed = confirmed
        self.entries = entries
        self.sequence = sequence
    }
}
