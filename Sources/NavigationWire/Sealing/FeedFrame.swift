internal import NavigationModel

/// What a frame of the feed turns out to be to somebody who has the key.
package enum FeedFrame: Hashable, Sendable {
    /// The topic is no longer valid: say hello again. Said in clear, to whoever has subscribed.
    case topicExpired
    /// What was sealed for the user's devices.
    case feed(FeedMessage)

    /// The frame that says ``gone``.
    package static let goneFrame = [SealedFrame.goneKind]

    /// Opens a frame that came on `topic`; throws what is wrong with it, whatever the bytes are.
    ///
    /// A frame of another topic, with another key, or changed in one bit is no publication.
    package init(opening frame: [UInt8], topic: Topic, key: FeedKey) throws(WireError) {
        switch frame.first {
        case SealedFrame.goneKind where frame.count == 1:
            self = .topicExpired
        case SealedFrame.sealedKind:
            let padded = frame.count - SealedFrame.overhead
            guard frame.count <= WireLimits.feed, padded > 0, padded % SealedFrame.step == 0
            else { throw WireError("publication: not of a sealed frame's length") }
            let opened = AuthenticatedCipher.open(
                frame[SealedFrame.header...], key: key.bytes,
                nonce: SealedFrame.nonce(frame[1..<SealedFrame.header]),
                authenticating: topic.bytes)
            guard let opened else {
                throw WireError("publication: not sealed with this key for this topic")
            }
            guard let feed = SealedFrame.feed(in: opened) else {
                throw WireError("publication: shorter than it says")
            }
            self = .feed(try FeedMessage(encoded: feed))
        default:
            throw WireError("publication: neither sealed nor gone")
        }
    }
}
