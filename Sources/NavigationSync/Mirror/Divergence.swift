/// Two states of one scene of which one goes: for a report.
public struct Divergence: Hashable, Sendable {
    /// How it was noticed.
    public enum Cause: String, Hashable, Sendable {
        /// At one revision the digests differ.
        case differs
        /// The mirror has seen revisions that the daemon does not have, in the same epoch.
        case ahead
        /// The daemon has begun another history of the same store, with fewer revisions than the mirror
        /// has seen of the one before: it has lost some, or was put back.
        case replaced
    }

    /// How it was noticed.
    public let cause: Cause
    /// What the mirror had.
    public let mirror: ConfirmedScene
    /// What the daemon sent.
    public let daemon: ConfirmedScene

    /// Joins the parts.
    public init(cause: Cause, mirror: ConfirmedScene, daemon: ConfirmedScene) {
        self.cause = cause
        self.mirror = mirror
        self.daemon = daemon
    }
}
