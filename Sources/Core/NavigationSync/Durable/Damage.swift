public import NavigationModel

/// A finding that stored data is not what was written.
public struct Damage: Hashable, Sendable, CustomStringConvertible {
    /// The scene, if it alone is damaged; `nil` for the store as a whole.
    public let scene: SceneKey?
    /// The finding, in words.
    public let reason: String

    /// Joins the parts.
    public init(of scene: SceneKey?, _ reason: String) {
        self.scene = scene
        self.reason = reason
    }

    /// The subject of the damage, and the finding.
    public var description: String {
        scene.map { "scene \($0) is damaged: \(reason)" } ?? "the database is damaged: \(reason)"
    }
}
