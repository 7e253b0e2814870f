/// A 256-bit hash of a set of registers: the sum, lane by lane, of the SHA-256 of each register.
///
/// A commit updates it at the cost of its own size, and the order of joining does not matter.
/// It finds faults; it is no defence against somebody who searches for collisions.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// The first and the second lane, most significant first.
    private var upper: SIMD2<UInt64>
    /// The third and the fourth.
    private var lower: SIMD2<UInt64>

    /// The four lanes, most significant first.
    ///
    /// They are kept in two halves. Swift 6.3.1 lays out what an asynchronous function keeps while
    /// it is suspended as if no value were aligned to more than 16 bytes; a vector of 32 is, and
    /// the function then writes past what it was given (`.ci/async-frames` shows where).
    public var lanes: [UInt64] { [upper[0], upper[1], lower[0], lower[1]] }
    /// The first of the lanes.
    public var firstLane: UInt64 { upper[0] }

    /// The digest of an empty state.
    public static let zero = Digest(upper: .zero, lower: .zero)

    private init(upper: SIMD2<UInt64>, lower: SIMD2<UInt64>) {
        self.upper = upper
        self.lower = lower
    }

    /// Joins bytes or digits, most significant first, each of so many bits; 256 bits in all.
    private init(joining numbers: some Sequence<UInt8>, bits: Int) {
        var (upper, lower) = (SIMD2<UInt64>.zero, SIMD2<UInt64>.zero)
        for (index, number) in numbers.enumerated() {
            let lane = index * bits / 64
            if lane < 2 {
                upper[lane] = upper[lane] << bits | UInt64(number)
            } else {
                lower[lane - 2] = lower[lane - 2] << bits | UInt64(number)
            }
        }
        self.init(upper: upper, lower: lower)
    }

    /// SHA-256 of `bytes`.
    public init(hashing bytes: [UInt8]) {
        self.init(hashing: bytes[...])
    }

    /// SHA-256 of `bytes`, and of `more` after them.
    package init(hashing bytes: ArraySlice<UInt8>, _ more: [UInt8] = []) {
        var hash = CanonicalHash()
        unsafe bytes.span.withUnsafeBytes { unsafe hash.append($0) }
        unsafe more.span.withUnsafeBytes { unsafe hash.append($0) }
        self.init(finishing: &hash)
    }

    /// SHA-256 of what was appended to `hash`, which is empty then.
    init(finishing hash: inout CanonicalHash) {
        let lanes = hash.finish()
        self.init(
            upper: SIMD2(UInt64(bigEndian: lanes.0), UInt64(bigEndian: lanes.1)),
            lower: SIMD2(UInt64(bigEndian: lanes.2), UInt64(bigEndian: lanes.3)))
    }

    /// Reads 64 hexadecimal digits; `nil` for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        self.init(joining: text.lazy.map { UInt8($0.hexDigitValue ?? 0) }, bits: 4)
    }

    /// Reads 32 bytes; `nil` for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.init(joining: bytes, bits: 8)
    }

    /// The 32 bytes, most significant first.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        append(to: &bytes)
        return bytes
    }

    /// Appends the 32 bytes, most significant first.
    package func append(to bytes: inout [UInt8]) {
        let lanes = (
            upper[0].bigEndian, upper[1].bigEndian, lower[0].bigEndian, lower[1].bigEndian
        )
        unsafe withUnsafeBytes(of: lanes) { unsafe bytes.append(contentsOf: $0) }
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String { lanes.map(\.hexadecimal).joined() }

    /// Adds a register to the set.
    mutating func insert(_ register: Register, at field: Field, of record: RecordID) {
        let hash = Digest.hash(register, field, record)
        upper &+= hash.upper
        lower &+= hash.lower
    }

    /// Takes a register out of the set.
    mutating func remove(_ register: Register, at field: Field, of record: RecordID) {
        let hash = Digest.hash(register, field, record)
        upper &-= hash.upper
        lower &-= hash.lower
    }

    private static func hash(_ register: Register, _ field: Field, _ record: RecordID) -> Digest {
        var hash = CanonicalHash()
        hash.append(record.kind.rawValue)
        hash.append(record.name)
        hash.append(field.number)
        hash.append(field.part)
        hash.append(register.stamp)
        hash.append(register.value.bytes)
        return Digest(finishing: &hash)
    }
}
