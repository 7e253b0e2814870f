/// Writes values in the one form that digests are computed over: big-endian integers, and byte
/// strings behind their 32-bit length. Two unequal values never have equal encodings.
struct CanonicalEncoder {
    private(set) var bytes: [UInt8] = []

    init(reservingCapacity capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    mutating func append(_ number: some FixedWidthInteger) {
        var shift = number.bitWidth
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func append(_ content: [UInt8]) {
        append(UInt32(truncatingIfNeeded: content.count))
        bytes.append(contentsOf: content)
    }

    mutating func append(_ text: String) {
        append(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ stamp: Stamp) {
        append(stamp.time.rawValue)
        append(stamp.device.high)
        append(stamp.device.low)
        append(stamp.sequence.rawValue)
        append(stamp.index)
    }
}
