public import NavigationModel
public import NavigationWire

/// The daemon's identity, as it tells it.
public struct DaemonIdentity: Hashable, Sendable {
    /// Random, new with each start.
    public let instance: UInt64
    /// The version, for people.
    public let version: String
    /// The time when it started, by the monotonic clock.
    public let started: Duration
    /// The address of its feed.
    public let feed: FeedAddress
    /// The local user whom it runs as, who administers it as root does.
    public let owner: UInt32
    /// That local user's user, by the login name mostly: the one who comes into being by use.
    public var ownerName: UserID
    /// Its own keys: their public halves.
    public let keys: ServerKeysInfo

    /// Joins the parts.
    public init(
        instance: UInt64, version: String, started: Duration, feed: FeedAddress, owner: UInt32,
        ownerName: UserID, keys: ServerKeysInfo
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
