public import NavigationModel

/// The least base revision that any change of a device can have from now on, in one history of a scene.
///
/// It is the least of what the device keeps as confirmed, which the next change is based on whichever
/// process makes it, and of the bases of all its changes that wait or are on their way. It only grows.
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
