/// The inverse of one of a device's changes, for undoing it later: the operations of the change,
/// and those that undo them in the state in which it was made.
public struct InverseChange: Hashable, Sendable {
    /// The device's number for the change; the device has undone all that it wrote since.
    public var sequence: SequenceNumber
    /// The operations of the change.
    public let done: [Operation]
    /// The operations that undo the change if nothing else has happened; none if nothing can.
    public let inverse: [Operation]

    /// Screens on a stack up to which the inverse of a pop records the stack around them: on a
    /// deeper one they come back on top of what a setItems of the device's own has put there
    /// meanwhile.
    static let maxTrackedDepth = 256

    /// Joins the parts.
    public init(sequence: SequenceNumber, done: [Operation], inverse: [Operation]) {
        self.sequence = sequence
        self.done = done
        self.inverse = inverse
    }

    /// A Boolean value indicating whether the change can be undone: a refresh leaves nothing to
    /// undo, and an answer is final.
    public var isPossible: Bool { !inverse.isEmpty }
}
