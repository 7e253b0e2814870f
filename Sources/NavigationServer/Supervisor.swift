/// Whoever watches over the server's process, and restarts it when it no longer works.
///
/// All calls come from the server's own thread, which serves everybody: they must not block.
public protocol Supervisor: Sendable {
    /// The longest time that it wants to go without ``serverWorks(_:)``.
    var heartbeatInterval: Duration { get }

    /// Every listener is bound, and the store is the server's: from now on requests are answered.
    func serverIsReady()

    /// The server's loop runs, and the store's writer has answered since the last of these calls.
    /// When either hangs, they stop.
    func heartbeat(_ status: ServerStatus)

    /// No more requests are taken.
    func serverIsStopping()
}
