public import NavigationWire

/// What the daemon says about itself.
public struct DaemonIdentity: Hashable, Sendable {
    /// Random, new with each start.
    public let instance: UInt64
    /// The version, for people.
    public let version: String
    /// When it started, by the monotonic clock.
    public let started: Duration
    /// Where its feed is.
    public let feed: FeedAddress

    /// Joins the parts.
    public init(instance: UInt64, version: String, started: Duration, feed: FeedAddress) {
        self.instance = instance
        self.version = version
        self.started = started
        self.feed = feed
    }
}
