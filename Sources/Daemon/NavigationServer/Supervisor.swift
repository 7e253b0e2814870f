/// A supervisor of the server's process, which restarts it when it no longer works.
///
/// All methods are called on the server's own thread, which serves everybody: they must not block.
package protocol Supervisor: Sendable {
    /// The longest interval between calls of ``heartbeat(_:)``.
    var heartbeatInterval: Duration { get }

    /// Called when every listener is bound, and the store is claimed: from now on requests are
    /// served.
    func serverIsReady()

    /// Called when the server's loop has run, and the store's writer has answered, since the last
    /// call. When either hangs, the calls stop.
    func heartbeat(_ status: ServerStatus)

    /// Called when no more requests are accepted.
    func serverIsStopping()
}

/// The load of a server, at a glance.
package struct ServerStatus: Hashable, Sendable {
    /// The number of users with present devices.
    package let users: Int
    /// The number of devices that sent something in the last minute or so.
    package let devices: Int
    /// The number of revisions committed since the server started.
    package let revisions: UInt64

    /// Joins the parts.
    package init(users: Int, devices: Int, revisions: UInt64) {
        self.users = users
        self.devices = devices
        self.revisions = revisions
    }
}

/// A server's state as it reports it itself: a missing reply means that it is not well.
package enum ServerHealth: Hashable, Sendable {
    /// It does not serve yet.
    case starting
    /// It serves, and everything works.
    case well
    /// It serves, but the store does not take changes.
    case readOnly
    /// It serves, but part of the store is damaged, and a person has to repair it.
    case damaged
    /// It takes no more requests.
    case stopping
}
