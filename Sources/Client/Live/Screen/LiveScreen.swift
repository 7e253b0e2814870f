internal import CommandLine
package import NavigationBars
internal import NavigationModel
internal import NavigationText

/// The drawing of a model: all lines of the terminal, and the parts of them that can be hit.
///
/// From top to bottom: a line with the scene, its revision and the state of the connection; the bars
/// as the layout has them, with the last changes beside them where there is room; the line to read;
/// and a line of keys or of the last action. A prompt, a menu and a text to read lie over the bars.
package struct LiveScreen: Sendable {
    let model: LiveModel

    /// The smallest terminal that is drawn on, in columns and rows.
    package static let minimumSize = (columns: TerminalDrawing.minimumColumns, rows: 8)
    /// The most lines of suggestions.
    private static let mostSuggestions = 7
    /// The lines of a past change under the bars, where it has no room beside them.
    private static let pastRows = 3

    /// Draws a model.
    package init(_ model: LiveModel) {
        self.model = model
    }

    /// The drawing: as many lines as the terminal has, of its width.
    package var drawing: Drawing { frame.drawing }

    /// The drawing, and the line and cell of the cursor; `nil` where it is hidden.
    package var frame: (drawing: Drawing, cursor: (row: Int, column: Int)?) {
        let (columns, rows) = (model.size.columns, model.size.rows)
        guard columns >= Self.minimumSize.columns, rows >= Self.minimumSize.rows else {
            let words = "too small: \(Self.minimumSize.columns)×\(Self.minimumSize.rows) at least"
            var lines = [StyledLine](repeating: StyledLine(), count: max(1, rows))
            lines[0] = StyledLine(words.label(width: max(1, columns)))
            return (Drawing(width: max(1, columns), lines: lines), nil)
        }
        var lines = [StatusLine(model).line(width: columns)]
        lines += main
        if let notice = noticeLine { lines.append(notice) }
        lines.append(footer)
        let first = overlayStart
        for (index, line) in overlay.enumerated() where first + index < rows {
            lines[first + index] = line
        }
        return (Drawing(width: columns, lines: lines), cursor)
    }

    private var width: Int { model.size.columns }

    /// The number of lines between the first and the last ones.
    private var mainRows: Int { model.size.rows - 2 - (model.notices.first == nil ? 0 : 1) }

    /// The number of lines of a text to read.
    var pagerRows: Int { mainRows - 1 }

    // MARK: Bars

    private var main: [StyledLine] {
        if case .pager(let pager) = model.mode { return lines(of: pager) }
        let panes = panes
        var lines = panes.lines
        if panes.logWidth > 0 {
            let log = sideLines(width: panes.logWidth).map { $0.cut(to: panes.logWidth) }
            let bars = Drawing(width: width - panes.logWidth - 1, lines: lines)
            lines =
                SideBySide([bars, Drawing(width: panes.logWidth, lines: log)], gap: 1)
                .drawing.lines
        } else if case .past = model.mode {
            lines += PastLines(model).lines(width: width).prefix(Self.pastRows)
        }
        lines += [StyledLine](repeating: StyledLine(), count: max(0, mainRows - lines.count))
        return Array(lines.prefix(mainRows))
    }

    var panes: DevicePanes {
        var pastRows = 0
        if case .past = model.mode { pastRows = Self.pastRows }
        return DevicePanes(model, rows: mainRows, pastRows: pastRows)
    }

    /// Returns the part of the bars at a place of the terminal.
    func element(row: Int, column: Int) -> TerminalTarget.Element? {
        panes.element(row: row - 1, column: column)
    }

    private func sideLines(width: Int) -> [StyledLine] {
        if case .past = model.mode { return PastLines(model).lines(width: width) }
        return ChangeLines(model).lines(width: width, rows: mainRows)
    }

    private func lines(of pager: Pager) -> [StyledLine] {
        let all = wrapped(pager)
        let start = min(pager.offset, max(0, all.count - pagerRows))
        let end = min(all.count, start + pagerRows)
        var title = StyledLine(pager.title.description.label(width: width - 12), .bold)
        if all.count > pagerRows {
            title.append(" \(start + 1)–\(end) of \(all.count)".label(), .dim)
        }
        let padding = max(0, pagerRows - (end - start))
        return [title.cut(to: width)] + all[start..<end].map { StyledLine($0) }
            + [StyledLine](repeating: StyledLine(), count: padding)
    }

    /// Returns the lines of a text as the terminal has room for them: long ones go on in the next,
    /// as far in as their own beginning.
    func wrapped(_ pager: Pager) -> [TerminalText] {
        var lines = pager.lines
        let code = pager.isInvitation ? lines.filter(Self.isCode) : []
        if let side = code.first?.displayWidth, side > width || code.count > pagerRows {
            // A part of it can't be scanned.
            lines.removeAll(where: Self.isCode)
            lines.insert(
                "the QR code needs \(side)×\(code.count + 3) cells: enlarge the terminal, or use "
                    + "the URL", at: 0)
        }
        return lines.flatMap { $0.description.wrapped(to: width) }
    }

    /// Returns a Boolean value indicating whether a line is one of a QR code.
    private static func isCode(_ line: TerminalText) -> Bool {
        !line.isEmpty && line.description.allSatisfy { " █▀▄".contains($0) }
    }

    // MARK: Lines below

    private var noticeLine: StyledLine? {
        guard let notice = model.notices.first else { return nil }
        let keys = notice.change == nil ? " space" : " e r u space"
        let count = model.notices.count > 1 ? "\(model.notices.count) " : ""
        var line = StyledLine("✉ \(count)", .badge)
        let room = max(0, width - line.width - keys.count)
        line.append(notice.words.description.label(width: room))
        line.pad(to: width - keys.count)
        line.append(keys.label(), .dim)
        return line
    }

    private var footer: StyledLine {
        if let message = model.message {
            return StyledLine(
                message.words.description.label(width: width), message.isFailure ? .badge : .plain)
        }
        return StyledLine(hint.label(width: width), .dim)
    }

    /// The keys of the surface that has them.
    var hint: String {
        switch model.mode {
        case .scene:
            model.focusedLevel == nil
                ? "⏎ push  ⌫ back  ? keys  q quit  ←→ tab  ↑↓ stack  / find"
                : "⏎ back to here  ↑↓ stack  esc top  ? keys"
        case .prompt(let prompt):
            switch prompt.purpose {
            case .badge: "text, +1, -1, . dot, empty clears  ⏎ set  esc cancel"
            case .rename: "⏎ rename  esc cancel"
            case .pair: "⏎ invite  esc cancel"
            case .find: "⏎ go there  ↑↓ choose  esc cancel"
            case .push, .present, .command: "⏎ do it  ⇥ complete, next  ↑↓ choose  esc cancel"
            }
        case .menu: "↑↓ ⏎ or the letter  esc cancel"
        case .pager: "↑↓ PgUp PgDn  esc back"
        case .past: "←→ revision  PgUp PgDn ten  Home first  End now  esc back"
        }
    }

    // MARK: Overlays

    /// The lines over the lower end of the bars.
    private var overlay: [StyledLine] {
        switch model.mode {
        case .scene, .pager, .past: []
        case .prompt(let prompt):
            suggestionLines(of: prompt).lines
                + prompt.fields.indices.map { fieldLine(prompt, $0).line }
        case .menu(let menu):
            [rule(menu.title)]
                + menu.items.enumerated().dropFirst(firstItem(of: menu)).prefix(mostItems).map {
                    index, item in
                    var style = index == menu.index ? Style.bold : .plain
                    style.isReversed = index == menu.index
                    var line = StyledLine("  ")
                    line.append((item.key.map { String($0) } ?? " ").label(), .link)
                    line.append("  ")
                    line.append(item.label.label(width: max(0, width - 6)), style)
                    line.pad(to: width)
                    return line
                }
        }
    }

    /// The first line that they cover.
    private var overlayStart: Int {
        let height: Int
        switch model.mode {
        case .scene, .pager, .past: height = 0
        case .prompt(let prompt):
            height = suggestionLines(of: prompt).lines.count + prompt.fields.count
        case .menu(let menu): height = min(mostItems, menu.items.count) + 1
        }
        return max(1, 1 + mainRows - height)
    }

    /// Returns the action of a menu at a line of the terminal.
    func menuItem(at row: Int) -> Int? {
        guard case .menu(let menu) = model.mode else { return nil }
        let index = row - overlayStart - 1
        guard (0..<mostItems).contains(index) else { return nil }
        let item = firstItem(of: menu) + index
        return menu.items.indices.contains(item) ? item : nil
    }

    /// The number of actions of a menu that there is room for.
    private var mostItems: Int { max(1, mainRows - 1) }

    /// Returns the first action that is shown, so that the highlighted one is.
    private func firstItem(of menu: Menu) -> Int { max(0, menu.index - mostItems + 1) }

    /// Returns the suggestion at a line of the terminal.
    func suggestion(at row: Int) -> Int? {
        guard case .prompt(let prompt) = model.mode else { return nil }
        let shown = suggestionLines(of: prompt)
        let index = row - overlayStart - 1
        return shown.lines.dropFirst().indices.contains(index + 1) ? shown.first + index : nil
    }

    private func suggestionLines(of prompt: Prompt) -> (lines: [StyledLine], first: Int) {
        let all = model.suggestions(for: prompt)
        let room = min(Self.mostSuggestions, mainRows - prompt.fields.count - 2)
        guard room > 0 else { return ([], 0) }
        let first = max(0, (prompt.chosen ?? 0) - room + 1)
        let lines = all.enumerated().dropFirst(first).prefix(room).map { index, suggestion in
            var style = Style.plain
            style.isReversed = index == prompt.chosen
            var line = StyledLine("  ")
            line.append(suggestion.text.label(width: max(0, width - 4)), style)
            let rest = width - line.width - 4
            if rest > 4, !suggestion.summary.isEmpty {
                line.append("  " + suggestion.summary.label(width: rest), .dim)
            }
            line.pad(to: width)
            return line
        }
        let more = all.count > first + lines.count ? "\(all.count) " : ""
        return ([rule(more)] + lines, first)
    }

    private func rule(_ words: String) -> StyledLine {
        var line = StyledLine("──", .dim)
        let label = words.label(width: max(0, width - 6))
        if !label.isEmpty { line.append(" \(label) ", .bold) }
        line.pad(to: width, with: "─", .dim)
        return line
    }

    /// Returns a field's line with the column of its cursor. Of a long text its end is shown.
    private func fieldLine(_ prompt: Prompt, _ index: Int) -> (line: StyledLine, cursor: Int) {
        let field = prompt.fields[index]
        let isActive = index == prompt.active
        var line = StyledLine(field.label.label(width: width / 3), isActive ? .accent : .dim)
        line.append(" ")
        let room = max(1, width - line.width - 1)
        let before = field.line.textBeforeCursor.printable.suffix(cells: room)
        let start = line.width
        line.append(before.label())
        let cursor = start + before.displayWidth
        let after = field.line.text.dropFirst(field.line.textBeforeCursor.count)
        line.append(String(after).label(width: max(0, width - line.width)))
        line.pad(to: width)
        return (line, cursor)
    }

    private var cursor: (row: Int, column: Int)? {
        guard case .prompt(let prompt) = model.mode else { return nil }
        let row = overlayStart + suggestionLines(of: prompt).lines.count + prompt.active
        return (min(row, model.size.rows - 1), fieldLine(prompt, prompt.active).cursor)
    }
}

extension String {
    /// Returns the text in pieces of at most so many cells, broken at spaces where there are some.
    fileprivate func wrapped(to width: Int) -> [TerminalText] {
        guard displayWidth > width else { return [label()] }
        var pieces: [TerminalText] = []
        var piece = ""
        for character in self {
            if piece.displayWidth + character.displayWidth > width {
                let space = piece.dropFirst(width / 2).lastIndex(of: " ") ?? piece.endIndex
                pieces.append(String(piece[..<space]).label())
                // A text without spaces, such as a link, is copied as it is.
                let indent = space == piece.endIndex ? "" : "  "
                piece = indent + piece[space...].drop { $0 == " " }
            }
            piece.append(character)
        }
        return pieces + [piece.label()]
    }

    /// Returns the longest end of the text that takes at most so many cells.
    fileprivate func suffix(cells: Int) -> String {
        var text = self
        while text.displayWidth > cells, !text.isEmpty { text.removeFirst() }
        return text
    }
}

extension StyledLine {
    /// Returns the beginning of the line, of at most so many cells.
    func cut(to width: Int) -> StyledLine {
        var line = StyledLine()
        for run in runs where line.width < width {
            line.append(run.text.description.label(width: width - line.width), run.style)
        }
        return line
    }
}
