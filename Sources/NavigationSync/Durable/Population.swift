public import NavigationModel

/// What a user has in the store, as far as limits count it.
public struct Population: Hashable, Sendable {
    /// The scenes.
    public var scenes: Set<SceneID>
    /// The devices that have ever changed one of them.
    public var devices: Set<DeviceID>

    /// Joins the parts.
    public init(scenes: Set<SceneID> = [], devices: Set<DeviceID> = []) {
        self.scenes = scenes
        self.devices = devices
    }
}
