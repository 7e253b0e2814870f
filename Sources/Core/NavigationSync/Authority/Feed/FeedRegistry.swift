internal import NavigationModel
internal import NavigationWire

/// The feed of each user that has said hello since the daemon started; beyond the limit, only of
/// present ones.
struct FeedRegistry: Sendable {
    /// The feed of a user.
    private struct UserFeed: Sendable {
        var sealer: FeedSealer
        /// A Boolean value indicating whether somebody subscribes to its topic.
        var isSubscribed = false
    }

    private var feeds: [UserID: UserFeed] = [:]
    private var users: [Topic: UserID] = [:]
    /// Topics that somebody subscribes to and that are shorter than one of a user: they stand for all
    /// that begin so.
    private var prefixes: Set<[UInt8]> = []
    /// The first counter of each key.
    private let counter: UInt64

    /// No feeds yet.
    init(counter: UInt64 = 0) {
        self.counter = counter
    }

    /// Returns a user's topic and feed key, made at the first call; `nil` if ``DaemonLimits/users``
    /// have a feed already.
    mutating func feed(
        of user: UserID, using generator: inout some RandomNumberGenerator
    ) -> (topic: Topic, key: FeedKey)? {
        if let sealer = feeds[user]?.sealer { return (sealer.topic, sealer.key) }
        guard feeds.count < DaemonLimits.users else { return nil }
        let sealer = begin(user, using: &generator)
        return (sealer.topic, sealer.key)
    }

    /// Returns a Boolean value indicating whether the user has a feed, or could have one.
    func hasRoom(for user: UserID) -> Bool {
        feeds[user] != nil || feeds.count < DaemonLimits.users
    }

    /// Ends the feeds of all but these users.
    mutating func retainOnly(_ users: Set<UserID>) {
        for user in all where !users.contains(user) { _ = close(user) }
    }

    /// All users that have a feed, sorted.
    var all: [UserID] { feeds.keys.sorted() }

    /// Returns the user's topic; `nil` if the user has no feed.
    func topic(of user: UserID) -> Topic? { feeds[user]?.sealer.topic }

    /// Returns the user of a topic; `nil` if there is none, or no longer.
    func user(of topic: Topic) -> UserID? { users[topic] }

    /// Rotates a user's topic and key; returns the old topic, `nil` if there is none.
    mutating func rotate(
        _ user: UserID, using generator: inout some RandomNumberGenerator
    ) -> Topic? {
        guard let old = close(user) else { return nil }
        _ = begin(user, using: &generator)
        return old
    }

    /// Ends a user's feed; returns its topic, `nil` if there is none.
    mutating func close(_ user: UserID) -> Topic? {
        guard let old = feeds.removeValue(forKey: user)?.sealer.topic else { return nil }
        users[old] = nil
        return old
    }

    /// Returns the frame with an encoded message for all of a user's devices, and its topic; `nil` if
    /// the user has no feed.
    mutating func seal(
        _ feed: [UInt8], for user: UserID
    ) throws(SealError) -> (frame: [UInt8], topic: Topic)? {
        // In place: a copy would have a counter of its own.
        guard let frame = try feeds[user]?.sealer.seal(feed), let topic = topic(of: user) else {
            return nil
        }
        return (frame, topic)
    }

    // MARK: Subscriptions

    /// Returns a Boolean value indicating whether anybody would receive what is published to a user's
    /// devices.
    func isSubscribed(_ user: UserID) -> Bool {
        guard let feed = feeds[user] else { return false }
        return feed.isSubscribed || !prefixes.isEmpty
    }

    /// Records that somebody subscribes to a topic.
    mutating func subscribed(_ topic: [UInt8]) { note(topic, isSubscribed: true) }

    /// Records that nobody subscribes to a topic any more.
    mutating func unsubscribed(_ topic: [UInt8]) { note(topic, isSubscribed: false) }

    private mutating func note(_ topic: [UInt8], isSubscribed: Bool) {
        if let user = Topic(bytes: topic).flatMap({ users[$0] }) {
            feeds[user]?.isSubscribed = isSubscribed
        } else if isSubscribed, topic.count < Topic.length {
            prefixes.insert(topic)
        } else {
            prefixes.remove(topic)
        }
    }

    private mutating func begin(
        _ user: UserID, using generator: inout some RandomNumberGenerator
    ) -> FeedSealer {
        let sealer = FeedSealer(using: &generator, counter: counter)
        feeds[user] = UserFeed(sealer: sealer)
        users[sealer.topic] = user
        return sealer
    }
}
