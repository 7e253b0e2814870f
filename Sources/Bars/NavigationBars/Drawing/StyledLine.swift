package import NavigationText

/// A piece of a line in one style.
package struct StyledRun: Hashable, Sendable {
    /// The text.
    package let text: TerminalText
    /// Its look.
    package let style: Style

    /// Joins the parts.
    package init(_ text: TerminalText, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// A line of a drawing, built from left to right.
package struct StyledLine: Hashable, Sendable {
    /// The pieces from left to right.
    package private(set) var runs: [StyledRun] = []
    /// The number of cells that they take.
    package private(set) var width = 0

    /// An empty line.
    package init() {}

    /// A line of one piece.
    package init(_ text: TerminalText, _ style: Style = .plain) {
        append(text, style)
    }

    /// A line of pieces at columns of their own, from left to right without touching; with
    /// `isMirrored` as a mirror shows it, at the other end of `width` cells.
    package init(
        placing pieces: [(column: Int, run: StyledRun)], width: Int, isMirrored: Bool = false
    ) {
        for (column, run) in isMirrored ? pieces.reversed() : pieces {
            pad(to: isMirrored ? width - column - run.text.displayWidth : column)
            append(run.text, run.style)
        }
        pad(to: width)
    }

    /// A line of `width` cells with a label in its middle, truncated to fit.
    package init(centered text: String, width: Int, _ style: Style = .plain) {
        self = StyledLine(text.label(width: width), style).centered(width: width)
    }

    /// The line in the middle of one of `width` cells, which is no less than its own.
    package func centered(width: Int) -> StyledLine {
        var line = StyledLine()
        line.pad(to: (width - self.width) / 2)
        line.append(self)
        line.pad(to: width)
        return line
    }

    /// Adds text without line breaks.
    package mutating func append(_ text: TerminalText, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        width += text.displayWidth
        if let last = runs.last, last.style == style {
            runs[runs.count - 1] = StyledRun(last.text + text, style)
        } else {
            runs.append(StyledRun(text, style))
        }
    }

    /// Adds the pieces of another line.
    package mutating func append(_ line: StyledLine) {
        for run in line.runs { append(run.text, run.style) }
    }

    /// Adds `fill`, which takes one cell, until the line takes `width` cells.
    package mutating func pad(to width: Int, with fill: Character = " ", _ style: Style = .plain) {
        guard width > self.width else { return }
        append(TerminalText(repeating: fill, count: width - self.width), style)
    }
}

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
