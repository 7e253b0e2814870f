internal import NavigationModel
internal import NavigationText

/// A sheet that is presented over everything: its title, its stack, and how many are under it.
struct SheetLines {
    /// The lines, as many as those of the content below, none wider than the given width.
    let lines: [StyledLine]

    /// Draws the topmost modal; a sheet leaves the edge of the content below it in sight, unless it
    /// takes the full screen.
    init(_ modals: [Modal], over content: [StyledLine], width: Int) {
        guard let modal = modals.last else {
            lines = content
            return
        }
        let isFull = modal.kind == .fullScreen || content.count < Self.fewestRows + 3
        let margin = isFull ? 0 : 1
        let inner = width - 2 * margin - 2
        let height = content.count - margin - 2
        let path =
            height < Self.fewestRows
            ? [StyledLine(centered: modal.topName, width: inner)]
                + [StyledLine](repeating: StyledLine(), count: max(0, height - 1))
            : StackLines(modal.stack, orElse: modal.route, width: inner, height: height).lines
        let below = modals.count > 1 ? "over \(modals.count - 1) more" : ""
        let sheet =
            [Self.edge("╭", modal.name, "╮", inner)] + path.map { Self.framed($0, inner) }
            + [Self.edge("╰", below, "╯", inner)]
        lines =
            content.prefix(margin)
            + sheet.map { line in
                var row = StyledLine(TerminalText(repeating: " ", count: margin))
                row.append(line)
                return row
            }
    }

    /// The fewest rows of a stack; with less there is room for the top screen alone.
    private static let fewestRows = 3

    private static func edge(
        _ start: TerminalText, _ words: String, _ end: TerminalText, _ inner: Int
    ) -> StyledLine {
        var line = StyledLine(start + "─", .accent)
        let label = words.label(width: max(0, inner - 4))
        if !label.isEmpty { line.append(" \(label) ", .bold) }
        line.pad(to: inner + 1, with: "─", .accent)
        line.append(end, .accent)
        return line
    }

    private static func framed(_ content: StyledLine, _ inner: Int) -> StyledLine {
        var line = StyledLine("│", .accent)
        line.append(content)
        line.pad(to: inner + 1)
        line.append("│", .accent)
        return line
    }
}

extension Modal {
    /// The words for it: the title, or the route if it has none.
    var name: String { title.flatMap { $0.isEmpty ? nil : $0 } ?? route }

    /// The words for its top screen; for itself if it has none.
    var topName: String { stack.last?.name ?? route }
}
