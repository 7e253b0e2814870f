import NavigationModel
import NavigationWire
import SeededRandom
import Testing

@testable import NavigationSync

@Suite("Topics and keys of the users' feeds")
struct FeedRegistryTests {
    /// The nonces that a run has used: they belong to a key, so a pair that comes twice is a nonce
    /// repeated.
    private struct Used {
        var nonces: [FeedKey: Set<[UInt8]>] = [:]
        var keys: [FeedKey: Topic] = [:]
        var current: [UserID: (topic: Topic, key: FeedKey)] = [:]
        var retired: [(topic: Topic, key: FeedKey)] = []
    }

    private static let users: [UserID] = ["ann", "ben", "cleo"]

    @Test(
        "No nonce comes twice, whatever is published, rotated and started anew",
        arguments: 1...UInt64(10))
    func nonces(seed: UInt64) throws {
        var script = SeededGenerator(seed: seed)
        var keys = SeededGenerator(seed: seed ^ 0xfeed)
        var feeds = FeedRegistry(counter: seed % 2 == 0 ? 0 : .max - 40)
        var used = Used()
        for _ in 0..<600 {
            guard let user = script.pick(Self.users) else { continue }
            switch script.below(40) {
            case 0:
                feeds = FeedRegistry()
                used.retired += used.current.values
                used.current = [:]
            case 1:
                retire(user, feeds.rotate(user, using: &keys), &used)
            case 2:
                retire(user, feeds.close(user), &used)
            default:
                let pair = try #require(feeds.feed(of: user, using: &keys))
                try publish(on: pair, of: user, &feeds, &used, &keys)
            }
        }
        #expect(used.keys.count > 10 && used.nonces.values.reduce(0) { $0 + $1.count } > 300)
    }

    /// Notes that a topic has ended, the one that was used last if any was.
    private func retire(_ user: UserID, _ old: Topic?, _ used: inout Used) {
        guard let last = used.current.removeValue(forKey: user) else { return }
        #expect(old == last.topic)
        used.retired.append(last)
    }

    private func publish(
        on pair: (topic: Topic, key: FeedKey), of user: UserID, _ feeds: inout FeedRegistry,
        _ used: inout Used, _ keys: inout SeededGenerator
    ) throws {
        #expect(used.keys.updateValue(pair.topic, forKey: pair.key) ?? pair.topic == pair.topic)
        #expect(used.current[user].map { $0 == pair } ?? true)
        used.current[user] = pair
        #expect(feeds.user(of: pair.topic) == user && feeds.topic(of: user) == pair.topic)
        let frame: [UInt8]
        do {
            let sealed = try #require(try feeds.seal(FeedMessage.live.encoded, for: user))
            #expect(sealed.topic == pair.topic)
            frame = sealed.frame
        } catch SealError.keyIsSpent {
            return retire(user, feeds.rotate(user, using: &keys), &used)
        }
        #expect(used.nonces[pair.key, default: []].insert(Array(frame[1..<9])).inserted)
        #expect(opens(frame, pair))
        for old in used.retired.suffix(2) { #expect(!opens(frame, old)) }
        for (other, foreign) in used.current where other != user {
            #expect(!opens(frame, foreign))
        }
    }

    private func opens(_ frame: [UInt8], _ pair: (topic: Topic, key: FeedKey)) -> Bool {
        (try? FeedFrame(opening: frame, topic: pair.topic, key: pair.key)) == .feed(.live)
    }

    @Test("An unknown topic has no user, and the number of feeds is limited")
    func bounds() {
        var generator = SeededGenerator(seed: 1)
        var feeds = FeedRegistry()
        #expect(feeds.user(of: .random(using: &generator)) == nil)
        #expect(feeds.topic(of: "ann") == nil && feeds.close("ann") == nil)
        #expect(feeds.rotate("ann", using: &generator) == nil)
        for number in 0..<DaemonLimits.users {
            let user = UserID(unchecked: "user-\(number)")
            #expect(feeds.feed(of: user, using: &generator) != nil)
        }
        #expect(feeds.feed(of: "ann", using: &generator) == nil)
        #expect(feeds.feed(of: "user-7", using: &generator) != nil)
        #expect(feeds.close("user-7") != nil)
        #expect(feeds.feed(of: "ann", using: &generator) != nil)
        #expect(feeds.hasRoom(for: "ann") && !feeds.hasRoom(for: "bob"))
        let topic = feeds.topic(of: "ann")
        feeds.retainOnly(["ann", "bob"])
        #expect(feeds.all == ["ann"] && feeds.topic(of: "ann") == topic)
        #expect(feeds.hasRoom(for: "bob"))
    }

    private static func daemon() -> DaemonCore {
        DaemonCore(identity: .sample(), generator: SeededGenerator(seed: 1))
    }

    @Test("Feeds of absent users are evicted; a user who is present needs a new hello")
    func manyUsers() throws {
        var daemon = Self.daemon()
        let first = try #require(welcome(of: &daemon))
        // One connection speaks for one after the other, as long as nothing is heard of ann.
        let end = DaemonLimits.presence + .seconds(2)
        let others = (1...DaemonLimits.users + 100).map { UserID(unchecked: "user-\($0)") }
        for user in others {
            #expect(welcome(of: &daemon, for: user, by: 2, at: end)?.user == user)
        }
        #expect(daemon.feed.registry.topic(of: "ann") == nil)
        #expect(daemon.feed.registry.topic(of: others[others.count - 1]) != nil)
        #expect(presence(in: &daemon, at: end) == .failure(.helloFirst))
        let again = try #require(welcome(of: &daemon, at: end))
        #expect(again.topic != first.topic)
        // Who is there keeps the feed.
        var crowd = FeedRegistry()
        var generator = SeededGenerator(seed: 2)
        for number in 0..<DaemonLimits.users {
            _ = crowd.feed(of: UserID(unchecked: "user-\(number)"), using: &generator)
        }
        daemon.feed.registry = crowd
        #expect(welcome(of: &daemon, for: "user-5", by: 2, at: end) != nil)
        let kept = daemon.feed.registry.topic(of: "user-5")
        #expect(welcome(of: &daemon, at: end) != nil)
        #expect(
            daemon.feed.registry.all == ["ann", "user-5"]
                && daemon.feed.registry.topic(of: "user-5") == kept)
    }

