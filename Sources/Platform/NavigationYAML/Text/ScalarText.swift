internal import NavigationText

/// The form of a text as a scalar: plain if it can be, in single quotes if that spares escapes, in
/// double quotes else. Always one line.
package enum ScalarText {
    /// Returns the one canonical scalar for `text`.
    package static func canonical(_ text: String) -> String {
        if canBePlain(text) { return text }
        let scalars = text.unicodeScalars
        let spares = scalars.contains { $0 == "\"" || $0 == "\\" }
        let fits = !scalars.contains { $0 == "'" || needsEscape($0) }
        return spares && fits ? "'\(text)'" : doubleQuoted(text)
    }

    private static func doubleQuoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            } else if needsEscape(scalar) {
                quoted += escape(scalar)
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Returns a Boolean value indicating whether the text means itself without quotes, wherever a
    /// value stands.
    private static func canBePlain(_ text: String) -> Bool {
        guard ScalarMeaning(plain: text) == .text, !text.unicodeScalars.contains(where: needsEscape)
        else { return false }
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, last != space, last != colon,
            first != space, !indicators.contains(first)
        else { return false }
        guard text != "<<", text != "=", text != "---", text != "..." else { return false }
        return !zip(bytes, bytes.dropFirst()).contains { left, right in
            left == colon && right == space || left == space && right == numberSign
        }
    }

    private static let space = UInt8(ascii: " ")
    private static let colon = UInt8(ascii: ":")
    private static let numberSign = UInt8(ascii: "#")
    /// The characters that can't begin a plain scalar. Some of them may, before the right
    /// character; quotes are simpler to read than to know the rule.
    private static let indicators = Set("-?:,[]{}#&*!|>'\"%@`".utf8)

    /// Returns a Boolean value indicating whether a scalar would not survive, or not be seen, as it
    /// is: controls, line breaks, characters that YAML forbids, and marks that turn the direction
    /// of what people read.
    package static func needsEscape(_ scalar: Unicode.Scalar) -> Bool { scalar.isHidden }

    /// Returns the escape of a scalar in double quotes.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let width = scalar.value < 0x100 ? 2 : scalar.value < 0x10000 ? 4 : 8
            let zeros = String(repeating: "0", count: max(0, width - digits.count))
            return (width == 2 ? "\\x" : width == 4 ? "\\u" : "\\U") + zeros + digits
        }
    }
}
