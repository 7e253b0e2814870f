/// The secret half of a CURVE key pair: 32 bytes for its owner alone. Its description reveals
/// nothing of it.
public struct SecretKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The 32 bytes: secret.
    public let bytes: [UInt8]

    /// Bytes in a key.
    public static let length = 32

    /// Creates a key; `nil` unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == SecretKey.length else { return nil }
        self.bytes = bytes
    }

    /// The type's name, without the secret.
    public var description: String { "SecretKey(withheld)" }

    /// A mirror without children: `dump` and debuggers show no secret either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
