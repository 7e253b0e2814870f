internal import NavigationModel

/// The type of a property's text.
public enum PropertyType: Hashable, Sendable {
    /// Any text.
    case text
    /// A text with a place for the badge, and plural forms: a part of ICU's message format.
    case message
    /// `true` or `false`.
    case flag
    /// A whole number within bounds.
    case integer(ClosedRange<Int>)
    /// A number of points within bounds, or a plain ratio.
    case number(ClosedRange<Double>)
    /// One of some words.
    case choice([String])
    /// `#RRGGBB`, `#RRGGBBAA`, or the name of a system colour.
    case color
    /// Names with commas between them, in an order that counts; none has a dot, a comma or an at
    /// sign in it, so that each can be a part of a `PropertyName`.
    case list
    /// Two numbers of points with a comma between them: across, down.
    case offset
    /// Four numbers of points with commas between them: top, leading, bottom, trailing.
    case insets
}

extension PropertyType {
    /// The names of system colours that a property may have: UIKit's, and `clear`.
    public static let systemColors = [
        "systemRed", "systemOrange", "systemYellow", "systemGreen", "systemMint", "systemTeal",
        "systemCyan", "systemBlue", "systemIndigo", "systemPurple", "systemPink", "systemBrown",
        "systemGray", "systemGray2", "systemGray3", "systemGray4", "systemGray5", "systemGray6",
        "label", "secondaryLabel", "tertiaryLabel", "separator", "systemBackground",
        "secondarySystemBackground", "systemGroupedBackground", "white", "black", "clear",
    ]

    /// Returns a Boolean value indicating whether a text is one of the type. An empty text never
    /// is: it unsets a property.
    public func accepts(_ text: String) -> Bool {
        guard !text.isEmpty else { return false }
        switch self {
        case .text: return true
        case .message: return MessagePattern(text) != nil
        case .flag: return text == "true" || text == "false"
        case .integer(let range): return Int(text).map(range.contains) ?? false
        case .number(let range): return Self.number(text).map(range.contains) ?? false
        case .choice(let words): return words.contains(text)
        case .color: return Self.systemColors.contains(text) || Self.isHexadecimalColor(text)
        case .list: return Self.names(text).allSatisfy(Self.isListed)
        case .offset: return Self.numbers(text).map { $0.count == 2 } ?? false
        case .insets: return Self.numbers(text).map { $0.count == 4 } ?? false
        }
    }

    private static func isListed(_ name: String) -> Bool {
        PropertyName.isValid(name) && !name.contains { $0 == "." || $0 == "@" }
    }

    /// The accepted texts in words: `a number from 0 to 1`.
    public var words: String {
        switch self {
        case .text: "text"
        case .message:
            "text, with {badge} or {badge, plural, one {# letter} other {# letters}} for the badge"
        case .flag: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range):
            "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
        case .choice(let words): words.joined(separator: ", ")
        case .color: "#RRGGBB, #RRGGBBAA or a system colour, as systemBlue"
        case .list: "comma-separated names, without dots or at signs"
        case .offset: "two numbers of points: across,down"
        case .insets: "four numbers of points: top,leading,bottom,trailing"
        }
    }

    /// Returns the names of a list, without the spaces around them.
    static func names(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { piece in
            let start = piece.drop { $0 == " " }
            let end = start.lastIndex { $0 != " " }
            return end.map { String(start[...$0]) } ?? ""
        }
    }

    /// Returns a number as people write it; `nil` for a hexadecimal one, an exponent, and any
    /// beyond what is finite.
    static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    /// Returns the numbers between commas; `nil` if a part is no number, or larger than any screen.
    static func numbers(_ text: String) -> [Double]? {
        let numbers = names(text).map(number)
        guard numbers.allSatisfy({ $0.map { abs($0) <= largestOffset } ?? false }) else {
            return nil
        }
        return numbers.compactMap(\.self)
    }

    /// The largest offset, in points; far beyond any screen, so that nothing computed from it
    /// overflows.
    private static let largestOffset = 10_000.0

    private static func isHexadecimalColor(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "#") && [6, 8].contains(digits.count)
            && digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}
