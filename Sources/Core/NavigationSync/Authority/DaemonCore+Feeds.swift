internal import NavigationModel
internal import NavigationWire

/// Publication: each message is sealed once, here, however many subscribe.
extension DaemonCore {
    /// Publishes to a user's devices, if any of them has requested the feed.
    mutating func publish(_ feed: FeedMessage, to user: UserID, _ effects: inout [Effect]) {
        guard let topic = feeds.topic(of: user) else { return }
        do {
            guard let frame = try feeds.seal(feed, for: user) else { return }
            effects.append(.publish(frame, on: topic.bytes))
        } catch {
            // The sync after hello finds what it would have carried.
            rotateFeed(of: user, &effects)
        }
    }

    /// Rotates a user's feed to another topic and key, which the devices learn by saying hello
    /// again; nothing later can be opened with the old key.
    mutating func rotateFeed(of user: UserID, _ effects: inout [Effect]) {
        guard let old = feeds.rotate(user, using: &generator) else { return }
        effects.append(.publish(FeedFrame.goneFrame, on: old.bytes))
    }

    /// Tells a subscriber that the feed is live, or that the topic is not valid (any more).
    mutating func answerSubscription(to topic: [UInt8], _ effects: inout [Effect]) {
        if let user = Topic(bytes: topic).flatMap({ feeds.user(of: $0) }) {
            publish(.live, to: user, &effects)
        } else {
            effects.append(.publish(FeedFrame.goneFrame, on: topic))
        }
    }

    /// Publishes durable commits in messages of bounded size; one that is too large is announced by
    /// the head, and synced.
    mutating func publish(
        _ write: SceneWrite, _ head: Head?, at now: ClockReading, _ effects: inout [Effect]
    ) {
        guard let head, feeds.topic(of: write.key.user) != nil else { return }
        let room = FeedSealer.capacity - FeedMessage.scene(head, []).encoded.count
        var commits: [Commit] = []
        var length = 0
        for commit in write.commits {
            let size = write.encoding(of: commit).count + FeedMessage.commitOverhead
            if length + size > room, !commits.isEmpty {
                publish(.scene(head, commits), to: write.key.user, &effects)
                (commits, length) = ([], 0)
            }
            if size <= room {
                commits.append(commit)
                length += size
            }
        }
        publish(.scene(head, commits), to: write.key.user, &effects)
        announcements.committed(write.key, at: now.uptime, &deadlines)
    }
}
