package import NavigationModel
package import NavigationText

/// A value as JSON (RFC 8259), in one form: keys sorted by their bytes, no spaces.
package enum JSON: Hashable, Sendable {
    /// Nothing.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number; readers that use floating point are exact up to 2^53.
    case integer(Int64)
    /// Any finite number, in the shortest exact form; one that is not finite is `null`.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSON])
    /// Members by name.
    case object([String: JSON])

    /// A text that may be missing.
    package init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    /// Text for people that may be missing.
    package init(_ text: TerminalText?) { self = text.map { .string($0.description) } ?? .null }

    /// A revision that may be missing.
    package init(_ revision: Revision?) { self = revision.map { JSON($0.rawValue) } ?? .null }

    /// A number of any width; beyond the range of 64 signed bits, its end.
    package init(_ number: some BinaryInteger) { self = .integer(Int64(clamping: number)) }

    /// The value as one line.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += String(number)
        case .number(let number): text += JSON.text(of: number)
        case .string(let string): JSON.write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            let keys = members.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            for (index, key) in keys.enumerated() {
                if index > 0 { text += "," }
                JSON.write(key, to: &text)
                text += ":"
                (members[key] ?? .null).write(to: &text)
            }
            text += "}"
        }
    }

    /// Returns whole numbers without a fraction, as far as floating point represents each of them.
    private static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        let isWhole = number == number.rounded() && abs(number) < 0x1p53
        return isWhole ? String(Int64(number)) : String(number)
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // No hidden character reaches a terminal, and no text contains a line's end.
            case _ where scalar.isHidden: for unit in scalar.utf16 { escape(unit, to: &text) }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func escape(_ unit: UInt16, to text: inout String) {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// The contract of the objects: the schemas in `Config/schema` describe them.
package enum JSONContract {
    /// The version: the second number counts additions, the first all else.
    package static let version = "1.0"
}

extension [String: JSON] {
    /// Returns the members of both.
    package func adding(_ others: [String: JSON]) -> [String: JSON] {
        merging(others) { _, new in new }
    }
}
