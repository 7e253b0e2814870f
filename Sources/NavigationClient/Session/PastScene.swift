public import NavigationModel

/// A scene as it was at an earlier revision.
public struct PastScene: Sendable {
    /// The id of its history.
    public let epoch: Epoch
    /// The revision.
    public let revision: Revision
    /// The records then.
    public let state: SceneState

    /// What people saw then.
    public var scene: Scene { state.scene }
}
