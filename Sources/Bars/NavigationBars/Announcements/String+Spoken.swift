internal import NavigationText

extension String {
    /// The text as it can be spoken and printed: no controls, no marks that turn the direction, no
    /// space but single ones between words.
    package var spoken: String {
        let marks: Set<Unicode.Scalar> = ["\u{200e}", "\u{200f}", "\u{61c}", "\u{fffd}"]
        let readable = String(
            String.UnicodeScalarView(
                printable.unicodeScalars.filter {
                    !marks.contains($0)
                }))
        return readable.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
