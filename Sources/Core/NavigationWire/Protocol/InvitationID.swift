internal import NavigationModel

/// An id of an invitation: 64 random bits, written as 16 hexadecimal digits. Not a secret.
public struct InvitationID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bits.
    public let rawValue: UInt64

    /// Wraps the bits.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Returns a fresh id from `generator`.
    public static func random(using generator: inout some RandomNumberGenerator) -> InvitationID {
        InvitationID(rawValue: .random(in: 1...UInt64.max, using: &generator))
    }

    /// Parses 16 hexadecimal digits; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, let bytes = Hexadecimal.bytes(of: text) else { return nil }
        self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// 16 lower-case hexadecimal digits.
    public var description: String { rawValue.hexadecimal }

    /// Orders ids by number.
    public static func < (left: InvitationID, right: InvitationID) -> Bool {
        left.rawValue < right.rawValue
    }
}
