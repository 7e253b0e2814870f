/// Lines of one width, ready for a terminal, a file or a test.
package struct Drawing: Hashable, Sendable {
    /// How a drawing is turned into text.
    package enum Rendering: Hashable, Sendable {
        /// Text alone.
        case plain
        /// Text with bold, faint and reversed by ANSI escapes, and no colour.
        case styled
        /// Text with styles and colours by ANSI escapes.
        case colored
    }

    /// How many cells every line takes.
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

    /// The lines as text, without line ends.
    package func rows(_ rendering: Rendering = .plain) -> [String] {
        lines.map { line in line.runs.map { $0.rendered(rendering) }.joined() }
    }

    /// All lines, each with its end.
    package func text(_ rendering: Rendering = .plain) -> String {
        rows(rendering).map { $0 + "\n" }.joined()
    }
}

extension StyledRun {
    fileprivate func rendered(_ rendering: Drawing.Rendering) -> String {
        var codes: [String] = []
        if style.isBold { codes.append("1") }
        if style.isDim { codes.append("2") }
        if style.isReversed { codes.append("7") }
        if let color = style.color, rendering == .colored { codes.append("3\(color.rawValue)") }
        guard rendering != .plain, !codes.isEmpty else { return text }
        return "\u{1b}[\(codes.joined(separator: ";"))m\(text)\u{1b}[0m"
    }
}
