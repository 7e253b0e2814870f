public import NavigationModel
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
    /// The local user whom it runs as, who administers it as root does.
    public let owner: UInt32
    /// That local user's user, by the login name mostly: the one who comes into being by use.
    public var ownerName: UserID
    /// Its own keys: their public halves.
    public let keys: ServerKeysEntry

    /// Joins the parts.
    public init(
        instance: UInt64, version: String, started: Duration, feed: FeedAddress, owner: UInt32,
        ownerName: UserID, keys: ServerKeysEntry
    ) {
        self.instance = instance
        self.version = version
        self.started = started
        self.feed = feed
        self.owner = owner
        self.ownerName = ownerName
        self.keys = keys
    }
}
