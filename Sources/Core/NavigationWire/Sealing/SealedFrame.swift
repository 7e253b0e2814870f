internal import NavigationModel

/// The layout of a sealed frame of the feed: kind, counter, ciphertext, tag.
enum SealedFrame {
    /// The only byte of a frame for an expired topic.
    static let goneKind: UInt8 = 0
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
