/// What the core has in hand now.
public struct DaemonGauges: Hashable, Sendable {
    /// Connections that have said hello.
    public let sessions: Int
    /// Users of the devices that are there.
    public let users: Int
    /// Devices that were heard of lately.
    public let devices: Int
    /// Scenes in memory.
    public let scenes: Int
    /// Users in memory.
    public let knownUsers: Int
    /// Changes and rows that are being written.
    public let writing: Int
    /// Those that gather meanwhile for the next batch.
    public let gathering: Int
    /// Changes that wait for their sender's turn.
    public let backlog: Int
    /// Requests that wait for something to be read from the store.
    public let waiting: Int
    /// Snapshots that are being fetched.
    public let snapshots: Int
    /// Bytes of the database in use, when it was last looked.
    public let storageUsed: Int
    /// A Boolean value indicating whether the store as a whole was found damaged: nothing is written.
    public let isStoreDamaged: Bool
    /// Scenes that were found damaged, and are not served.
    public let damagedScenes: Int
    /// Scenes of which a device had seen more than there is.
    public let scenesBehind: Int
}
