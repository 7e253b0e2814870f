/// A point of daemon time: microseconds since 1970-01-01 00:00 UTC by the daemon's clock.
///
/// Only the daemon's clock exists. Devices estimate it; they never assert it.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Microseconds since 1970.
    public let rawValue: Int64

    /// Wraps microseconds since 1970.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The time before all changes.
    public static let zero = Timestamp(rawValue: 0)

    /// The smallest later time; time stands still at the end of the range.
    public var next: Timestamp { advanced(byMicroseconds: 1) }

    /// Returns this time moved by `count` microseconds, held within the range of the type.
    public func advanced(byMicroseconds count: Int64) -> Timestamp {
        let (sum, overflow) = rawValue.addingReportingOverflow(count)
        guard overflow else { return Timestamp(rawValue: sum) }
        return Timestamp(rawValue: count > 0 ? .max : .min)
    }

    /// The number of microseconds, in decimal.
    public var description: String { String(rawValue) }

    /// Orders earlier times first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.rawValue < right.rawValue
    }
}
