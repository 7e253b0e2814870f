/// A decoder of protobuf messages in place for what is decoded often: changes, commits and the
/// requests that carry them. It is the sibling of ``ProtobufWriter``.
///
/// It understands the plain form of a message, as all encoders write it. What is malformed, has a
/// group, or has a message twice where there can be one, is left to the generated messages, which
/// decide its meaning: then ``isPlain`` is `false`, and what was read means nothing. Fields of
/// unknown numbers or unexpected types are skipped, as generated messages do. Reading never fails
/// otherwise: there are no more fields in a message that is not plain.
package struct ProtobufReader {
    private let bytes: [UInt8]
    private var position: Int
    private var end: Int
    /// The type of the present field.
    private var type: WireType = .varint
    /// A Boolean value indicating whether the message is in the plain form, as far as it was read.
    package private(set) var isPlain = true
    /// A Boolean value indicating whether a field was skipped.
    package private(set) var hasUnknownFields = false

    /// Begins with the first field of a message.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (position, end) = (0, bytes.count)
    }

    private enum WireType: UInt8 {
        case varint = 0
        case fixed64 = 1
        case length = 2
        case fixed32 = 5
    }

    /// Returns the number of the next field, which has to be read or skipped before the next; `nil`
    /// at the end of the message.
    package mutating func next() -> UInt32? {
        let start = position
        guard position < end, let tag = varint() else { return nil }
        // The generated messages refuse longer tags, whatever their numbers.
        guard position - start <= 5, let tag = UInt32(exactly: tag), tag >= 8,
            let type = WireType(rawValue: UInt8(truncatingIfNeeded: tag & 7))
        else {
            fail()
            return nil
        }
        self.type = type
        return tag >> 3
    }

    /// Skips a field that this version does not know.
    package mutating func skip() {
        hasUnknownFields = true
        switch type {
        case .varint: _ = varint()
        case .fixed64: advance(by: 8)
        case .length: _ = range()
        case .fixed32: advance(by: 4)
        }
    }

    // MARK: Fields

    /// Reads a field of type `uint64`; returns `false` if it has another type.
    @discardableResult
    package mutating func number(_ value: inout UInt64) -> Bool {
        guard expect(.varint) else { return false }
        value = varint() ?? 0
        return true
    }

    /// Reads a field of type `uint32`.
    package mutating func number(_ value: inout UInt32) {
        guard expect(.varint) else { return }
        value = UInt32(truncatingIfNeeded: varint() ?? 0)
    }

    /// Reads a field of type `sint64`.
    package mutating func zigzag(_ value: inout Int64) {
        guard expect(.varint) else { return }
        let number = varint() ?? 0
        value = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// Reads a field of type `bool`; returns `false` if it has another type.
    @discardableResult
    package mutating func flag(_ value: inout Bool) -> Bool {
        guard expect(.varint) else { return false }
        value = varint() != 0
        return true
    }

    /// Reads a field of type `fixed64`.
    package mutating func fixed(_ value: inout UInt64) {
        guard expect(.fixed64) else { return }
        let start = position
        advance(by: 8)
        guard isPlain else { return }
        value = 0
        for index in (start..<position).reversed() { value = value << 8 | UInt64(bytes[index]) }
    }

    /// Reads a field of type `string`; returns `false` if it has another type.
    @discardableResult
    package mutating func text(_ value: inout String) -> Bool {
        guard expect(.length) else { return false }
        // By a span: the initializer for any collection takes five times as long.
        guard let range = range(),
            let text = try? UTF8Span(validating: bytes.span.extracting(range))
        else {
            fail()
            return true
        }
        value = String(copying: text)
        return true
    }

    /// Reads a field of type `bytes`, without copying them.
    package mutating func content(_ value: inout ArraySlice<UInt8>) {
        guard expect(.length), let range = range() else { return }
        value = bytes[range]
    }

    /// Reads a field of type `repeated uint64`, packed or not.
    package mutating func numbers(_ values: inout [UInt64]) {
        guard type == .length else {
            var value: UInt64 = 0
            if number(&value) { values.append(value) }
            return
        }
        guard let range = range() else { return }
        let outer = end
        (position, end) = (range.lowerBound, range.upperBound)
        while position < end, let value = varint() { values.append(value) }
        if isPlain { (position, end) = (range.upperBound, outer) }
    }

    /// Reads a message of which there may be several: `body` reads its fields.
    ///
    /// Not generic, as the next: other modules can't specialize it, and each call would look up its
    /// types.
    package mutating func message(
        _ body: (inout ProtobufReader) throws(WireError) -> Void
    ) throws(WireError) {
        guard let outer = enter() else { return }
        try body(&self)
        leave(for: outer)
    }

    /// Reads a message of which there can be one: a second would have to be merged with it.
    package mutating func message(
        once isFirst: Bool, _ body: (inout ProtobufReader) throws(WireError) -> Void
    ) throws(WireError) {
        guard isFirst else {
            fail()
            return
        }
        try message(body)
    }

    /// Begins with the first field of the message in the present field; returns the range of what
    /// follows on that, `nil` if it has another type.
    package mutating func enter() -> Range<Int>? {
        guard expect(.length), let range = range() else { return nil }
        defer { (position, end) = (range.lowerBound, range.upperBound) }
        return range.upperBound..<end
    }

    /// Goes on with what follows on a message.
    package mutating func leave(for outer: Range<Int>) {
        if isPlain { (position, end) = (outer.lowerBound, outer.upperBound) }
    }

    // MARK: Bytes

    /// Returns `true` if the present field has the type; skips it otherwise.
    private mutating func expect(_ expected: WireType) -> Bool {
        guard type == expected else {
            skip()
            return false
        }
        return isPlain
    }

    private mutating func advance(by count: Int) {
        guard count <= end - position else {
            fail()
            return
        }
        position += count
    }

    private mutating func range() -> Range<Int>? {
        guard let length = varint() else { return nil }
        guard length <= UInt64(end - position) else {
            fail()
            return nil
        }
        let start = position
        position += Int(length)
        return start..<position
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end, shift < 64 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        fail()
        return nil
    }

    /// Ends all messages.
    private mutating func fail() {
        isPlain = false
        (position, end) = (0, 0)
    }
}
