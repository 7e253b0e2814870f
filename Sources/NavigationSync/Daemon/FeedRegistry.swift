internal import NavigationModel
internal import NavigationWire

/// The feed of each user who has said hello since the daemon started, and is there still if there
/// are many.
///
/// Topic and key are random and in memory only: they end with the daemon, and with a rotation.
struct FeedRegistry: Sendable {
    private var sealers: [UserID: FeedSealer] = [:]
    private var users: [Topic: UserID] = [:]
    /// Where each key begins to count.
    private let counter: UInt64

    /// No feeds yet.
    init(counter: UInt64 = 0) {
        self.counter = counter
    }

    /// What a user's devices subscribe to and open with, made when it is first asked for; `nil` if
    /// ``DaemonLimits/users`` have a feed already.
    mutating func feed(
        of user: UserID, using generator: inout some RandomNumberGenerator
    ) -> (topic: Topic, key: FeedKey)? {
        if let sealer = sealers[user] { return (sealer.topic, sealer.key) }
        guard sealers.count < DaemonLimits.users else { return nil }
        let sealer = begin(user, using: &generator)
        return (sealer.topic, sealer.key)
    }

    /// Whether the user has a feed, or could have one.
    func hasRoom(for user: UserID) -> Bool {
        sealers[user] != nil || sealers.count < DaemonLimits.users
    }

    /// Ends the feeds of all but these users.
    mutating func keepOnly(_ users: Set<UserID>) {
        for user in all where !users.contains(user) { _ = close(user) }
    }

    /// All users that have a feed, in their order.
    var all: [UserID] { sealers.keys.sorted() }

    /// The user's topic; `nil` if nobody has asked for the feed.
    func topic(of user: UserID) -> Topic? { sealers[user]?.topic }

    /// Whose topic it is; `nil` if it is nobody's, or no longer.
    func user(of topic: Topic) -> UserID? { users[topic] }

    /// Gives a user another topic and key; returns the old topic, `nil` if there is none.
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

    /// The frame for all of a user's devices; `nil` if nobody has asked for the feed.
    mutating func seal(_ feed: FeedMessage, for user: UserID) throws(SealError) -> [UInt8]? {
        // In place: a copy would count for itself.
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
