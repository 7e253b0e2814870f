internal import NavigationModel

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
