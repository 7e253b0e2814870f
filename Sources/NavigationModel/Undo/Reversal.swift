/// What a device needs to take one of its changes back later: what the change did, and what undoes
/// that in the state in which it was made.
public struct Reversal: Hashable, Sendable {
    /// The operations of the change.
    public let done: [Operation]
    /// The operations that lead back, if nothing else has happened.
    public let inverse: [Operation]

    /// Joins the parts.
    public init(done: [Operation], inverse: [Operation]) {
        self.done = done
        self.inverse = inverse
    }
}
