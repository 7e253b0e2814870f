public import NavigationModel

/// The result of one step of compacting a scene's log.
public struct Compaction: Hashable, Sendable {
    /// The first revision whose state can still be reconstructed; the commits after it are kept.
    public let oldestRevision: Revision
    /// A Boolean value indicating whether nothing is left to remove.
    public let isComplete: Bool
    /// Bytes of the commits and snapshots that are kept now.
    public let length: Int

    /// Joins the parts.
    public init(oldestRevision: Revision, isComplete: Bool, length: Int) {
        self.oldestRevision = oldestRevision
        self.isComplete = isComplete
        self.length = length
    }
}
