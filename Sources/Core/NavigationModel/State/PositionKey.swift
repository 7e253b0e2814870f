/// A place in the tab bar: a fraction between 0 and 1 in base 256, without trailing zeros.
///
/// There is always a key between two different ones, so moving a tab writes only that tab.
/// Equal keys are ordered by the tabs' identifiers.
public struct PositionKey: Hashable, Comparable, Sendable {
    /// The digits after the point; the last is never zero, and there is at least one.
    public let bytes: [UInt8]

    /// The longest key that a device may send, in bytes.
    public static let maximumLength = 64

    /// The longest key that a device makes without giving the whole bar new keys, in bytes.
    static let comfortableLength = 16

    /// The longest key that the daemon leaves as it is, in bytes.
    static let keptLength = 8

    /// Creates a key; `nil` unless `bytes` is one in its shortest form.
    public init?(bytes: [UInt8]) {
        guard let last = bytes.last, last != 0, bytes.count <= PositionKey.maximumLength else {
            return nil
        }
        self.bytes = bytes
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns a key between `lower` and `upper`; `nil` stands for the end of the bar on that side.
    ///
    /// Appending at an end steps by 1/256 while there is room, so bars filled in order keep keys of
    /// one byte. If the bounds are equal or out of order the key comes directly after `lower`.
    public static func between(_ lower: PositionKey?, _ upper: PositionKey?) -> PositionKey {
        let low = lower?.bytes ?? []
        let high = upper.flatMap { upper in lower.map { $0 < upper } ?? true ? upper.bytes : nil }
        var digits: [UInt8] = []
        var isBoundedAbove = high != nil
        for place in 0... {
            let floor = place < low.count ? Int(low[place]) : 0
            let ceiling =
                isBoundedAbove ? high.map { place < $0.count ? Int($0[place]) : 0 } ?? 256 : 256
            if ceiling - floor > 1 {
                let step = lower == nil || high == nil ? 1 : (ceiling - floor) / 2
                let digit = lower == nil && high != nil ? ceiling - step : floor + step
                digits.append(UInt8(truncatingIfNeeded: digit))
                break
            }
            digits.append(UInt8(truncatingIfNeeded: floor))
            if ceiling > floor { isBoundedAbove = false }
        }
        return PositionKey(unchecked: digits)
    }

    /// The register's content.
    public var value: Value { Value(bytes: bytes) }

    /// Orders by the fraction.
    public static func < (left: PositionKey, right: PositionKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
