/// The number of a change among those of one device in one scene: 1, 2, 3…; zero before the first.
public struct SequenceNumber: RawRepresentable, Hashable, Comparable, Sendable,
    CustomStringConvertible, ExpressibleByIntegerLiteral
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

    /// The number before a device's first change.
    public static let zero: SequenceNumber = 0

    /// The number of the change after this one; the greatest stays where it is, because a number
    /// from the wire must not trap.
    public var next: SequenceNumber {
        SequenceNumber(rawValue: rawValue == .max ? .max : rawValue + 1)
    }

    /// The number in decimal.
    public var description: String { String(rawValue) }

    /// Orders earlier changes first.
    public static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}
