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
