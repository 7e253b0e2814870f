/// A reader of the fields of an encoded protobuf message, without a copy: as much as a client needs
/// that looks for two or three of them.
struct FieldReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// A field's content.
    enum Content: Hashable {
        /// A varint, or a fixed number of four or eight bytes; and where its bytes are.
        case number(UInt64, at: Range<Int>)
        /// Text, bytes or a message: where they are.
        case bytes(Range<Int>)
    }

    /// Reads the fields between two places of `bytes`.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        (position, end) = (range.lowerBound, min(range.upperBound, bytes.count))
    }

    /// Returns the next field; `nil` at the end, and where the bytes are no message.
    mutating func next() -> (number: UInt64, content: Content)? {
        guard position < end, let key = varint() else { return nil }
        let start = position
        switch key & 7 {
        case 0:
            guard let value = varint() else { return nil }
            return (key >> 3, .number(value, at: start..<position))
        case 1: return fixed(8).map { (key >> 3, .number($0, at: start..<position)) }
        case 5: return fixed(4).map { (key >> 3, .number($0, at: start..<position)) }
        case 2:
            guard let length = varint(), length <= UInt64(end - position) else { return nil }
            let range = position..<position + Int(length)
            position = range.upperBound
            return (key >> 3, .bytes(range))
        default: return nil
        }
    }

    /// Returns the first field of this number that follows.
    mutating func first(_ number: UInt64) -> Content? {
        while let field = next() {
            if field.number == number { return field.content }
        }
        return nil
    }

    private mutating func varint() -> UInt64? {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while position < end, shift < 64 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    private mutating func fixed(_ count: Int) -> UInt64? {
        guard end - position >= count else { return nil }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += count
        return value
    }
}

extension FieldReader {
    /// Returns the content at the end of a path of field numbers, the first at each step.
    static func find(_ path: [UInt64], in bytes: [UInt8]) -> Content? {
        var range = bytes.indices
        for (step, number) in path.enumerated() {
            var reader = FieldReader(bytes, in: range)
            guard let content = reader.first(number) else { return nil }
            if step == path.count - 1 { return content }
            guard case .bytes(let inner) = content else { return nil }
            range = inner
        }
        return nil
    }
}

extension FieldReader.Content {
    /// The place of the content's bytes.
    var place: Range<Int> {
        switch self {
        case .number(_, let place), .bytes(let place): place
        }
    }

    /// The number, if it is one.
    var number: UInt64? {
        if case .number(let value, _) = self { value } else { nil }
    }
}

/// Protobuf's numbers of varying length: seven bits a byte, the least significant first.
enum Varint {
    /// Returns the bytes that a number takes.
    static func width(_ value: UInt64) -> Int { max(1, (70 - value.leadingZeroBitCount) / 7) }

    /// Writes a number over one of the same width.
    static func patch(_ bytes: inout [UInt8], at place: Range<Int>, with value: UInt64) {
        var rest = value
        for index in place.dropLast() {
            bytes[index] = UInt8(truncatingIfNeeded: rest) | 0x80
            rest >>= 7
        }
        bytes[place.upperBound - 1] = UInt8(truncatingIfNeeded: rest)
    }
}
