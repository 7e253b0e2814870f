public import NavigationModel

/// The lower bound of the base revisions of a device's future changes, in one history of a scene.
public struct OldestBase: Hashable, Sendable {
    /// The history.
    public let epoch: Epoch
    /// The revision.
    public let revision: Revision

    /// Joins the parts.
    public init(epoch: Epoch, revision: Revision) {
        self.epoch = epoch
        self.revision = revision
    }
}
