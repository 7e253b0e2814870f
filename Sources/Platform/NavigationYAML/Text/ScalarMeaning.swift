/// The meaning that readers of YAML give a scalar.
///
/// Both YAML 1.1 and 1.2 are in use, and they differ: `yes`, `1:30` and `0o17`. A scalar with
/// another meaning than text in either of them is not text here.
package enum ScalarMeaning: Equatable, CustomStringConvertible {
    /// Text.
    case text
    /// A number, a date or a time.
    case number
    /// `true` or `false`, the same to all readers.
    case flag(Bool)
    /// A word such as `yes`, true or false to some readers.
    case ambiguousFlag
    /// No value.
    case nothing
    /// Bytes in base64.
    case bytes

    /// The meaning of text that stands without quotes.
    package init(plain text: String) {
        self =
            switch text {
            case "", "~", "null", "Null", "NULL": .nothing
            case "true": .flag(true)
            case "false": .flag(false)
            case _ where Self.flags.contains(text.lowercased()): .ambiguousFlag
            case _ where Self.looksLikeNumber(text): .number
            default: .text
            }
    }

    /// Words that are true or false to some readers.
    private static let flags: Set<String> = [
        "true", "false", "yes", "no", "on", "off", "y", "n",
    ]

    /// Returns `true` for numbers, dates and times in any notation, and a few texts that only begin
    /// like one.
    private static func looksLikeNumber(_ text: String) -> Bool {
        let unsigned = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
        if [".inf", ".nan"].contains(unsigned.lowercased()) { return true }
        let digits = unsigned.hasPrefix(".") ? unsigned.dropFirst() : unsigned
        guard let first = digits.utf8.first, (0x30...0x39).contains(first) else { return false }
        return digits.utf8.allSatisfy { numberCharacters.contains($0) }
    }

    private static let numberCharacters = Set("0123456789abcdefABCDEFxXoOtTzZ_.:,+- ".utf8)

    /// The meaning with its article, for messages.
    package var description: String {
        switch self {
        case .text: "a text"
        case .number: "a number"
        case .flag, .ambiguousFlag: "a yes or no"
        case .nothing: "nothing"
        case .bytes: "bytes"
        }
    }
}
