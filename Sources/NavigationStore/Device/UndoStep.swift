public import NavigationModel

/// One step of undo or redo.
public struct UndoStep: Hashable, Sendable {
    /// Which way.
    public enum Direction: Int, Hashable, Sendable {
        /// Take back.
        case undo = 0
        /// Do again.
        case redo = 1

        /// The other way.
        public var opposite: Direction { self == .undo ? .redo : .undo }
    }

    /// What the change had done that is taken back; none if there was no change but the skipped.
    public let done: [Operation]
    /// What the changes had done that were passed over because nothing takes them back.
    public let skipped: [[Operation]]
    /// The change that does it; `nil` if nothing is left of what was done.
    public let entry: OutboxEntry?

    /// Joins the parts.
    public init(done: [Operation], skipped: [[Operation]], entry: OutboxEntry?) {
        self.done = done
        self.skipped = skipped
        self.entry = entry
    }
}
