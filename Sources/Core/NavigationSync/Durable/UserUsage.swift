public import NavigationModel

/// A user's usage of the store, as far as limits apply to it.
public struct UserUsage: Hashable, Sendable {
    /// The scenes.
    public var scenes: Set<SceneID>
    /// The devices that have ever changed one of them.
    public var devices: Set<DeviceID>
    /// Bytes of the kept commits and snapshots of each scene.
    public var lengths: [SceneID: Int]

    /// Joins the parts.
    public init(
        scenes: Set<SceneID> = [], devices: Set<DeviceID> = [], lengths: [SceneID: Int] = [:]
    ) {
        self.scenes = scenes
        self.devices = devices
        self.lengths = lengths
    }

    /// Bytes of the kept commits and snapshots of all scenes.
    public var length: Int { lengths.values.reduce(0, +) }
}
