/// One client of a user: 128 random bits, written as 32 hexadecimal digits.
///
/// The device makes its own id once and keeps it in its directory. All zeros is the daemon itself
/// (``daemon``), the author of the commits that no device requested.
public struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The upper and the lower 64 bits.
    public let high: UInt64, low: UInt64

    /// Joins the two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The author of the daemon's own commits.
    public static let daemon = DeviceID(high: 0, low: 0)

    /// Returns a fresh id from `generator`.
    public static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
        DeviceID(
            high: .random(in: 1...UInt64.max, using: &generator),
            low: .random(in: 0...UInt64.max, using: &generator))
    }

    /// Reads what ``description`` writes; `nil` for anything else, capitals too: registers are
    /// named after devices, and a second spelling would be a second register.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, text.utf8.allSatisfy(Self.isDigit),
            let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    private static func isDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String { high.hexadecimal + low.hexadecimal }

    /// Orders by the 128-bit number.
    public static func < (left: DeviceID, right: DeviceID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension UInt64 {
    /// Sixteen lower-case hexadecimal digits.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The name that people give a device: `phone`. Unlike ``DeviceID`` it may change, and two may
/// share it.
public struct DeviceName: Identifier {
    /// The name's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}
