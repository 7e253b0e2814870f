package import NavigationProperties

/// The plural category of a whole number in a language: the cardinal rules of Unicode's CLDR
/// (`common/supplemental/plurals.xml`), for whole numbers below a million, from which on some
/// languages have a further form. A language without a rule here has `other` for all of them.
package enum PluralRule {
    /// One form for all numbers.
    case none
    /// One form for 1, as in English.
    case one
    /// One form for 0 and 1.
    case zeroAndOne
    /// Six forms, as in Arabic.
    case arabic
    /// Forms for 1 and 2.
    case hebrew
    /// Forms by the last digit.
    case russian
    /// Forms by the last digit, of which one is for 1 alone.
    case polish
    /// Forms for 1, and for 2 to 4.
    case czech

    /// The rule of a language.
    package init(for language: LanguageTag) {
        self = Self.rules.first { $0.languages.contains(language.subtags[0]) }?.rule ?? .none
    }

    private static let rules: [(rule: PluralRule, languages: Set<String>)] = [
        (.none, ["id", "in", "ja", "ko", "ms", "th", "vi", "zh"]),
        (
            .one,
            [
                "bg", "ca", "da", "de", "el", "en", "es", "et", "eu", "fi", "gl", "hu", "it", "nb",
                "nl", "nn", "no", "sv", "sw", "ta", "te", "tr", "ur",
            ]
        ),
        (.zeroAndOne, ["bn", "fa", "fr", "gu", "hi", "hy", "pt"]),
        (.arabic, ["ar", "ars"]), (.hebrew, ["he", "iw"]), (.russian, ["be", "ru", "uk"]),
        (.polish, ["pl"]), (.czech, ["cs", "sk"]),
    ]

    /// Returns the category of a number that is not negative.
    package func category(of number: Int) -> MessagePattern.Category {
        let (tens, ones) = (number % 100, number % 10)
        return switch self {
        case .none: .other
        case .one: number == 1 ? .one : .other
        case .zeroAndOne: number <= 1 ? .one : .other
        case .arabic: Self.arabic(number)
        case .hebrew: number == 1 ? .one : number == 2 ? .two : .other
        case .russian:
            ones == 1 && tens != 11 ? .one : Self.isFew(ones, tens) ? .few : .many
        case .polish: number == 1 ? .one : Self.isFew(ones, tens) ? .few : .many
        case .czech: number == 1 ? .one : 2...4 ~= number ? .few : .other
        }
    }

    private static func arabic(_ number: Int) -> MessagePattern.Category {
        switch (number, number % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }

    private static func isFew(_ ones: Int, _ tens: Int) -> Bool {
        2...4 ~= ones && !(12...14 ~= tens)
    }
}
