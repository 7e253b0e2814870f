internal import NavigationModel

/// How a sealed frame of the feed is laid out: kind, counter, ciphertext, tag.
///
/// What is sealed is the length of the Feed in four bytes, the Feed, and zeros up to the next
/// multiple of ``step``, so that its size says little of what is in it. All integers are big-endian.
enum SealedFrame {
    /// The first byte of a frame that says that its topic is no longer valid, and is all of it.
    static let goneKind: UInt8 = 0
    /// The first byte of a sealed frame.
    static let sealedKind: UInt8 = 1
    /// Bytes of kind and counter.
    static let header = 9
    /// Bytes before the Feed.
    static let prefix = 4
    /// What the plaintext is padded to a multiple of.
    static let step = 256
    /// Bytes by which the frame is longer than the padded plaintext.
    static let overhead = header + AuthenticatedCipher.tagLength
    /// The longest Feed that fits a frame of ``WireLimits/feed`` bytes.
    static let capacity = (WireLimits.feed - overhead) / step * step - prefix

    /// The nonce of a publication: four zeros and its counter.
    static func nonce(_ counter: some Collection<UInt8>) -> [UInt8] {
        [UInt8](repeating: 0, count: AuthenticatedCipher.nonceLength - counter.count) + counter
    }

    /// Length, Feed and padding.
    static func plaintext(_ feed: [UInt8]) -> [UInt8] {
        let length = (prefix + feed.count + step - 1) / step * step
        var plaintext: [UInt8] = []
        plaintext.reserveCapacity(length)
        plaintext += UInt32(feed.count).bigEndianBytes
        plaintext += feed
        plaintext += repeatElement(0, count: length - plaintext.count)
        return plaintext
    }

    /// The Feed in what was sealed; `nil` if it is not all there.
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
