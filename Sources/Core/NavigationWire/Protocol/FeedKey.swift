/// The key that seals a user's feed: 32 random bytes, new with each start of the daemon and each
/// revocation. Kept in memory only; its description reveals nothing of it.
public struct FeedKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The 32 bytes: secret.
    public let bytes: [UInt8]

    /// Bytes in a key.
    public static let length = 32

    /// Creates a key; `nil` unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == FeedKey.length else { return nil }
        self.bytes = bytes
    }

    /// Returns a fresh key from `generator`, which must be the system's or as good.
    public static func random(using generator: inout some RandomNumberGenerator) -> FeedKey {
        FeedKey(unchecked: (0..<length).map { _ in .random(in: 0...255, using: &generator) })
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The type's name, without the secret.
    public var description: String { "FeedKey(withheld)" }

    /// A mirror without children: `dump` and debuggers show no secret either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
