public import NavigationModel

/// A scene as the daemon last told it to this device.
public struct ConfirmedScene: Hashable, Sendable {
    /// The id of its history.
    public let epoch: Epoch
    /// The last commit that is in `state`.
    public let revision: Revision
    /// The state at that commit.
    public let state: SceneState

    /// Joins the parts.
    public init(epoch: Epoch, revision: Revision, state: SceneState) {
        self.epoch = epoch
        self.revision = revision
        self.state = state
    }
}
