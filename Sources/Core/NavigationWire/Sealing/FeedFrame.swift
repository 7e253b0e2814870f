internal import NavigationModel
package import NavigationProto

/// The result of opening a frame of the feed with its key.
package enum FeedFrame: Hashable, Sendable {
    /// The topic is no longer valid: say hello again. Sent in clear, to every subscriber.
    case topicExpired
    /// A message sealed for the user's devices.
    case feed(FeedMessage)

    /// The frame for ``topicExpired``.
    package static let goneFrame = [SealedFrame.goneKind]

    /// Opens a frame that arrived on `topic`; throws a description of the fault, whatever the bytes
    /// are.
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
