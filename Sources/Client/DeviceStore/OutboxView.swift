public import NavigationModel
public import NavigationSync

/// A device's view of a scene while it makes a change: the confirmed state, and its own changes
/// that this does not contain yet.
public struct OutboxView: Sendable {
    /// The device that made `entries`.
    public let device: DeviceID
    /// The last confirmed state; `nil` before the first sync.
    public let confirmed: ConfirmedScene?
    /// The device's own changes on top of it, oldest first: pending, or settled at a later
    /// revision.
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
