internal import NavigationModel

/// The authenticated party behind a connection, as proven by the kernel or by a key, never as
/// claimed by the client.
package enum Principal: Hashable, Sendable, CustomStringConvertible {
    /// A process of this machine, by its effective user id when it connected.
    case local(uid: UInt32)
    /// The holder of the secret half of a device's key.
    case device(PublicKey)
    /// The holder of the secret half of an invitation's key: for pairing alone.
    case invitation(InvitationID)

    /// Parses a ``description``; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let value = text[text.index(after: colon)...]
        switch text[..<colon] {
        case "uid":
            guard value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
                let uid = UInt32(value)
            else { return nil }
            self = .local(uid: uid)
        case "key":
            guard let key = PublicKey(value) else { return nil }
            self = .device(key)
        case "invite":
            guard let id = InvitationID(value) else { return nil }
            self = .invitation(id)
        default: return nil
        }
    }

    /// `uid:1000`, `key:` and 64 hexadecimal digits, `invite:` and 16.
    package var description: String {
        switch self {
        case .local(let uid): "uid:\(uid)"
        case .device(let key): "key:\(key)"
        case .invitation(let id): "invite:\(id)"
        }
    }
}

/// The number of a connection on control, by which the transport knows it. None is used again.
package struct ConnectionID: RawRepresentable, Hashable, Comparable, Sendable,
    ExpressibleByIntegerLiteral
{
    /// The number.
    package let rawValue: UInt64

    /// Wraps a number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Wraps a number.
    package init(integerLiteral value: UInt64) {
        self.init(rawValue: value)
    }

    /// Orders by number.
    package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The role of a device, with its number on the wire.
public enum Role: Int, Hashable, Sendable, CaseIterable {
    /// All of its user's rights.
    case full = 0
    /// Read access only.
    case viewer = 1

    /// Returns the role of a session that may do no more than either.
    package func limited(by other: Role) -> Role { self == .full ? other : .viewer }
}

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
