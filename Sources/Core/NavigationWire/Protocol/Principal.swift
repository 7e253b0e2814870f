/// The authenticated party behind a connection, as proven by the kernel or by a key, never as
/// claimed by the client.
public enum Principal: Hashable, Sendable, CustomStringConvertible {
    /// A process of this machine, by its effective user id when it connected.
    case local(uid: UInt32)
    /// The holder of the secret half of a device's key.
    case device(PublicKey)
    /// The holder of the secret half of an invitation's key: for pairing alone.
    case invitation(InvitationID)

    /// Parses a ``description``; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
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
    public var description: String {
        switch self {
        case .local(let uid): "uid:\(uid)"
        case .device(let key): "key:\(key)"
        case .invitation(let id): "invite:\(id)"
        }
    }
}
