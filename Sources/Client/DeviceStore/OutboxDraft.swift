public import NavigationModel

/// A change to be appended to the outbox. A list of operations is one that can't be undone.
public struct OutboxDraft: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The operations; nothing is appended for none.
    public let operations: [Operation]
    /// The inverse change; `nil` if the change is not to be recorded in the undo journal.
    public let reversal: InverseChange?

    /// Joins the parts.
    public init(_ operations: [Operation], reversal: InverseChange? = nil) {
        self.operations = operations
        self.reversal = reversal
    }

    /// Creates a draft that can't be undone.
    public init(arrayLiteral operations: Operation...) {
        self.init(operations)
    }
}
