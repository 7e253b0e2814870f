public import NavigationModel

/// One step of undo or redo.
public struct UndoStep: Hashable, Sendable {
    /// The direction of a step.
    public enum Direction: Int, Hashable, Sendable {
        /// Undo a change.
        case undo = 0
        /// Redo an undone change.
        case redo = 1

        /// The opposite direction.
        public var opposite: Direction { self == .undo ? .redo : .undo }
    }

    /// The operations of the change that is undone or redone; none if there were only skipped ones.
    public let done: [Operation]
    /// The operations of the changes that were skipped because they can't be undone.
    public let skipped: [[Operation]]
    /// The change that was appended; `nil` if none of the effect is left.
    public let entry: OutboxEntry?

    /// Joins the parts.
    public init(done: [Operation], skipped: [[Operation]], entry: OutboxEntry?) {
        self.done = done
        self.skipped = skipped
        self.entry = entry
    }
}
