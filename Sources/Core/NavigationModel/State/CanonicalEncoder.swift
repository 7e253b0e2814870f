internal import CNettle

/// A writer of values in the one form that digests are computed over: big-endian integers, and byte
/// strings behind their 32-bit length. Two unequal values never have equal encodings.
protocol CanonicalEncoder {
    /// Appends bytes as they are.
    mutating func append(_ bytes: UnsafeRawBufferPointer)
}

extension CanonicalEncoder {
    mutating func append(_ number: some FixedWidthInteger) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe append($0) }
    }

    mutating func append(_ content: [UInt8]) {
        append(UInt32(truncatingIfNeeded: content.count))
        unsafe content.span.withUnsafeBytes { unsafe append($0) }
    }

    mutating func append(_ text: String) {
        append(UInt32(truncatingIfNeeded: text.utf8.count))
        unsafe text.utf8.span.withUnsafeBytes { unsafe append($0) }
    }

    mutating func append(_ stamp: Stamp) {
        let numbers = (
            stamp.time.rawValue.bigEndian, stamp.device.high.bigEndian, stamp.device.low.bigEndian,
            stamp.sequence.rawValue.bigEndian, stamp.index.bigEndian
        )
        unsafe withUnsafeBytes(of: numbers) { unsafe append($0) }
    }
}

/// The canonical form as bytes.
struct CanonicalBytes: CanonicalEncoder {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ more: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: more) }
}

/// SHA-256 of the canonical form, without its bytes.
struct CanonicalHash: CanonicalEncoder {
    private var context = sha256_ctx()

    init() {
        unsafe nettle_sha256_init(&context)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe nettle_sha256_update(
            &context, bytes.count, bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
    }

    /// Returns the hash as four numbers, most significant first in each; begins a new one.
    mutating func finish() -> (UInt64, UInt64, UInt64, UInt64) {
        var lanes = (UInt64.zero, UInt64.zero, UInt64.zero, UInt64.zero)
        unsafe withUnsafeMutableBytes(of: &lanes) { lanes in
            unsafe nettle_sha256_digest(
                &context, lanes.count, lanes.assumingMemoryBound(to: UInt8.self).baseAddress)
        }
        return lanes
    }
}
