package import NavigationModel
internal import NavigationText

/// Draws a scene as the screen of one device, in the cells of a terminal.
///
/// From top to bottom: a frame with the device's name, the navigation bar, the stack with the top
/// screen's route, over it the modals, and the tab bar. The same scene and settings always give the
/// same drawing.
package struct ScreenDrawing: Hashable, Sendable {
    /// The smallest size, in columns and rows, that has room for everything.
    package static let minimumSize = (columns: 24, rows: 10)

    /// The name on the frame.
    package let device: String
    /// A few words at the top right of the frame, such as the revision.
    package let status: String
    /// A few words at the bottom right of the frame, such as the digest.
    package let footer: String
    /// The width of the drawing.
    package let columns: Int
    /// The height of the drawing.
    package let rows: Int

    /// Takes the parts that are the same in every drawing; a size below the smallest is raised to
    /// it.
    package init(
        device: String, status: String = "", footer: String = "", columns: Int, rows: Int
    ) {
        self.device = device
        self.status = status
        self.footer = footer
        self.columns = max(columns, Self.minimumSize.columns)
        self.rows = max(rows, Self.minimumSize.rows)
    }

    /// Returns the drawing of `scene`: ``rows`` lines of ``columns`` cells.
    package func drawing(of scene: Scene) -> Drawing {
        let inner = columns - 2
        let stack = scene.selected?.stack ?? []
        let tabBar = TabBarLines(scene, width: inner)
        let fixedRows = 7
        let content = SheetLines(
            scene.modals,
            over: StackLines(scene, width: inner, height: rows - fixedRows).lines, width: inner
        ).lines
        var lines = [border("╭", "╮", left: device, right: status)]
        lines.append(framed(NavigationBarLine(stack, width: inner).line))
        let depth = stack.count > 1 ? "\(stack.count) deep" : ""
        lines.append(border("├", "┤", left: "", right: depth))
        lines += content.map(framed)
        lines.append(divider(marking: tabBar.marked))
        lines += [tabBar.symbols, tabBar.labels].map(framed)
        lines.append(border("╰", "╯", left: "", right: footer))
        return Drawing(width: columns, lines: lines)
    }

    private func framed(_ line: StyledLine) -> StyledLine {
        var framed = StyledLine("│", .dim)
        framed.append(line)
        framed.pad(to: columns - 1)
        framed.append("│", .dim)
        return framed
    }

    /// Returns a horizontal line of the frame with words in it; the right ones give way to the
    /// left.
    private func border(
        _ start: TerminalText, _ end: TerminalText, left: String, right: String
    ) -> StyledLine {
        let room = columns - 8
        let left = left.label(width: room)
        let right = right.label(width: max(0, room - left.displayWidth - 1))
        var line = StyledLine(start + "─", .dim)
        if !left.isEmpty {
            line.append(" ", .dim)
            line.append(left, .bold)
            line.append(" ", .dim)
        }
        let rightWidth = right.isEmpty ? 0 : right.displayWidth + 2
        line.pad(to: columns - 2 - rightWidth, with: "─", .dim)
        if !right.isEmpty { line.append(" \(right) ", .dim) }
        line.append("─" + end, .dim)
        return line
    }

    /// Returns the line above the tab bar, heavy over the selected tab.
    private func divider(marking marked: Range<Int>) -> StyledLine {
        var line = StyledLine("├", .dim)
        line.pad(to: 1 + marked.lowerBound, with: "─", .dim)
        line.pad(to: 1 + marked.upperBound, with: "━", .accent)
        line.pad(to: columns - 1, with: "─", .dim)
        line.append("┤", .dim)
        return line
    }
}
