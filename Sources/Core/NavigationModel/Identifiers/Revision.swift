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

/// The random id of a daemon's store, which every daemon that serves it announces; zero is "not
/// announced".
public struct StoreID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 64 random bits.
    public let rawValue: UInt64

    /// Wraps 64 random bits.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The id in the welcome of a daemon of an earlier version, and of a device that has connected
    /// to no store.
    public static let none = StoreID(rawValue: 0)

    /// Sixteen hexadecimal digits.
    public var description: String { rawValue.hexadecimal }
}
