internal import NavigationModel
internal import NavigationWire

/// The feed of each user that has said hello since the daemon started; beyond the limit, only of
/// present ones.
struct FeedRegistry: Sendable {
    private var sealers: [UserID: FeedSealer] = [:]
    private var users: [Topic: UserID] = [:]
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
        if let sealer = sealers[user] { return (sealer.topic, sealer.key) }
        guard sealers.count < DaemonLimits.users else { return nil }
        let sealer = begin(user, using: &generator)
        return (sealer.topic, sealer.key)
    }

    /// Returns a Boolean value indicating whether the user has a feed, or could have one.
    func hasRoom(for user: UserID) -> Bool {
        sealers[user] != nil || sealers.count < DaemonLimits.users
    }

    /// Ends the feeds of all but these users.
    mutating func retainOnly(_ users: Set<UserID>) {
        for user in all where !users.contains(user) { _ = close(user) }
    }

    /// All users that have a feed, sorted.
    var all: [UserID] { sealers.keys.sorted() }

    /// Returns the user's topic; `nil` if the user has no feed.
    func topic(of user: UserID) -> Topic? { sealers[user]?.topic }

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
        guard let old = sealers.removeValue(forKey: user)?.topic else { return nil }
        users[old] = nil
        return old
    }

    /// Returns the frame with an encoded message for all of a user's devices; `nil` if the user has no feed.
    mutating func seal(_ feed: [UInt8], for user: UserID) throws(SealError) -> [UInt8]? {
        // In place: a copy would have a counter of its own.
        try sealers[user]?.seal(feed)
    }

    private mutating func begin(
        _ user: UserID, using generator: inout some RandomNumberGenerator
    ) -> FeedSealer {
        let sealer = FeedSealer(using: &generator, counter: counter)
        sealers[user] = sealer
        users[sealer.topic] = user
        return sealer
    }
}
