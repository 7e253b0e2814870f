internal import NavigationModel

/// Seals what is published on one user's feed, once for all who subscribe.
///
/// Each publication takes the next counter, so no nonce comes twice with one key; for that, a sealer
/// has one owner, who seals with no copy of it.
package struct FeedSealer: Sendable {
    /// The address: not a secret, and bound into all that is sealed.
    package let topic: Topic
    /// What opens it.
    package let key: FeedKey
    /// The counter of the next publication; `nil` if all have been used.
    private var counter: UInt64?

    /// The longest encoded ``FeedMessage`` that can be sealed.
    package static let capacity = SealedFrame.capacity

    /// A sealer for a topic and a key that nothing has been sealed with.
    ///
    /// - Parameter counter: where to begin to count.
    package init(topic: Topic, key: FeedKey, counter: UInt64 = 0) {
        self.topic = topic
        self.key = key
        self.counter = counter
    }

    /// A sealer with a fresh topic and key from `generator`, which must be the system's or as good.
    package init(using generator: inout some RandomNumberGenerator, counter: UInt64 = 0) {
        self.init(
            topic: .random(using: &generator), key: .random(using: &generator), counter: counter)
    }

    /// The frame to publish, at most ``WireLimits/feed`` bytes long.
    ///
    /// What can't be sealed uses no counter.
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

/// Why a publication was not sealed.
package enum SealError: Error, Hashable, Sendable {
    /// It is longer than ``FeedSealer/capacity``.
    case tooLong
    /// Nothing more can be sealed with the key: another is needed.
    case keyIsSpent
}
