/// A CURVE public key of 32 bytes: the identity of a device, a daemon or an invitation.
public struct PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Bytes in a key.
    public static let length = 32

    /// Creates a key; `nil` unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == PublicKey.length else { return nil }
        self.bytes = bytes
    }

    /// Parses 64 hexadecimal digits; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(of: text), let key = PublicKey(bytes: bytes) else {
            return nil
        }
        self = key
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String { Hexadecimal.text(of: bytes) }
}
