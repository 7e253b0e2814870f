public import NavigationModel

/// A scene as the daemon last confirmed it to a mirror.
public struct ConfirmedScene: Hashable, Sendable {
    /// The id of its history; ``Epoch/none`` before the first sync.
    public var epoch: Epoch
    /// The last commit in it.
    public var revision: Revision
    /// The state at that commit.
    public var state: SceneState

    /// Joins the parts.
    public init(epoch: Epoch, revision: Revision, state: SceneState) {
        self.epoch = epoch
        self.revision = revision
        self.state = state
    }

    /// What a mirror has before its first sync.
    public static let nothing = ConfirmedScene(epoch: .none, revision: .zero, state: SceneState())
}
