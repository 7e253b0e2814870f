public import NavigationModel

/// The result of one undo or redo.
public struct UndoResult: Sendable {
    /// The operations of the change that is undone or redone; empty if all changes were skipped.
    public let operations: [Operation]
    /// The operations of the changes that were skipped, newest first, because they have no inverse:
    /// refreshing a tab, answering a modal.
    public let skipped: [[Operation]]
    /// The change that undoes or redoes, one like any other; `nil` if nothing is left of the
    /// original.
    public let change: ChangeHandle?

    init(operations: [Operation], skipped: [[Operation]], change: ChangeHandle?) {
        self.operations = operations
        self.skipped = skipped
        self.change = change
    }
}
