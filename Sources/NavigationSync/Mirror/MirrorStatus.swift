public import NavigationWire

/// A mirror's standing with its daemon.
public enum MirrorStatus: Hashable, Sendable {
    /// There is no connection: the last state is shown, changes wait.
    case offline
    /// The connection is up; what was missed is being fetched.
    case syncing
    /// Every commit arrives as it happens.
    case live
    /// Connected, but the feed does not come through: followed by asking every second.
    case feedBlocked
    /// The daemon refuses this client, for this reason: it was revoked, has no access, speaks another
    /// version, or comes at a bad time; or what it sends can't be used. What waits is kept; it asks again, ever less often, and goes
    /// on by itself once it is let in.
    case refused(Failure)
    /// The state differs from the daemon's even after a fresh snapshot: a fault to report.
    case diverged
}
