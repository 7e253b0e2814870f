internal import NavigationModel
internal import NavigationWire

/// The delivery of commits to mirrors: each user's feed, its repeated heads, the snapshots being
/// served, and the presence and progress of devices.
struct Feed: Sendable {
    /// The feed of each user.
    var registry = FeedRegistry()
    /// The publications without a commit.
    var heartbeats = FeedHeartbeats()
    /// The snapshots being served.
    var snapshots = ServedSnapshots()
    /// The present devices.
    var presence = PresenceTable()
    /// The progress of devices, as far as it is known.
    var progress: ProgressTracker
    /// Keys that subscribed to a user's topic before their owner was read.
    private var subscribers: [UserID: [(topic: [UInt8], principal: Principal)]] = [:]

    init(devices: Int) {
        progress = ProgressTracker(devices: devices)
    }

    // MARK: Publication: each message is sealed once, here, however many subscribe, and not at all if
    // nobody does.

    /// Publishes an encoded message to a user's devices, if any of them subscribes to the feed.
    mutating func publish(
        _ message: [UInt8], to user: UserID, using generator: inout some RandomNumberGenerator,
        _ effects: inout [DaemonCore.Effect]
    ) {
        guard registry.isSubscribed(user) else { return }
        do {
            guard let (frame, topic) = try registry.seal(message, for: user) else { return }
            effects.append(.publish(frame, on: topic.bytes))
        } catch {
            // The sync after hello finds what it would have carried.
            rotate(user, using: &generator, &effects)
        }
    }

    /// Publishes durable commits in messages of bounded size; one that is too large is announced by
    /// the head, and synced.
    mutating func publish(
        _ write: SceneWrite, at now: Duration,
        _ deadlines: inout Deadlines<DueSubject>, using generator: inout some RandomNumberGenerator,
        _ effects: inout [DaemonCore.Effect]
    ) {
        guard registry.topic(of: write.key.user) != nil else { return }
        // For those, too, that subscribe after it.
        heartbeats.committed(write.key, at: now, &deadlines)
        guard registry.isSubscribed(write.key.user) else { return }
        let head = write.head
        let room = FeedSealer.capacity - FeedMessage.scene(head, []).encoded.count
        var commits: [EncodedCommit] = []
        var length = 0
        for commit in write.commits {
            let size = commit.bytes.count + CommitPage.overhead
            if length + size > room, !commits.isEmpty {
                let message = FeedMessage.encode(head, CommitPage(commits))
                publish(message, to: write.key.user, using: &generator, &effects)
                (commits, length) = ([], 0)
            }
            if size <= room {
                commits.append(commit)
                length += size
            }
        }
        let message = FeedMessage.encode(head, CommitPage(commits))
        publish(message, to: write.key.user, using: &generator, &effects)
    }

    /// Publishes the head of a scene without a commit.
    ///
    /// Not inlined: the optimizer of Swift 6.3 crashes on a caller.
    @inline(never)
    mutating func publish(
        _ scene: SceneAuthority?, using generator: inout some RandomNumberGenerator,
        _ effects: inout [DaemonCore.Effect]
    ) {
        guard let scene, registry.isSubscribed(scene.key.user) else { return }
        let message = FeedMessage.scene(scene.durableHead, []).encoded
        publish(message, to: scene.key.user, using: &generator, &effects)
    }

    /// Publishes a change of presence with the head of its scene.
    mutating func publish(
        _ device: PresentDevice, in scene: SceneAuthority?,
        using generator: inout some RandomNumberGenerator, _ effects: inout [DaemonCore.Effect]
    ) {
        guard let scene, registry.isSubscribed(scene.key.user) else { return }
        let message = FeedMessage.scene(scene.durableHead, [], present: [device]).encoded
        publish(message, to: scene.key.user, using: &generator, &effects)
    }

    /// Rotates a user's feed to another topic and key, which the devices learn by saying hello
    /// again; nothing later can be opened with the old key.
    mutating func rotate(
        _ user: UserID, using generator: inout some RandomNumberGenerator,
        _ effects: inout [DaemonCore.Effect]
    ) {
        guard let old = registry.rotate(user, using: &generator) else { return }
        effects.append(.publish(FeedFrame.expiredFrame, on: old.bytes))
    }

    /// Notifies a subscriber that the feed is live, or that the topic is not valid (any more).
    mutating func answer(
        _ topic: [UInt8], using generator: inout some RandomNumberGenerator,
        _ effects: inout [DaemonCore.Effect]
    ) {
        if let user = Topic(bytes: topic).flatMap({ registry.user(of: $0) }) {
            publish(FeedMessage.live.encoded, to: user, using: &generator, &effects)
        } else {
            effects.append(.publish(FeedFrame.expiredFrame, on: topic))
        }
    }

    // MARK: Subscribers

    /// Returns a Boolean value indicating whether one more subscriber may wait for the rows of a user.
    func hasRoom(toAwait user: UserID) -> Bool {
        subscribers[user]?.count ?? 0 < DaemonLimits.waiting
    }

    /// Queues a subscriber until the rows of a topic's user are read.
    mutating func await(_ user: UserID, _ topic: [UInt8], by principal: Principal) {
        subscribers[user, default: []].append((topic, principal))
    }

    /// Removes and returns the subscribers that wait for the rows of a user.
    mutating func takeSubscribers(
        awaiting user: UserID
    ) -> [(topic: [UInt8], principal: Principal)] {
        subscribers.removeValue(forKey: user) ?? []
    }
}
