import NavigationModel
import NavigationWire

/// The seals of the feeds, as the devices learn the keys.
struct Seals {
    /// The key of each topic.
    var keys: [[UInt8]: FeedKey] = [:]
    /// The counters that each key has sealed with.
    var counters: [FeedKey: Set<[UInt8]>] = [:]
    /// The frames sealed before any device learned the key, by topic.
    var unread: [[UInt8]: [[UInt8]]] = [:]
}

extension Simulation {
    /// Notes what a device learns of its feed. A key belongs to one topic, whatever starts again.
    mutating func learn(_ welcome: Welcome) {
        guard seals.keys[welcome.topic.bytes] != welcome.feedKey else { return }
        if seals.keys.values.contains(welcome.feedKey) || seals.keys[welcome.topic.bytes] != nil {
            fail(.sealed, "a key is given out for two topics, or a topic with two keys")
        }
        seals.keys[welcome.topic.bytes] = welcome.feedKey
        for frame in seals.unread.removeValue(forKey: welcome.topic.bytes) ?? [] {
            _ = opened(frame, on: welcome.topic.bytes)
        }
    }

    /// Returns the contents of a frame, opened as a device does it, if it is sealed as it should
    /// be.
    mutating func opened(_ frame: [UInt8], on topic: [UInt8]) -> FeedFrame? {
        if frame == FeedFrame.expiredFrame { return .topicExpired }
        guard let key = seals.keys[topic] else {
            seals.unread[topic, default: []].append(frame)
            return nil
        }
        guard let topic = Topic(bytes: topic),
            let publication = try? FeedFrame(opening: frame, topic: topic, key: key)
        else {
            fail(.sealed, "a frame of \(frame.count) bytes can't be opened with the topic's key")
            return nil
        }
        // Kind, counter and tag; the rest is padded.
        if frame.count % 256 != 25 { fail(.sealed, "a frame has \(frame.count) bytes") }
        if !seals.counters[key, default: []].insert(Array(frame[1..<9])).inserted {
            fail(.sealed, "a nonce is used a second time")
        }
        return publication
    }
}
