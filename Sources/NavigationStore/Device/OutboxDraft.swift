public import NavigationModel

/// A change on its way into the outbox. A list of operations is one without a way back.
public struct OutboxDraft: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// What is to be done; nothing is appended for none.
    public let operations: [Operation]
    /// How to take it back; `nil` if it is not to be kept in the journal.
    public let reversal: InverseChange?

    /// Joins the parts.
    public init(_ operations: [Operation], reversal: InverseChange? = nil) {
        self.operations = operations
        self.reversal = reversal
    }

    /// A draft without a way back.
    public init(arrayLiteral operations: Operation...) {
        self.init(operations)
    }
}
