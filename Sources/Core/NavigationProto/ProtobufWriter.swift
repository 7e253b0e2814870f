package import SwiftProtobuf

/// An encoder of protobuf messages for what is encoded often: commits, snapshots and the replies
/// that carry them.
///
/// It writes the same bytes as the generated messages do, which take ten times as long: they walk
/// each message twice, by calls that the compiler can't specialize. Fields are written in the order
/// of their numbers; one with its default value is left out.
package struct ProtobufWriter {
    /// The encoded fields.
    package private(set) var bytes: [UInt8] = []

    /// Begins an empty message.
    ///
    /// - Parameter capacity: the bytes to reserve.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    private enum WireType: UInt8 {
        case varint = 0
        case fixed64 = 1
        case length = 2
    }

    private mutating func tag(_ field: UInt8, _ type: WireType) {
        varint(UInt64(field) << 3 | UInt64(type.rawValue))
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a field of type `uint64`.
    package mutating func number(_ value: UInt64, _ field: UInt8) {
        guard value != 0 else { return }
        tag(field, .varint)
        varint(value)
    }

    /// Writes a field of type `uint32`.
    package mutating func number(_ value: UInt32, _ field: UInt8) { number(UInt64(value), field) }

    /// Writes a field of type `bool`.
    package mutating func flag(_ value: Bool, _ field: UInt8) {
        number(value ? 1 as UInt64 : 0, field)
    }

    /// Writes a field of type `int64`.
    package mutating func signed(_ value: Int64, _ field: UInt8) {
        number(UInt64(bitPattern: value), field)
    }

    /// Writes a field of type `sint64`.
    package mutating func zigzag(_ value: Int64, _ field: UInt8) {
        number(UInt64(bitPattern: value << 1 ^ value >> 63), field)
    }

    /// Writes a field of type `repeated uint64`, packed.
    package mutating func numbers(_ values: [UInt64], _ field: UInt8) {
        guard !values.isEmpty else { return }
        message(field) { for value in values { $0.varint(value) } }
    }

    /// Writes a field of type `uint64` that is `optional`: also with its default value.
    package mutating func optional(_ value: UInt64?, _ field: UInt8) {
        guard let value else { return }
        tag(field, .varint)
        varint(value)
    }

    /// Writes a field of type `fixed64` or `sfixed64`.
    package mutating func fixed(_ value: UInt64, _ field: UInt8) {
        guard value != 0 else { return }
        tag(field, .fixed64)
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes a field of type `string`.
    package mutating func text(_ value: String, _ field: UInt8) {
        guard !value.isEmpty else { return }
        tag(field, .length)
        varint(UInt64(value.utf8.count))
        bytes.append(value.utf8.span)
    }

    /// Writes a field of type `bytes`.
    package mutating func content(_ value: [UInt8], _ field: UInt8) {
        guard !value.isEmpty else { return }
        tag(field, .length)
        varint(UInt64(value.count))
        bytes.append(value.span)
    }

    /// Writes a field of type `bytes` with two numbers, the most significant byte of each first.
    package mutating func pair(_ first: UInt64, _ second: UInt64, _ field: UInt8) {
        tag(field, .length)
        varint(16)
        unsafe withUnsafeBytes(of: first.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        unsafe withUnsafeBytes(of: second.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes a field with an encoded message, even if that is empty.
    package mutating func encoded(_ message: ArraySlice<UInt8>, _ field: UInt8) {
        tag(field, .length)
        varint(UInt64(message.count))
        bytes.append(message.span)
    }

    /// Writes a field with a generated message, even if that is empty.
    package mutating func message(_ message: some SwiftProtobuf.Message, _ field: UInt8) {
        encoded(message.encodedBytes[...], field)
    }

    /// Writes a field with a message whose fields `body` writes, even if there are none.
    package mutating func message(
        _ field: UInt8, _ body: (inout ProtobufWriter) -> Void
    ) {
        tag(field, .length)
        let start = bytes.count
        // Most are shorter than 128 bytes: then the length takes this one byte.
        bytes.append(0)
        body(&self)
        var length = bytes.count - start - 1
        let more = max(0, Int.bitWidth - length.leadingZeroBitCount - 1) / 7
        if more > 0 { bytes.insert(contentsOf: repeatElement(0, count: more), at: start) }
        for place in start..<start + more {
            bytes[place] = UInt8(truncatingIfNeeded: length) | 0x80
            length >>= 7
        }
        bytes[start + more] = UInt8(length)
    }

    /// The encoded fields without spare capacity, for what is kept in memory.
    package var trimmed: [UInt8] {
        var trimmed: [UInt8] = []
        trimmed.reserveCapacity(bytes.count)
        trimmed.append(bytes.span)
        return trimmed
    }

    /// Appends fields that are encoded already.
    package mutating func fields(_ encoded: [UInt8]) { bytes.append(encoded.span) }
}

/// The varint at the beginning of some bytes; `nil` if there is none.
package func leadingVarint(of bytes: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
        guard shift < 70 else { return nil }
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return value }
        shift += 7
    }
    return nil
}
