public import NavigationWire

/// The status of a mirror's connection to its daemon.
public enum MirrorStatus: Hashable, Sendable {
    /// There is no connection: the last state is shown, changes stay pending.
    case offline
    /// The connection is established; missing commits are being fetched.
    case syncing
    /// Every commit arrives as it happens.
    case live
    /// Connected, but the feed is blocked: the mirror polls every second.
    case feedBlocked
    /// The daemon refuses this client, for this reason: it was revoked, has no access, speaks
    /// another version, or the daemon is unavailable; or its messages are malformed. Pending
    /// changes are kept; the client retries with a growing backoff, and resumes once it is
    /// accepted.
    case refused(Failure)
    /// The state differs from the daemon's even after a fresh snapshot: a fault to report.
    case diverged
}
