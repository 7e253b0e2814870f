/// The look of a piece of text, as data.
package struct Style: Hashable, Sendable {
    /// The eight colours that every terminal has and people choose for themselves.
    package enum Color: Int, Hashable, Sendable {
        /// Black, the first in a terminal's palette.
        case black
        /// Red.
        case red
        /// Green.
        case green
        /// Yellow.
        case yellow
        /// Blue.
        case blue
        /// Magenta.
        case magenta
        /// Cyan.
        case cyan
        /// White.
        case white
    }

    /// Heavier than the rest.
    package var isBold: Bool
    /// Fainter than the rest.
    package var isDim: Bool
    /// With the colours of text and ground exchanged.
    package var isReversed: Bool
    /// The colour of the text; `nil` for the terminal's own.
    package var color: Color?

    /// Joins the parts.
    package init(
        bold: Bool = false, dim: Bool = false, reversed: Bool = false, color: Color? = nil
    ) {
        isBold = bold
        isDim = dim
        isReversed = reversed
        self.color = color
    }

    /// The style in which the terminal writes by itself.
    package static let plain = Style()
    /// Heavier than the rest.
    package static let bold = Style(bold: true)
    /// Fainter than the rest.
    package static let dim = Style(dim: true)
    /// The style of the selection, and of what people can act on.
    package static let accent = Style(bold: true, color: .cyan)
    /// The style of a back button or another item of a bar.
    package static let link = Style(color: .cyan)
    /// A badge.
    package static let badge = Style(bold: true, color: .red)
}
