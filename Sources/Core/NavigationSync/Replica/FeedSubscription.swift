internal import NavigationModel

/// A mirror's subscription to its user's feed.
struct FeedSubscription: Sendable {
    /// A Boolean value indicating whether the feed has delivered since it was subscribed to.
    private(set) var isLive = false
    /// The time when the subscription was requested, until it is live or counts as blocked.
    private var requestedAt: Duration?
    /// A revision that the feed has announced and not delivered yet, and the deadline for it.
    private(set) var announced: (revision: Revision, due: Duration)?

    /// A Boolean value indicating whether the feed neither delivers nor is expected to.
    var isBlocked: Bool { !isLive && requestedAt == nil }

    /// Records that the subscription was requested, unless it is live.
    mutating func requested(at now: Duration) { if !isLive { requestedAt = now } }

    /// Records a message; returns `true` for the first one.
    mutating func delivered() -> Bool {
        guard !isLive else { return false }
        isLive = true
        requestedAt = nil
        return true
    }

    /// Records that nothing that was delivered before counts any more: the topic or the key has
    /// changed, or a message can't be opened, which proves no more than silence.
    mutating func interrupted(at now: Duration) {
        guard isLive else { return }
        isLive = false
        requestedAt = now
    }

    /// Gives up a subscription without a message after ``MirrorLimits/feedTimeout``.
    mutating func expire(at now: Duration) {
        if let requestedAt, !isLive, now - requestedAt > MirrorLimits.feedTimeout {
            self.requestedAt = nil
        }
    }

    /// Records that the feed has announced a revision of which the commits are on their way.
    mutating func announce(_ revision: Revision, at now: Duration) {
        guard announced.map({ $0.revision < revision }) ?? true else { return }
        announced = (revision, now + MirrorLimits.batchTimeout)
    }

    /// Removes and returns the announced revision whose time has passed.
    mutating func takeOverdue(at now: Duration) -> Revision? {
        guard let announced, announced.due <= now else { return nil }
        self.announced = nil
        return announced.revision
    }
}
