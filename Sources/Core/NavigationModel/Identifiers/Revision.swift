/// The number of a commit in its scene: gapless 1, 2, 3…; zero before the first.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible,
    ExpressibleByIntegerLiteral
{
    /// The number.
    public let rawValue: UInt64

    /// Wraps a number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Wraps a literal.
    public init(integerLiteral value: UInt64) {
        self.init(rawValue: value)
    }

    /// The revision of a scene without commits.
    public static let zero: Revision = 0

    /// The revision of the commit after this one; the greatest stays where it is, because a number
    /// from the wire must not trap.
    public var next: Revision { Revision(rawValue: rawValue == .max ? .max : rawValue + 1) }

    /// The revision of the commit before this one; zero stays where it is.
    public var previous: Revision { Revision(rawValue: rawValue == 0 ? 0 : rawValue - 1) }

    /// The number in decimal.
    public var description: String { String(rawValue) }

    /// Orders earlier commits first.
    public static func < (left: Revision, right: Revision) -> Bool {
        left.rawValue < right.rawValue
    }
}
