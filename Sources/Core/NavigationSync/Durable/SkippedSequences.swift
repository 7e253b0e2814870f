public import NavigationModel

/// Sequence numbers that a device has skipped in a scene: no change has them, and none ever will.
public struct SkippedSequences: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// The numbers.
    public let range: ClosedRange<SequenceNumber>

    /// Joins the parts.
    public init(device: DeviceID, range: ClosedRange<SequenceNumber>) {
        self.device = device
        self.range = range
    }
}
