internal import NavigationModel
package import NavigationProto

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
    ///
    /// - Parameter feed: an encoded ``FeedMessage``.
    package mutating func seal(_ feed: [UInt8]) throws(SealError) -> [UInt8] {
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

/// The layout of a sealed frame of the feed: kind, counter, ciphertext, tag.
enum SealedFrame {
    /// The only byte of a frame for an expired topic.
    static let expiredKind: UInt8 = 0
    /// The first byte of a sealed frame.
    static let sealedKind: UInt8 = 1
    /// Length in bytes of kind and counter.
    static let header = 9
    /// Bytes before the message.
    static let prefix = 4
    /// The block size that the plaintext is padded to.
    static let step = 256
    /// Bytes by which the frame is longer than the padded plaintext.
    static let overhead = header + AuthenticatedCipher.tagLength
    /// The longest message that fits a frame of ``WireLimits/feed`` bytes.
    static let capacity = (WireLimits.feed - overhead) / step * step - prefix

    /// Returns the nonce of a message: four zeros and its counter.
    static func nonce(_ counter: some Collection<UInt8>) -> [UInt8] {
        [UInt8](repeating: 0, count: AuthenticatedCipher.nonceLength - counter.count) + counter
    }

    /// Returns the plaintext of a message: length, message and padding.
    static func plaintext(_ feed: [UInt8]) -> [UInt8] {
        let length = (prefix + feed.count + step - 1) / step * step
        var plaintext: [UInt8] = []
        plaintext.reserveCapacity(length)
        plaintext += UInt32(feed.count).bigEndianBytes
        plaintext += feed
        plaintext += repeatElement(0, count: length - plaintext.count)
        return plaintext
    }

    /// Returns the message in a plaintext; `nil` if it is incomplete.
    static func feed(in plaintext: [UInt8]) -> [UInt8]? {
        let length = plaintext.prefix(prefix).reduce(0) { $0 << 8 | Int($1) }
        guard plaintext.count >= prefix, length <= plaintext.count - prefix else { return nil }
        return Array(plaintext[prefix..<prefix + length])
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The bytes, most significant first.
    var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> $0)
        }
    }
}

/// The result of opening a frame of the feed with its key.
package enum FeedFrame: Hashable, Sendable {
    /// The topic is no longer valid: say hello again. Sent in clear, to every subscriber.
    case topicExpired
    /// A message sealed for the user's devices.
    case feed(FeedMessage)

    /// The frame for ``topicExpired``.
    package static let expiredFrame = [SealedFrame.expiredKind]

    /// Opens a frame that arrived on `topic`; throws a description of the fault, whatever the bytes
    /// are.
    package init(opening frame: [UInt8], topic: Topic, key: FeedKey) throws(WireError) {
        switch frame.first {
        case SealedFrame.expiredKind where frame.count == 1:
            self = .topicExpired
        case SealedFrame.sealedKind:
            let padded = frame.count - SealedFrame.overhead
            guard frame.count <= WireLimits.feed, padded > 0, padded % SealedFrame.step == 0
            else { throw WireError("publication: invalid length of a sealed frame") }
            let opened = AuthenticatedCipher.open(
                frame[SealedFrame.header...], key: key.bytes,
                nonce: SealedFrame.nonce(frame[1..<SealedFrame.header]),
                authenticating: topic.bytes)
            guard let opened else {
                throw WireError("publication: not sealed with this key for this topic")
            }
            guard let feed = SealedFrame.feed(in: opened) else {
                throw WireError("publication: shorter than its length field")
            }
            self = .feed(try FeedMessage(encoded: feed))
        default:
            throw WireError("publication: unknown frame kind")
        }
    }
}
