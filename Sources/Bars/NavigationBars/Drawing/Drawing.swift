package import NavigationText

/// Lines of one width, ready for a terminal, a file or a test.
package struct Drawing: Hashable, Sendable {
    /// The ways in which a drawing is turned into text.
    package enum Rendering: Hashable, Sendable {
        /// Text alone.
        case plain
        /// Text with bold, faint and reversed by ANSI escapes, and no colour.
        case styled
        /// Text with styles and colours by ANSI escapes.
        case colored
    }

    /// The number of cells that every line takes.
    package let width: Int
    /// The lines from top to bottom.
    package let lines: [StyledLine]

    /// Takes lines, padded to `width`.
    package init(width: Int, lines: [StyledLine]) {
        precondition(lines.allSatisfy { $0.width <= width }, "a line is wider than its drawing")
        self.width = width
        self.lines = lines.map { line in
            var line = line
            line.pad(to: width)
            return line
        }
    }

    /// The lines as a terminal shows them, without line ends.
    package func renderedRows(_ rendering: Rendering = .plain) -> [TerminalText] {
        lines.map { line in line.runs.map { $0.rendered(rendering) }.joined() }
    }

    /// All lines as a terminal shows them, each with its end.
    package func rendered(_ rendering: Rendering = .plain) -> TerminalText {
        renderedRows(rendering).map { $0 + "\n" }.joined()
    }

    /// The lines as text, without line ends.
    package func rows(_ rendering: Rendering = .plain) -> [String] {
        renderedRows(rendering).map(\.description)
    }

    /// All lines, each with its end.
    package func text(_ rendering: Rendering = .plain) -> String {
        rendered(rendering).description
    }
}

extension StyledRun {
    fileprivate func rendered(_ rendering: Drawing.Rendering) -> TerminalText {
        var codes: [Int] = []
        if style.isBold { codes.append(1) }
        if style.isDim { codes.append(2) }
        if style.isReversed { codes.append(7) }
        if let color = style.color, rendering == .colored { codes.append(30 + color.rawValue) }
        return rendering == .plain ? text : text.styled(codes)
    }
}

/// Joins drawings into one, from left to right, their tops in line.
package struct SideBySide: Hashable, Sendable {
    /// The drawings from left to right.
    package let drawings: [Drawing]
    /// The number of empty cells between two of them.
    package let gap: Int

    /// Joins the parts.
    package init(_ drawings: [Drawing], gap: Int = 2) {
        precondition(gap >= 0, "a gap can't be negative")
        self.drawings = drawings
        self.gap = gap
    }

    /// The joined drawing, as tall as the tallest.
    package var drawing: Drawing {
        let height = drawings.map(\.lines.count).max() ?? 0
        let gaps = gap * max(0, drawings.count - 1)
        let lines = (0..<height).map { row in
            var line = StyledLine()
            var end = 0
            for drawing in drawings {
                line.pad(to: end)
                if row < drawing.lines.count { line.append(drawing.lines[row]) }
                end += drawing.width
                line.pad(to: end)
                end += gap
            }
            return line
        }
        return Drawing(width: drawings.reduce(gaps) { $0 + $1.width }, lines: lines)
    }
}
