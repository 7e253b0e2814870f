/// What a device needs to take one of its changes back later: what the change did, and what undoes
/// that in the state in which it was made.
public struct InverseChange: Hashable, Sendable {
    /// The device's number for the change: what the device wrote since then it has taken back since.
    public var sequence: SequenceNumber
    /// The operations of the change.
    public let done: [Operation]
    /// The operations that lead back, if nothing else has happened; none if nothing can.
    public let inverse: [Operation]

    /// Screens on a stack up to which the way back of a pop knows what stood around them: on a deeper
    /// one they come back on top of what a setItems of the device's own has put there meanwhile.
    static let maxTrackedDepth = 256

    /// Joins the parts.
    public init(sequence: SequenceNumber, done: [Operation], inverse: [Operation]) {
        self.sequence = sequence
        self.done = done
        self.inverse = inverse
    }

    /// Whether there is a way back: a refresh leaves nothing behind, and an answer can't be unsaid.
    public var isPossible: Bool { !inverse.isEmpty }
}
