internal import NavigationStore

/// Which change of a device it is: in the outbox, on the shelf and ever after. Numbers are used once
/// in a device's directory.
public struct ChangeID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, in the order in which changes were made.
    public let rawValue: Int64

    /// Wraps a number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    init(_ entry: OutboxEntry.ID) {
        self.init(rawValue: entry.rawValue)
    }

    var entry: OutboxEntry.ID { OutboxEntry.ID(rawValue: rawValue) }

    /// The number in decimal.
    public var description: String { String(rawValue) }

    /// Changes made earlier come first.
    public static func < (left: ChangeID, right: ChangeID) -> Bool {
        left.rawValue < right.rawValue
    }
}
