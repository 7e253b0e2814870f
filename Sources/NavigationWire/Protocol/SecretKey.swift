/// The secret half of a CURVE key pair: 32 bytes that belong to whoever it was made for. Its
/// description says nothing of it.
public struct SecretKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The 32 bytes: secret.
    public let bytes: [UInt8]

    /// Bytes in a key.
    public static let length = 32

    /// `nil` unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == SecretKey.length else { return nil }
        self.bytes = bytes
    }

    /// Says that it is one, and nothing more.
    public var description: String { "SecretKey(withheld)" }

    /// Shows nothing to `dump` and to debuggers either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