    @Test("A used-up key is replaced: the old topic expires, and hello sends the new pair")
    func spent() throws {
        var daemon = Self.daemon()
        daemon.feed.registry = FeedRegistry(counter: .max)
        let first = try #require(welcome(of: &daemon))
        #expect(published(subscribing(to: first.topic, of: &daemon), for: first) == .feed(.live))
        let effects = subscribing(to: first.topic, of: &daemon, at: .seconds(2))
        #expect(published(effects, for: first) == .topicExpired)
        let second = try #require(welcome(of: &daemon))
        #expect(second.topic != first.topic && second.feedKey != first.feedKey)
        let again = subscribing(to: second.topic, of: &daemon, at: .seconds(3))
        #expect(published(again, for: second) == .feed(.live))
        let old = subscribing(to: first.topic, of: &daemon, at: .seconds(4))
        #expect(published(old, for: first) == .topicExpired)
    }

    /// Returns the daemon's answer to a word of ann's, whose scene nobody has ever changed.
    private func presence(in daemon: inout DaemonCore, at uptime: Duration) -> Reply.Result? {
        let bytes = Request(id: 1, call: .presence(scene: "main")).encoded
        let peer = Peer(1, .local(uid: 0))
        var effects = daemon.stepAlone(.request(bytes, from: peer), at: moment(uptime))
        for case .load(let key) in effects {
            effects += daemon.step(.loaded(key, .success(nil)), at: moment(uptime))
        }
        for case .reply(let reply, _) in effects { return reply.result }
        return nil
    }

    private func welcome(
        of daemon: inout DaemonCore, for user: UserID = "ann", by connection: ConnectionID = 1,
        at uptime: Duration = .seconds(1)
    ) -> Welcome? {
        let hello = Hello(user: user, device: DeviceID(high: 1, low: 1), name: "phone")
        let peer = Peer(connection, .local(uid: 0))
        let bytes = Request(id: 1, call: .hello(hello)).encoded
        let event = DaemonCore.Event.request(bytes, from: peer)
        for effect in daemon.stepAlone(event, at: moment(uptime)) {
            if case .reply(let reply, _) = effect, case .welcome(let welcome) = reply.result {
                return welcome
            }
        }
        return nil
    }

    private func subscribing(
        to topic: Topic, of daemon: inout DaemonCore, at uptime: Duration = .seconds(1)
    ) -> [DaemonCore.Effect] {
        daemon.step(.subscribed(topic.bytes, by: .local(uid: 0)), at: moment(uptime))
    }

    private func published(
        _ effects: [DaemonCore.Effect], for welcome: Welcome
    ) -> FeedFrame? {
        for case .publish(let frame, welcome.topic.bytes) in effects {
            return try? FeedFrame(opening: frame, topic: welcome.topic, key: welcome.feedKey)
        }
        return nil
    }

    private func moment(_ uptime: Duration) -> ClockReading {
        ClockReading(wall: Timestamp(rawValue: 1_000_000), uptime: uptime)
    }
}
