public import NavigationWire

/// The bounds of a mirror's timeouts and work.
package enum MirrorLimits {
    /// The time that a reply may take before the mirror reconnects.
    package static let replyTimeout = Duration.seconds(5)
    /// The same time where there are other nodes: shorter than a node's lease, so that a device asks
    /// them by the time that one takes over.
    package static let replyTimeoutInFleet = Duration.seconds(4)
    /// The interval of presence messages, whose replies return the head even if the feed is silent.
    package static let presenceInterval = Duration.seconds(30)
    /// The same interval while the feed is blocked.
    package static let presenceIntervalWithoutFeed = Duration.seconds(1)
    /// The least time between two presence messages because of a changed place.
    package static let placeInterval = Duration.seconds(1)
    /// The least time between two presence messages because somebody still uses the device, at the
    /// same place.
    package static let activityInterval = Duration.seconds(10)
    /// The time that the feed may take to answer a subscription before it counts as blocked.
    package static let feedTimeout = Duration.seconds(2)
    /// A pause between two ticks that shows that the whole process stood still.
    package static let standstill = Duration.seconds(3)
    /// The longest time between two ticks.
    package static let tick = Duration.seconds(1)
    /// The time that the rest of a batch may take after its first message.
    package static let batchTimeout = Duration.milliseconds(100)
    /// The most submitted changes in flight.
    package static let submitWindow = 64
    /// Replies in a row without progress after which the next tick retries, not the mirror at once:
    /// a daemon that always replies so costs little.
    package static let repliesWithoutProgress = 8
    /// The backoff after the daemon was busy.
    package static let busyBackoff = Duration.milliseconds(200)
    /// The longest backoff that the daemon can request.
    package static let longestBusyBackoff = Duration.seconds(60)
    /// The backoff of a refused mirror before its first retry; doubled each time, up to
    /// ``longestRefusedBackoff``.
    package static let refusedBackoff = Duration.seconds(1)
    /// The longest of those backoffs.
    package static let longestRefusedBackoff = Duration.seconds(60)
}

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
