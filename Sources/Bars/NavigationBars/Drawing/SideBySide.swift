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
