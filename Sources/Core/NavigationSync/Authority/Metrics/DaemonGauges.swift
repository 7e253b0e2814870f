/// The core's current load.
public struct DaemonGauges: Hashable, Sendable {
    /// Connections that have said hello.
    public let sessions: Int
    /// Users with a present device.
    public let users: Int
    /// Devices seen within ``DaemonLimits/presence``.
    public let devices: Int
    /// Scenes in memory.
    public let scenes: Int
    /// Users in memory.
    public let knownUsers: Int
    /// Changes and registry rows in flight.
    public let writing: Int
    /// Changes and registry rows in the open batch.
    public let gathering: Int
    /// Changes in the backlog.
    public let backlog: Int
    /// Requests queued for a store read.
    public let waiting: Int
    /// Snapshots being served.
    public let snapshots: Int
    /// Bytes of the database in use, as last measured.
    public let storageUsed: Int
    /// A Boolean value indicating whether the store as a whole was found damaged, so that nothing
    /// is written.
    public let isStoreDamaged: Bool
    /// Scenes that were found damaged, and are not served.
    public let damagedScenes: Int
    /// Scenes with a device ahead of the store.
    public let scenesBehind: Int
}
