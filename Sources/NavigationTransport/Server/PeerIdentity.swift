package import ZeroMQ

/// Who a connection is: what the kernel or its key shows, never what it says.
package enum PeerIdentity: Hashable, Sendable {
    /// A process of this user on this machine, over ipc.
    case local(uid: UInt32)
    /// The owner of this key's secret half, over tcp.
    case key(CurvePublicKey)
    /// Who holds the invitation with this id: 1 to ``maximumInvitationLength`` letters, digits and
    /// hyphens of ASCII.
    case invitation(String)

    /// The longest id of an invitation, in bytes.
    package static let maximumInvitationLength = 64
}

extension PeerIdentity {
    /// The text that libzmq keeps with a connection: `uid:1000`, `key:` and 64 hexadecimal digits,
    /// or `invite:` and the id.
    var text: String {
        switch self {
        case .local(let uid): "uid:\(uid)"
        case .key(let key): "key:\(PeerIdentity.hexadecimal(key.bytes))"
        case .invitation(let id): "invite:\(id)"
        }
    }

    /// Reads ``text``; `nil` for anything else.
    init?(_ text: Substring) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let value = text[text.index(after: colon)...]
        switch text[..<colon] {
        case "uid":
            guard let uid = UInt32(value), String(uid) == value else { return nil }
            self = .local(uid: uid)
        case "key":
            guard let key = PeerIdentity.bytes(value).flatMap(CurvePublicKey.init(bytes:)) else {
                return nil
            }
            self = .key(key)
        case "invite":
            guard PeerIdentity.isInvitation(value) else { return nil }
            self = .invitation(String(value))
        default:
            return nil
        }
    }

    /// Whether the text can stand for it.
    var isWritable: Bool {
        if case .invitation(let id) = self { PeerIdentity.isInvitation(id[...]) } else { true }
    }

    private static func isInvitation(_ id: Substring) -> Bool {
        (1...maximumInvitationLength).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let values = text.utf8.compactMap(digits.firstIndex(of:)).map(UInt8.init)
        guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
