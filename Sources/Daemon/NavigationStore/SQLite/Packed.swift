internal import DatabaseFiles
internal import NavigationModel

/// A writer of numbers and bytes, one after the other.
struct PackedWriter {
    /// The encoded values.
    private(set) var bytes: [UInt8] = []

    /// Writes a number as a varint.
    mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes bytes; their number has to be known to the reader.
    mutating func append(_ content: [UInt8]) { bytes += content }

    /// Writes the 32 bytes of a digest.
    mutating func append(_ digest: Digest) { digest.append(to: &bytes) }

    /// Writes a checksum of 8 bytes, and behind it what `body` writes.
    mutating func appendChecked(_ body: (inout Self) -> Void) {
        let start = bytes.count
        bytes += repeatElement(0, count: PackedReader.checksumLength)
        let content = bytes.count
        body(&self)
        let checksum = UInt64(bitPattern: Checksum.of(bytes[content...]))
        for (index, shift) in zip(start..<content, stride(from: 56, through: 0, by: -8)) {
            bytes[index] = UInt8(truncatingIfNeeded: checksum >> UInt64(shift))
        }
    }

    /// Makes room for so many bytes more.
    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }
}

/// A reader of what ``PackedWriter`` wrote.
struct PackedReader {
    private var rest: ArraySlice<UInt8>

    /// Begins with the first of them.
    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Bytes of the checksum before what ``PackedWriter/appendChecked(_:)`` has.
    static let checksumLength = 8

    /// Begins behind a checksum; `nil` if that is wrong.
    init?(checked bytes: [UInt8]) {
        let content = bytes.dropFirst(Self.checksumLength)
        let checksum = bytes.prefix(Self.checksumLength).reduce(0) { $0 << 8 | UInt64($1) }
        guard UInt64(bitPattern: Checksum.of(content)) == checksum else { return nil }
        rest = content
    }

    /// Bytes that are left.
    var count: Int { rest.count }

    /// A Boolean value indicating whether all was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number; `nil` if there is none.
    mutating func number() -> UInt64? {
        var value: UInt64 = 0
        for (index, byte) in rest.prefix(10).enumerated() {
            value |= UInt64(byte & 0x7f) << UInt64(7 * index)
            guard byte < 0x80 else { continue }
            rest = rest.dropFirst(index + 1)
            return value
        }
        return nil
    }

    /// Reads so many bytes; `nil` if there are fewer.
    mutating func bytes(_ count: UInt64) -> [UInt8]? {
        guard count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }
}
