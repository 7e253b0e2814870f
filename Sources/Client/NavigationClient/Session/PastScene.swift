public import NavigationModel

/// A scene as it was at an earlier revision.
public struct PastScene: Sendable {
    /// The id of the scene's log.
    public let epoch: Epoch
    /// The revision.
    public let revision: Revision
    /// The records at that revision.
    public let state: SceneState

    /// The scene at that revision.
    public var scene: Scene { state.scene }
}
