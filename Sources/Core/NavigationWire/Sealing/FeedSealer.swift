internal import NavigationModel

/// A sealer of one user's feed, once for all subscribers.
package struct FeedSealer: Sendable {
    /// The address of the feed: not a secret, and authenticated with every frame.
    package let topic: Topic
    /// The key that seals and opens the frames.
    package let key: FeedKey
    /// The counter of the next message; `nil` if all have been used.
    private var counter: UInt64?

    /// The longest encoded ``FeedMessage`` that can be sealed.
    package static let capacity = SealedFrame.capacity

    /// Creates a sealer for a topic and a key that has not sealed anything yet.
    package init(topic: Topic, key: FeedKey, counter: UInt64 = 0) {
        self.topic = topic
        self.key = key
        self.counter = counter
    }

    /// Creates a sealer with a fresh topic and key from `generator`, which must be the system's or
    /// as good.
    package init(using generator: inout some RandomNumberGenerator, counter: UInt64 = 0) {
        self.init(
            topic: .random(using: &generator), key: .random(using: &generator), counter: counter)
    }

    /// Returns the sealed frame, at most ``WireLimits/feed`` bytes long.
    package mutating func seal(_ feed: FeedMessage) throws(SealError) -> [UInt8] {
        let feed = feed.encoded
        guard feed.count <= FeedSealer.capacity else { throw .tooLong }
        guard let counter else { throw .keyIsSpent }
        let header = [SealedFrame.sealedKind] + counter.bigEndianBytes
        let sealed = AuthenticatedCipher.seal(
            SealedFrame.plaintext(feed), key: key.bytes,
            nonce: SealedFrame.nonce(header.dropFirst()), authenticating: topic.bytes)
        guard let sealed else { throw .keyIsSpent }
        self.counter = counter == .max ? nil : counter + 1
        return header + sealed
    }
}

/// A failure to seal a message.
package enum SealError: Error, Hashable, Sendable {
    /// The message is longer than ``FeedSealer/capacity``.
    case tooLong
    /// The counters of the key are used up: another key is needed.
    case keyIsSpent
}
