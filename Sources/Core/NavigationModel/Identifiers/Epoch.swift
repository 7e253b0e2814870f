/// The random id of a scene's log, new after a restore, so that no mirror resumes on another past;
/// zero is "none".
public struct Epoch: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 64 random bits.
    public let rawValue: UInt64

    /// Wraps 64 random bits.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The epoch of a mirror that has no log yet.
    public static let none = Epoch(rawValue: 0)

    /// Returns a fresh epoch, never ``none``.
    public static func random(using generator: inout some RandomNumberGenerator) -> Epoch {
        Epoch(rawValue: .random(in: 1...UInt64.max, using: &generator))
    }

    /// Sixteen hexadecimal digits.
    public var description: String { rawValue.hexadecimal }
}
