internal import Crypto

/// A 256-bit hash of a set of registers: the sum, lane by lane, of the SHA-256 of each register.
///
/// A commit updates it at the cost of its own size, and the order of joining does not matter.
/// It finds faults; it is no defence against somebody who searches for collisions.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// The four lanes, most significant first.
    public var lanes: SIMD4<UInt64>

    /// Joins four lanes.
    public init(lanes: SIMD4<UInt64>) {
        self.lanes = lanes
    }

    /// The digest of an empty state.
    public static let zero = Digest(lanes: .zero)

    /// SHA-256 of `bytes`.
    public init(hashing bytes: [UInt8]) {
        var lanes = SIMD4<UInt64>.zero
        for (index, byte) in SHA256.hash(data: bytes).enumerated() {
            lanes[index / 8] = lanes[index / 8] << 8 | UInt64(byte)
        }
        self.lanes = lanes
    }

    /// Reads 64 hexadecimal digits; `nil` for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        var lanes = SIMD4<UInt64>.zero
        for (index, digit) in text.enumerated() {
            lanes[index / 16] = lanes[index / 16] << 4 | UInt64(digit.hexDigitValue ?? 0)
        }
        self.lanes = lanes
    }

    /// Reads 32 bytes; `nil` for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        var lanes = SIMD4<UInt64>.zero
        for (index, byte) in bytes.enumerated() {
            lanes[index / 8] = lanes[index / 8] << 8 | UInt64(byte)
        }
        self.lanes = lanes
    }

    /// The 32 bytes, most significant first.
    public var bytes: [UInt8] {
        var encoder = CanonicalEncoder(reservingCapacity: 32)
        for lane in 0..<4 { encoder.append(lanes[lane]) }
        return encoder.bytes
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String { (0..<4).map { lanes[$0].hexadecimal }.joined() }

    /// Adds a register to the set.
    mutating func insert(_ register: Register, at field: Field, of record: RecordID) {
        lanes &+= Digest.hash(register, field, record).lanes
    }

    /// Takes a register out of the set.
    mutating func remove(_ register: Register, at field: Field, of record: RecordID) {
        lanes &-= Digest.hash(register, field, record).lanes
    }

    private static func hash(_ register: Register, _ field: Field, _ record: RecordID) -> Digest {
        var encoder = CanonicalEncoder(reservingCapacity: 128)
        encoder.append(record.kind.rawValue)
        encoder.append(record.name)
        encoder.append(field.number)
        encoder.append(field.part)
        encoder.append(register.stamp)
        encoder.append(register.value.bytes)
        return Digest(hashing: encoder.bytes)
    }
}
