public import NavigationModel

/// The content of an invitation for its device: anyone who reads it may pair, once and soon.
public struct PairingURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret half of the invitation's key.
    public let secretKey: SecretKey
    /// The daemon's public key.
    public let serverKey: PublicKey
    /// The addresses of control, `host:port`, the likeliest first.
    public let addresses: [String]
    /// The time when the invitation expires, in daemon time.
    public let expires: Timestamp
    /// The user that the device will belong to.
    public let user: UserID
    /// The device's name unless it chooses another.
    public let name: DeviceName
    /// The device's role.
    public let role: Role

    /// The beginning of every pairing URL.
    public static let prefix = "navsync://pair#"
    /// The version of this format.
    public static let version: UInt8 = 1
    /// The longest text, in bytes.
    public static let maximumLength = 2_048
    /// The most addresses.
    public static let maximumAddresses = 8
    /// The longest address, in bytes: a name of the DNS and a port.
    public static let maximumAddressLength = 260

    /// Joins the parts.
    ///
    /// Throws ``PairingURLError/incomplete(_:)`` if there is no address, or one that can't be
    /// written; only the first ``maximumAddresses`` are used.
    public init(
        secretKey: SecretKey, serverKey: PublicKey, addresses: [String], expires: Timestamp,
        user: UserID, name: DeviceName, role: Role
    ) throws(PairingURLError) {
        let addresses = Array(addresses.prefix(PairingURL.maximumAddresses))
        guard !addresses.isEmpty else { throw .incomplete("no daemon address") }
        guard addresses.allSatisfy(PairingURL.isAddress) else {
            throw .incomplete("invalid daemon address")
        }
        self.secretKey = secretKey
        self.serverKey = serverKey
        self.addresses = addresses
        self.expires = expires
        self.user = user
        self.name = name
        self.role = role
    }

    /// Decodes ``text``, ignoring surrounding white space; bounded in time and memory for any
    /// input.
    public init(_ text: some StringProtocol) throws(PairingURLError) {
        // A paste may include a line end.
        guard text.utf8.count <= PairingURL.maximumLength + 64 else { throw .notPairingURL }
        let trimmed = Substring(text).trimmed
        guard trimmed.utf8.count <= PairingURL.maximumLength else { throw .notPairingURL }
        guard trimmed.hasPrefix(PairingURL.prefix) else {
            let isBeginning = trimmed.utf8.count > 9 && PairingURL.prefix.hasPrefix(trimmed)
            throw isBeginning ? .cutOff : .notPairingURL
        }
        let text = trimmed.dropFirst(PairingURL.prefix.count)
        guard let (bytes, isWhole) = Base64URL.bytes(of: text.utf8) else { throw .mistyped }
        self = try PairingURL(ticket: PairingFrame.ticket(in: bytes, isWhole: isWhole))
    }

    /// The URL itself: secret.
    public var text: String {
        PairingURL.prefix + Base64URL.text(of: PairingFrame.bytes(around: encodedTicket))
    }

    /// Returns a Boolean value indicating whether the invitation has expired by `time`. A device's
    /// own clock may be wrong: the daemon's decides.
    public func isExpired(at time: Timestamp) -> Bool { time >= expires }

    /// The type's name, without the secret.
    public var description: String { "PairingURL(withheld)" }

    /// A mirror without children: `dump` and debuggers show no secret either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns a Boolean value indicating whether the text is printable ASCII without spaces, as
    /// all host names and numbers are.
    private static func isAddress(_ text: String) -> Bool {
        (1...maximumAddressLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

extension Substring {
    /// The text without white space at both ends.
    fileprivate var trimmed: Substring {
        let isSpace = { (character: Character) in character.isWhitespace }
        let end = lastIndex { !isSpace($0) }.map(index(after:)) ?? startIndex
        return self[..<end].drop(while: isSpace)
    }
}

/// An error in reading a pairing URL. It repeats nothing of the text, which may hold a secret.
public enum PairingURLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has another prefix, or is longer than any pairing URL.
    case notPairingURL
    /// Its end is missing.
    case cutOff
    /// A character is not the one that was written.
    case mistyped
    /// It was written by a newer version.
    case newerVersion(UInt8)
    /// It is whole, but lacks something that a device needs.
    case incomplete(String)

    /// The failure, and the remedy.
    public var description: String { reason + (advice.map { ": " + $0 } ?? "") }

    /// The failure without the remedy.
    package var reason: String {
        switch self {
        case .notPairingURL: "not a pairing URL: it must begin with '\(PairingURL.prefix)'"
        case .cutOff: "the pairing URL is truncated"
        case .mistyped: "the pairing URL is mistyped"
        case .newerVersion(let version):
            "pairing URL version \(version) is not supported, only \(PairingURL.version)"
        case .incomplete(let what): "the pairing URL is invalid (\(what))"
        }
    }

    /// The remedy alone; `nil` if the failure says enough.
    package var advice: String? {
        switch self {
        case .notPairingURL: nil
        case .cutOff: "copy all of it"
        case .mistyped: "copy it, or scan its QR code"
        case .newerVersion: "update navsync on this device"
        case .incomplete: "create another invitation"
        }
    }
}

/// Bytes as text that URLs may hold (RFC 4648 section 5), without padding.
enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns the text of some bytes.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a text, and whether it ends where bytes do: only one whole text has
    /// these bytes. `nil` if a character is not of the alphabet.
    static func bytes(of text: Substring.UTF8View) -> (bytes: [UInt8], isWhole: Bool)? {
        var bytes: [UInt8] = []
        var bits = 0
        var count = 0
        for character in text {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | Int(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            bits &= (1 << count) - 1
        }
        return (bytes, count < 6 && bits == 0)
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
