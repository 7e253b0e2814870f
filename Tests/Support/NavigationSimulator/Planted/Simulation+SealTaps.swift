import NavigationModel
import NavigationWire

/// The points at which planted bugs change sealed frames.
extension Simulation {
    /// The frame that the daemon's shell publishes.
    func tapped(_ frame: [UInt8], on topic: [UInt8]) -> [UInt8] {
        guard let key = seals.keys[topic], let topic = Topic(bytes: topic),
            case .feed(let feed)? = try? FeedFrame(opening: frame, topic: topic, key: key)
        else { return frame }
        switch bug {
        case .repeatsNonces:
            var sealer = FeedSealer(topic: topic, key: key)
            return (try? sealer.seal(feed.encoded)) ?? frame
        case .padsNothing:
            let bytes = feed.encoded
            let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) }
            let sealed = AuthenticatedCipher.seal(
                length + bytes, key: key.bytes, nonce: [0, 0, 0, 0] + frame[1..<9],
                authenticating: topic.bytes)
            return frame[..<9] + (sealed ?? [])
        default:
            return frame
        }
    }

    /// The frame as it comes to a device: another one if a bug changes what is in it.
    mutating func tapped(
        _ frame: [UInt8], _ publication: FeedFrame, on topic: [UInt8], to index: Int
    ) -> [UInt8] {
        guard case .feed(let feed) = publication else { return frame }
        let reported = tapped(feed, to: index)
        return reported == feed ? frame : sealed(reported, on: topic) ?? frame
    }

    /// Seals a message that the daemon did not publish.
    mutating func sealed(_ feed: FeedMessage, on topic: [UInt8]) -> [UInt8]? {
        guard let key = seals.keys[topic], let known = Topic(bytes: topic) else { return nil }
        let fresh = FeedSealer(topic: known, key: key, counter: 1 << 63)
        return try? tap.sealers[topic, default: fresh].seal(feed.encoded)
    }
}
