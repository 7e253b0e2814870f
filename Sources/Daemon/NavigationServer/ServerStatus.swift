/// The load of a server, at a glance.
public struct ServerStatus: Hashable, Sendable {
    /// The number of users with present devices.
    public let users: Int
    /// The number of devices that sent something in the last minute or so.
    public let devices: Int
    /// The number of revisions committed since the server started.
    public let revisions: UInt64

    /// Joins the parts.
    public init(users: Int, devices: Int, revisions: UInt64) {
        self.users = users
        self.devices = devices
        self.revisions = revisions
    }
}
