internal import NavigationModel

/// A CURVE public key of 32 bytes: the identity of a device, a daemon or an invitation.
public struct PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Bytes in a key.
    public static let length = 32

    /// Creates a key; `nil` unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == PublicKey.length else { return nil }
        self.bytes = bytes
    }

    /// Parses 64 hexadecimal digits; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(of: text), let key = PublicKey(bytes: bytes) else {
            return nil
        }
        self = key
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String { Hexadecimal.text(of: bytes) }
}

/// The secret half of a CURVE key pair: 32 bytes for its owner alone. Its description reveals
/// nothing of it.
public struct SecretKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The 32 bytes: secret.
    public let bytes: [UInt8]

    /// Bytes in a key.
    public static let length = 32

    /// Creates a key; `nil` unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == SecretKey.length else { return nil }
        self.bytes = bytes
    }

    /// The type's name, without the secret.
    public var description: String { "SecretKey(withheld)" }

    /// A mirror without children: `dump` and debuggers show no secret either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A short form of a public key for people to compare: the first 16 bytes of its SHA-256, written
/// as 8 groups of 4 hexadecimal digits.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The 16 bytes.
    public let bytes: [UInt8]

    /// The number of bytes of the hash that are shown.
    public static let length = 16
    /// The number of hexadecimal digits in a group.
    private static let group = 4

    /// Computes the fingerprint of a public key, given by its bytes.
    public init(of publicKey: [UInt8]) {
        bytes = Array(Digest(hashing: publicKey).bytes.prefix(Fingerprint.length))
    }

    /// Parses a ``description`` as people type it: in either case, with hyphens, spaces, colons or
    /// nothing between the groups. `nil` for anything else.
    public init?(_ text: String) {
        var digits: [UInt8] = []
        for character in text where !"- :".contains(character) {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            digits.append(UInt8(digit))
        }
        guard digits.count == 2 * Fingerprint.length else { return nil }
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Eight groups of four lower-case digits with hyphens between them: one word, and no address.
    public var description: String {
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
        var groups: [Substring] = []
        var rest = digits[...]
        while !rest.isEmpty {
            groups.append(rest.prefix(Fingerprint.group))
            rest = rest.dropFirst(Fingerprint.group)
        }
        return groups.joined(separator: "-")
    }
}

/// Conversion between bytes and hexadecimal text, two digits each.
enum Hexadecimal {
    /// Returns the text of bytes, in lower-case digits.
    static func text(of bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { text, byte in
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
    }

    /// Returns the bytes of pairs of digits, upper or lower case; `nil` for anything else.
    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.map { digit in
            UInt8(ascii: "0") <= digit && digit <= UInt8(ascii: "9")
                ? digit - UInt8(ascii: "0") : value(ofLetter: digit | 0x20)
        }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func value(ofLetter letter: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter)
            ? letter - UInt8(ascii: "a") + 10 : .max
    }
}
