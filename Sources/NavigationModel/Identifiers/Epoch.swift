/// The random id of a scene's history, so that nobody resumes on another past; zero is "none".
public struct Epoch: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 64 random bits.
    public let rawValue: UInt64

    /// Wraps 64 random bits.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The epoch of a mirror that has no history yet.
    public static let none = Epoch(rawValue: 0)

    /// A fresh epoch, never ``none``.
    public static func random(using generator: inout some RandomNumberGenerator) -> Epoch {
        Epoch(rawValue: .random(in: 1...UInt64.max, using: &generator))
    }

    /// Sixteen hexadecimal digits.
    public var description: String { rawValue.hexadecimal }
}
