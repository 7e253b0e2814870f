import NavigationModel
import NavigationWire
import SeededRandom
import Testing

@testable import NavigationSync

@Suite("Delivery to mirrors")
struct FeedTests {
    private static let key = SceneKey(user: "ann", scene: .main)

    private var feed = Feed(devices: 10)
    private var generator = SeededGenerator(seed: 1)
    private var effects: [DaemonCore.Effect] = []

    /// The topics that were published on.
    private var topics: [[UInt8]] {
        effects.compactMap { if case .publish(_, let topic) = $0 { topic } else { nil } }
    }

    @Test("Nothing is published to a user without a feed")
    mutating func none() {
        let scene = SceneAuthority(key: Self.key, stored: nil, freshEpoch: Epoch(rawValue: 1))
        feed.publish(scene, using: &generator, &effects)
        feed.publish(nil, using: &generator, &effects)
        feed.rotate("ann", using: &generator, &effects)
        #expect(effects.isEmpty)
    }

    @Test("A rotation publishes the end of the old topic, and later messages go out on the new one")
    mutating func rotation() throws {
        let made = feed.registry.feed(of: "ann", using: &generator)
        let old = try #require(made).topic
        feed.registry.subscribed(old.bytes)
        feed.publish(FeedMessage.live.encoded, to: "ann", using: &generator, &effects)
        feed.rotate("ann", using: &generator, &effects)
        let new = try #require(feed.registry.topic(of: "ann"))
        feed.registry.subscribed(new.bytes)
        feed.answer(new.bytes, using: &generator, &effects)
        feed.answer(old.bytes, using: &generator, &effects)
        #expect(topics == [old, old, new, old].map(\.bytes))
    }

    @Test("Messages are sealed only for a topic that somebody subscribes to")
    mutating func audience() throws {
        let message = FeedMessage.live.encoded
        let topic = try #require(feed.registry.feed(of: "ann", using: &generator)).topic
        feed.publish(message, to: "ann", using: &generator, &effects)
        // Another's.
        let other = try #require(feed.registry.feed(of: "ben", using: &generator)).topic
        feed.registry.subscribed(other.bytes)
        feed.publish(message, to: "ann", using: &generator, &effects)
        #expect(topics.isEmpty)
        feed.registry.subscribed(topic.bytes)
        feed.publish(message, to: "ann", using: &generator, &effects)
        feed.registry.unsubscribed(other.bytes)
        feed.publish(message, to: "ann", using: &generator, &effects)
        #expect(topics == [topic, topic].map(\.bytes))
        feed.registry.unsubscribed(topic.bytes)
        feed.publish(message, to: "ann", using: &generator, &effects)
        #expect(topics.count == 2)
        // A prefix, as an administrator may have it, stands for all topics.
        for prefix in [[], Array(topic.bytes.prefix(3))] {
            effects = []
            feed.registry.subscribed(prefix)
            feed.publish(message, to: "ann", using: &generator, &effects)
            feed.registry.unsubscribed(prefix)
            feed.publish(message, to: "ann", using: &generator, &effects)
            #expect(topics == [topic.bytes])
        }
    }

    @Test("The subscribers of a topic do not count for the one after it")
    mutating func audienceOfOneTopic() throws {
        let old = try #require(feed.registry.feed(of: "ann", using: &generator)).topic
        feed.registry.subscribed(old.bytes)
        feed.rotate("ann", using: &generator, &effects)
        let new = try #require(feed.registry.topic(of: "ann"))
        effects = []
        feed.publish(FeedMessage.live.encoded, to: "ann", using: &generator, &effects)
        #expect(topics.isEmpty)
        feed.registry.subscribed(new.bytes)
        // The end of those comes after the beginning of these.
        feed.registry.unsubscribed(old.bytes)
        feed.publish(FeedMessage.live.encoded, to: "ann", using: &generator, &effects)
        #expect(topics == [new.bytes])
    }

    @Test("Durable commits begin the repeats of the head, for those that subscribe after them, too")
    mutating func repeats() throws {
        var deadlines = Deadlines<DueSubject>()
        var scene = SceneAuthority(key: Self.key, stored: nil, freshEpoch: Epoch(rawValue: 1))
        let commit = scene.pair((DeviceID(high: 1, low: 1), "tv"), at: .zero)
        var write = SceneWrite(key: Self.key, epoch: scene.epoch, expected: .zero)
        write.commits = [commit]
        feed.publish(write, at: .zero, &deadlines, using: &generator, &effects)
        #expect(effects.isEmpty && deadlines.next == nil)
        let topic = try #require(feed.registry.feed(of: "ann", using: &generator)).topic
        feed.publish(write, at: .zero, &deadlines, using: &generator, &effects)
        #expect(effects.isEmpty && deadlines[.head(Self.key)] == .seconds(1))
        feed.registry.subscribed(topic.bytes)
        feed.publish(write, at: .seconds(1), &deadlines, using: &generator, &effects)
        #expect(topics.count == 1 && deadlines[.head(Self.key)] == .seconds(2))
    }

    @Test("Subscribers wait for the rows of their user, so many of them")
    mutating func subscribers() {
        for number in 0..<DaemonLimits.waiting {
            #expect(feed.hasRoom(toAwait: "ann"), "\(number)")
            feed.await("ann", [1], by: .local(uid: 1))
        }
        #expect(!feed.hasRoom(toAwait: "ann") && feed.hasRoom(toAwait: "bob"))
        let waited = feed.takeSubscribers(awaiting: "ann")
        let rest = feed.takeSubscribers(awaiting: "ann")
        #expect(waited.count == DaemonLimits.waiting && rest.isEmpty)
        #expect(feed.hasRoom(toAwait: "ann"))
    }
}
