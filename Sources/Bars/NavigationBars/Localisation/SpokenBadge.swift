internal import NavigationProperties

/// A badge as it is spoken: as itself, or in the words of its app.
struct SpokenBadge: Hashable, Sendable {
    /// The text on it; empty for a dot.
    let text: String
    /// The number that its plural form is chosen by: of `99+` the 99. `nil` if it counts nothing.
    let count: Int?
    /// A Boolean value indicating whether the number is the exact one.
    let isExact: Bool

    /// Reads the text on a badge: digits, in groups of three after commas too, and a plus.
    init(_ text: String) {
        self.text = text
        isExact = !text.hasSuffix("+")
        let groups = text.dropLast(isExact ? 0 : 1).split(
            separator: ",", omittingEmptySubsequences: false)
        let isGrouped = groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
        let digits = groups.joined()
        count = isGrouped && digits.isDecimal ? Int(digits) : nil
    }

    /// Returns the value that an app has given, with the badge in it.
    ///
    /// `nil` if it can't be spoken of this badge: it is not well-formed, it has plural forms and
    /// the badge counts nothing, or it is a fixed text with other numbers than the badge's, which
    /// has changed since it was written.
    func value(_ message: String, in language: LanguageTag) -> String? {
        guard let pattern = MessagePattern(message), text.unlessBlank != nil || pattern.isFixed,
            !contradicts(pattern, message)
        else { return nil }
        var value = ""
        for part in pattern.parts {
            guard let pieces = pieces(of: part, in: language) else { return nil }
            for piece in pieces {
                switch piece {
                case .text(let words): value += words
                case .badge: value += text
                }
            }
        }
        return value
    }

    /// Returns a Boolean value indicating whether a value is a fixed text that counts otherwise
    /// than the badge.
    func contradicts(_ message: String) -> Bool {
        MessagePattern(message).map { contradicts($0, message) } ?? false
    }

    private func contradicts(_ pattern: MessagePattern, _ message: String) -> Bool {
        guard let count, isExact, pattern.isFixed else { return false }
        let numbers = message.wholeNumbers
        return !numbers.isEmpty && !numbers.contains(String(count))
    }

    private func pieces(
        of part: MessagePattern.Part, in language: LanguageTag
    ) -> [MessagePattern.Piece]? {
        switch part {
        case .plain(let pieces): return pieces
        case .plural(let plural):
            guard let count else { return nil }
            return plural.exact[count]
                ?? plural.categories[PluralRule(for: language).category(of: count)]
                ?? plural.other
        }
    }
}

extension [String] {
    /// One badge for several that are out of sight: their sum; a dot if one of them counts nothing;
    /// a single one as it is. `nil` without any.
    var summedBadge: String? {
        guard count > 1 else { return first }
        var sum = 0
        for badge in map(SpokenBadge.init) {
            guard let count = badge.count, badge.isExact else { return "" }
            let (next, isTooLarge) = sum.addingReportingOverflow(count)
            guard !isTooLarge else { return "" }
            sum = next
        }
        return String(sum)
    }
}

extension String {
    /// A Boolean value indicating whether it is all digits, as the badge of a count is.
    var isDecimal: Bool { !isEmpty && utf8.allSatisfy { 48...57 ~= $0 } }

    /// The digits of each whole number in a text, from whatever script; after a comma, a point or
    /// one of their Arabic forms the number goes on.
    fileprivate var wholeNumbers: [String] {
        var numbers = [""]
        for scalar in unicodeScalars {
            if scalar.properties.numericType == .decimal,
                let digit = scalar.properties.numericValue.map({ Int($0) })
            {
                numbers[numbers.count - 1] += "\(digit)"
            } else if !Self.separators.contains(scalar) {
                numbers.append("")
            }
        }
        return numbers.filter { !$0.isEmpty }
    }

    private static let separators: Set<Unicode.Scalar> = [",", ".", "\u{66b}", "\u{66c}"]
}
