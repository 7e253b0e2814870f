/// A letter of Arabic with the widths of its forms, in sizes of the font.
struct ArabicLetter {
    private let scalar: Unicode.Scalar
    private let isBold: Bool
    /// The width by itself.
    let isolated: Double
    /// The width as the first of some that join.
    let initial: Double
    /// The width between two that it joins.
    let medial: Double
    /// The width as the last of some that join.
    let final: Double

    /// `nil` for what is no letter of Arabic.
    init?(_ scalar: Unicode.Scalar, isBold: Bool) {
        guard (0x621...0x6d5).contains(scalar.value),
            let index = TextMetricsTable.arabicLetters.firstIndex(where: { $0 == scalar.value })
        else { return nil }
        self.scalar = scalar
        self.isBold = isBold
        let widths =
            isBold ? TextMetricsTable.arabicBold : TextMetricsTable.arabicRegular
        // The stroke that only makes words longer joins on both sides, in its one form.
        let isStroke = scalar == "\u{640}"
        func width(_ form: Int) -> Double {
            Double(widths[index * 4 + (isStroke ? 0 : form)]) / TextMetricsTable.notoUnits
        }
        isolated = width(0)
        initial = width(1)
        medial = width(2)
        final = width(3)
    }

    /// A Boolean value indicating whether the next letter can join it.
    var joinsNext: Bool { initial > 0 }
    /// A Boolean value indicating whether it can join the letter before.
    var joinsPrevious: Bool { final > 0 }

    /// Returns the width of this and the next letter where they are one sign, as lam and alef are;
    /// `nil` where they are not.
    func ligature(with next: ArabicLetter, isJoined: Bool) -> Double? {
        guard scalar == "\u{644}",
            ["\u{622}", "\u{623}", "\u{625}", "\u{627}"].contains(next.scalar)
        else { return nil }
        let width = TextMetricsTable.lamAlef[(isBold ? 2 : 0) + (isJoined ? 1 : 0)]
        return Double(width) / TextMetricsTable.notoUnits
    }
}
