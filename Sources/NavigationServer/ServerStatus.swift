/// What a server has to do, at a glance.
public struct ServerStatus: Hashable, Sendable {
    /// Users whose devices are there.
    public let users: Int
    /// Devices that were heard of in the last minute or so.
    public let devices: Int
    /// Revisions made durable since the server started.
    public let revisions: UInt64

    /// Joins the parts.
    public init(users: Int, devices: Int, revisions: UInt64) {
        self.users = users
        self.devices = devices
        self.revisions = revisions
    }
}
