/// The conversion between an option's value and the bytes that libzmq reads and writes.
struct OptionCodec<Value>: Sendable {
    /// The maximum number of bytes of a value.
    let capacity: Int
    /// Returns the bytes; `nil` for a value that does not fit.
    let encode: @Sendable (Value) -> [UInt8]?
    /// Returns the value; `nil` for bytes that are none.
    let decode: @Sendable ([UInt8]) -> Value?
}

extension OptionCodec where Value == Int {
    /// A C `int`.
    static let int = OptionCodec(capacity: 4) {
        Int32(exactly: $0).map(nativeBytes)
    } decode: {
        integer($0, as: Int32.self).map { Int($0) }
    }

    /// An `int64_t`.
    static let int64 = OptionCodec(capacity: 8) {
        nativeBytes(Int64($0))
    } decode: {
        integer($0, as: Int64.self).map { Int($0) }
    }
}

extension OptionCodec where Value == Bool {
    /// A C `int` of 0 or 1.
    static let bool = OptionCodec(capacity: 4) {
        nativeBytes(Int32($0 ? 1 : 0))
    } decode: {
        integer($0, as: Int32.self).map { $0 > 0 }
    }
}

extension OptionCodec where Value == Duration {
    /// A C `int` of milliseconds, rounded up; negative durations do not fit.
    static let milliseconds = duration(unit: 1_000_000_000_000_000)
    /// A C `int` of seconds, rounded up; negative durations do not fit.
    static let seconds = duration(unit: 1_000_000_000_000_000_000)

    private static func duration(unit: Int128) -> OptionCodec {
        OptionCodec(capacity: 4) { value in
            guard value >= .zero else { return nil }
            return Int32(exactly: (Int128(value.attoseconds) + unit - 1) / unit)
                .map(nativeBytes)
        } decode: { bytes in
            integer(bytes, as: Int32.self).map { Duration(attoseconds: Int128($0) * unit) }
        }
    }
}

extension OptionCodec where Value == String {
    /// Text, which libzmq ends with a null byte when it is read.
    static let text = OptionCodec(capacity: 1024) {
        Array($0.utf8)
    } decode: {
        String(validating: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension OptionCodec where Value == [UInt8] {
    /// Bytes as they are, 255 at most.
    static let bytes = OptionCodec(capacity: 255) {
        $0
    } decode: {
        $0
    }
}

extension OptionCodec where Value == CurvePublicKey {
    /// The 32 bytes of a key.
    static let publicKey = OptionCodec(capacity: Z85.keyLength) {
        $0.bytes
    } decode: {
        CurvePublicKey(bytes: $0)
    }
}

extension OptionCodec where Value == CurveSecretKey {
    /// The 32 bytes of a key.
    static let secretKey = OptionCodec(capacity: Z85.keyLength) {
        $0.bytes
    } decode: {
        CurveSecretKey(bytes: $0)
    }
}

/// The bytes of an integer in the order of this machine, which C reads.
private func nativeBytes<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: Number
) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe [UInt8]($0) }
}

/// The integer in the bytes of this machine; `nil` for another number of bytes.
private func integer<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], as type: Number.Type
) -> Number? {
    guard bytes.count == MemoryLayout<Number>.size else { return nil }
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: type) }
}
