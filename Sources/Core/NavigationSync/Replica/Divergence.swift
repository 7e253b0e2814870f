/// Two different states of one scene, of which one is discarded: for a report.
public struct Divergence: Hashable, Sendable {
    /// The cause of a divergence.
    public enum Cause: String, Hashable, Sendable {
        /// The digests differ at one revision.
        case differs
        /// The mirror has revisions that the daemon does not have, in the same epoch.
        case ahead
        /// The daemon has begun another history of the same store, with fewer revisions than the
        /// mirror has of the one before: it has lost some, or was restored.
        case replaced
    }

    /// The cause.
    public let cause: Cause
    /// The mirror's scene.
    public let mirror: ConfirmedScene
    /// The daemon's scene.
    public let daemon: ConfirmedScene

    /// Joins the parts.
    public init(cause: Cause, mirror: ConfirmedScene, daemon: ConfirmedScene) {
        self.cause = cause
        self.mirror = mirror
        self.daemon = daemon
    }
}
