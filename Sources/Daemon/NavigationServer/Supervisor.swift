/// A supervisor of the server's process, which restarts it when it no longer works.
///
/// All methods are called on the server's own thread, which serves everybody: they must not block.
public protocol Supervisor: Sendable {
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
