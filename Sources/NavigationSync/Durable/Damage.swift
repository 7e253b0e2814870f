public import NavigationModel

/// A part of what a store keeps that is not what was written.
public struct Damage: Hashable, Sendable, CustomStringConvertible {
    /// The scene, which alone is damaged; `nil` for the store as a whole.
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
