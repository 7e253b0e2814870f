internal import DeviceStore

/// The id of a device's change: in the outbox, on the shelf and ever after. Numbers are used once
/// in a device's directory.
public struct ChangeID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, in the order in which changes were made.
    public let rawValue: Int64

    /// Creates an id from its number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    init(_ entry: OutboxEntry.ID) {
        self.init(rawValue: entry.rawValue)
    }

    var entry: OutboxEntry.ID { OutboxEntry.ID(rawValue: rawValue) }

    /// The number in decimal.
    public var description: String { String(rawValue) }

    /// Returns a Boolean value indicating whether the left change was made earlier.
    public static func < (left: ChangeID, right: ChangeID) -> Bool {
        left.rawValue < right.rawValue
    }
}
