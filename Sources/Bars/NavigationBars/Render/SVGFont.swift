/// The families that a text is drawn in: the one that is described where it is installed, else free
/// ones that the widths of the layout were measured with.
enum SVGFont {
    /// The family of texts without one of their own.
    static let standard = "SF Pro"

    /// Returns a list for `font-family`: the family, then Inter, and Noto for Korean and Arabic.
    static func list(of family: String) -> String {
        // A name of letters, digits, spaces and hyphens can't leave its quotes.
        let name = family.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        return name.isEmpty ? fallbacks : "'\(name)', \(fallbacks)"
    }

    private static let fallbacks =
        "Inter, 'Noto Sans KR', 'Noto Sans CJK KR', 'Noto Sans Arabic', sans-serif"

    /// Returns a weight as a number for `font-weight`.
    static func number(of weight: Font.Weight) -> Double {
        switch weight {
        case .regular: 400
        case .medium: 500
        case .semibold: 600
        case .bold: 700
        }
    }
}
