public import NavigationModel

/// One step of undo or redo.
public struct UndoResult: Sendable {
    /// What the change had done that is taken back, or done again; none if there was no change but
    /// those that were passed over.
    public let operations: [Operation]
    /// What the changes had done that were passed over, newest first, because nothing takes them
    /// back: refreshing a tab, answering a modal.
    public let skipped: [[Operation]]
    /// The change that does it, one like any other; `nil` if nothing is left of what was done.
    public let change: ChangeHandle?

    init(operations: [Operation], skipped: [[Operation]], change: ChangeHandle?) {
        self.operations = operations
        self.skipped = skipped
        self.change = change
    }
}
