/// What a user's feed is sealed with: 32 random bytes, new with each start of the daemon and each
/// revocation. Kept in memory only; its description says nothing of it.
public struct FeedKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The 32 bytes: secret.
    public let bytes: [UInt8]

    /// Bytes in a key.
    public static let length = 32

    /// `nil` unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == FeedKey.length else { return nil }
        self.bytes = bytes
    }

    /// A fresh key from `generator`, which must be the system's or as good.
    public static func random(using generator: inout some RandomNumberGenerator) -> FeedKey {
        FeedKey(unchecked: (0..<length).map { _ in .random(in: 0...255, using: &generator) })
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Says that it is one, and nothing more.
    public var description: String { "FeedKey(withheld)" }

    /// Shows nothing to `dump` and to debuggers either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
