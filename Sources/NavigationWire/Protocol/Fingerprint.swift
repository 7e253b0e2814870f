internal import NavigationModel

/// What people compare to know that a public key is the one they mean: the first 16 bytes of its
/// SHA-256, written as 8 groups of 4 hexadecimal digits.
///
/// 128 bits: nobody finds a second key for a fingerprint. It is as public as the key.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The 16 bytes.
    public let bytes: [UInt8]

    /// How many bytes of the hash are shown.
    public static let length = 16
    /// Hexadecimal digits in a group.
    private static let group = 4

    /// The fingerprint of a public key, given by its bytes.
    public init(of publicKey: [UInt8]) {
        bytes = Array(Digest(hashing: publicKey).bytes.prefix(Fingerprint.length))
    }

    /// Reads what ``description`` writes, in either case, with hyphens, spaces or colons between the
    /// groups or nothing: as people type it. `nil` for anything else.
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
