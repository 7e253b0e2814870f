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
        feed.publish(FeedMessage.live.encoded, to: "ann", using: &generator, &effects)
        feed.rotate("ann", using: &generator, &effects)
        let new = try #require(feed.registry.topic(of: "ann"))
        feed.answer(new.bytes, using: &generator, &effects)
        feed.answer(old.bytes, using: &generator, &effects)
        #expect(topics == [old, old, new, old].map(\.bytes))
    }

    @Test("Durable commits begin the repeats of the head, but only with subscribers")
    mutating func repeats() throws {
        var deadlines = Deadlines<DueSubject>()
        var scene = SceneAuthority(key: Self.key, stored: nil, freshEpoch: Epoch(rawValue: 1))
        let commit = scene.pair((DeviceID(high: 1, low: 1), "tv"), at: .zero)
        var write = SceneWrite(key: Self.key, epoch: scene.epoch, expected: .zero)
        write.commits = [commit]
        feed.publish(write, at: .zero, &deadlines, using: &generator, &effects)
        #expect(effects.isEmpty && deadlines.next == nil)
        _ = feed.registry.feed(of: "ann", using: &generator)
        feed.publish(write, at: .zero, &deadlines, using: &generator, &effects)
        #expect(topics.count == 1 && deadlines[.head(Self.key)] == .seconds(1))
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
