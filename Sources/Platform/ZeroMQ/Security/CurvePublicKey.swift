/// The half of a CURVE key pair that anyone may know: 32 bytes, written as 40 characters of Z85.
public struct CurvePublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes 32 bytes; `nil` for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Z85.keyLength else { return nil }
        self.bytes = bytes
    }

    /// Reads 40 characters of Z85; `nil` for anything else.
    public init?(z85: String) {
        guard let bytes = Z85.decodeKey(z85) else { return nil }
        self.bytes = bytes
    }

    /// The 40 characters of Z85.
    public var z85: String { Z85.encodeKey(bytes) }

    /// As ``z85``.
    public var description: String { z85 }
}
