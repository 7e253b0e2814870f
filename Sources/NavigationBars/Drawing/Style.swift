/// How a piece of text looks, as data.
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

    /// As the terminal writes by itself.
    package static let plain = Style()
    /// Heavier than the rest.
    package static let bold = Style(bold: true)
    /// Fainter than the rest.
    package static let dim = Style(dim: true)
    /// What people can act on, and what is selected.
    package static let accent = Style(bold: true, color: .cyan)
    /// A way back.
    package static let link = Style(color: .cyan)
    /// A badge.
    package static let badge = Style(bold: true, color: .red)
}
