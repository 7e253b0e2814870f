/// The fields that the generated messages know, found by probing them: a list of our own would have
/// to be maintained with each call and operation that is added to the protocol.
enum KnownFields {
    /// An upper bound of the field numbers of calls and operations.
    private static let end: UInt32 = 512

    /// Returns the numbers of the fields that are messages, given a predicate on an encoding with
    /// one empty field.
    static func numbers(_ isKnown: ([UInt8]) -> Bool) -> [UInt32] {
        (1..<end).filter { isKnown(tag(of: $0) + [0]) }
    }

    /// Returns the number of the first field of a message that is not empty; 0 for an empty one.
    static func first(of message: [UInt8]) -> UInt32 {
        var tag: UInt32 = 0
        for (index, byte) in message.prefix(5).enumerated() {
            tag |= UInt32(byte & 0x7f) << (7 * UInt32(index))
            if byte < 0x80 { break }
        }
        return tag >> 3
    }

    /// Returns the tag of a length-delimited field.
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
