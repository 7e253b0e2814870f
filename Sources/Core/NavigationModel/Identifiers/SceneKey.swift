/// The unit of ordering: one user's one scene. Revisions, epochs and sequences count within it.
public struct SceneKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The user that the scene belongs to.
    public let user: UserID
    /// The scene among those of the user.
    public let scene: SceneID

    /// Names a scene of a user.
    public init(user: UserID, scene: SceneID) {
        self.user = user
        self.scene = scene
    }

    /// `user/scene`, for logs and messages.
    public var description: String { "\(user)/\(scene)" }

    /// Orders by user, then by scene.
    public static func < (left: SceneKey, right: SceneKey) -> Bool {
        (left.user, left.scene) < (right.user, right.scene)
    }
}
