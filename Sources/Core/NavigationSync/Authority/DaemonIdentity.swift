package import NavigationModel
package import NavigationWire

/// The daemon's identity, as it announces it.
package struct DaemonIdentity: Hashable, Sendable {
    /// Random, new with each start.
    package let instance: UInt64
    /// The version, for people.
    package let version: String
    /// The time when it started, by the monotonic clock.
    package let started: Duration
    /// The address of its feed.
    package let feed: FeedAddress
    /// The local user that the daemon runs as, an administrator as root is.
    package let owner: UInt32
    /// The user of that local user, mostly of its login name: the one created by its first use.
    package var ownerName: UserID
    /// The public halves of its own keys.
    package let keys: ServerKeysInfo

    /// Joins the parts.
    package init(
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

/// The time of an event, as the shell read it from its two clocks.
package struct ClockReading: Hashable, Sendable {
    /// The system's clock: may jump, may be wrong; used only for stamps.
    package let wall: Timestamp
    /// Monotonic time since an arbitrary origin: for timers.
    package let uptime: Duration

    /// Joins the readings.
    package init(wall: Timestamp, uptime: Duration) {
        self.wall = wall
        self.uptime = uptime
    }
}
