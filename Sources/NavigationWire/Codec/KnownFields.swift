/// The fields that the generated messages know, found out by asking them: a list of our own would
/// have to be kept up with each call and operation that comes to the protocol.
enum KnownFields {
    /// Above all fields that calls and operations have.
    private static let end: UInt32 = 512

    /// The numbers of the fields that are messages, if `isKnown` says of one that holds nothing
    /// whether it is known.
    static func numbers(_ isKnown: ([UInt8]) -> Bool) -> [UInt32] {
        (1..<end).filter { isKnown(tag(of: $0) + [0]) }
    }

    /// The number of the first field of a message that is not empty; 0 for an empty one.
    static func first(of message: [UInt8]) -> UInt32 {
        var tag: UInt32 = 0
        for (index, byte) in message.prefix(5).enumerated() {
            tag |= UInt32(byte & 0x7f) << (7 * UInt32(index))
            if byte < 0x80 { break }
        }
        return tag >> 3
    }

    /// The tag of a field whose length is written before it.
    private static func tag(of number: UInt32) -> [UInt8] {
        var rest = number << 3 | 2
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
