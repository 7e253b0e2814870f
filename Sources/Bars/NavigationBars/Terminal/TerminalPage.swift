internal import NavigationText

/// The page between the edges of the screen that bars of tabs take: navigation bars and content, as
/// lines of one width.
struct TerminalPage {
    /// The most cells that a line takes.
    let width: Int
    /// A Boolean value indicating whether text runs from right to left.
    let isMirrored: Bool
    /// The lines from top to bottom.
    private(set) var lines: [StyledLine] = []
    /// Those of them that are borders of bars.
    private(set) var borders: Set<Int> = []
    /// The parts of them that a pointer can hit.
    private(set) var targets: [TerminalTarget] = []

    /// A page without lines.
    init(width: Int, isMirrored: Bool) {
        self.width = width
        self.isMirrored = isMirrored
    }

    // MARK: Bars

    /// A bar with a title: its prompt, its line, its large title or segments, its border.
    mutating func append(_ bar: NavigationBarLayout) {
        let isBelow = bar.position == "bottom"
        if isBelow { border(bar.separator) }
        if let prompt = bar.prompt {
            lines.append(StyledLine(centered: prompt.text, width: width, .dim))
        }
        let isLarge = bar.titleMode == .large
        let words = NavigationBarLine.Words(
            title: isLarge ? "" : bar.title?.text ?? "",
            back: bar.back.map { $0.label?.text ?? "" },
            before: bar.left.map(\.words).joined(separator: "  "),
            after: bar.right.reversed().map(\.words).joined(separator: "  "),
            isMirrored: isMirrored)
        if let control = bar.segmentedControl {
            lines.append(line(of: control))
        } else {
            let drawn = NavigationBarLine(words, width: width)
            for (element, columns) in drawn.targets {
                targets.append(TerminalTarget(row: lines.count, columns: columns, element: element))
            }
            lines.append(drawn.line)
        }
        if isLarge, let title = bar.title { append(title.text, .bold) }
        if let field = bar.searchField {
            let words = [field.label?.text ?? "", field.cancel?.text ?? ""].filter { !$0.isEmpty }
            append(
                "\(SymbolTable.character(for: field.icon.symbol)) \(words.joined(separator: "  "))",
                .dim)
        }
        if !isBelow { border(bar.separator) }
    }

    /// A bar that no controller manages.
    mutating func append(_ bar: StandaloneBarLayout) {
        if let bar = bar.navigationBar { append(bar) }
        if let bar = bar.tabBar {
            border(bar.separator)
            let tabs = TabBarLines(bar.cells, width: width)
            for (item, columns) in zip(bar.orderedItems, tabs.columns) {
                for row in 0..<2 {
                    targets.append(
                        TerminalTarget(
                            row: lines.count + row, columns: columns, element: .item(item.id)))
                }
            }
            lines += [tabs.symbols, tabs.labels]
        }
    }

    private mutating func border(_ separator: Separator?) {
        guard separator != nil else { return }
        borders.insert(lines.count)
        var line = StyledLine()
        line.pad(to: width, with: "─", .dim)
        lines.append(line)
    }

    private func line(of control: SegmentedControlLayout) -> StyledLine {
        let cells = control.segments.enumerated().map { index, segment in
            let isChosen = index == control.selected
            return StyledRun(
                isChosen ? "[\(segment.label.text.label())]" : " \(segment.label.text.label()) ",
                isChosen ? .accent : .plain)
        }
        var line = StyledLine()
        for cell in isMirrored ? cells.reversed() : cells
        where line.width + cell.text.displayWidth <= width {
            line.append(cell.text, cell.style)
        }
        return line.centered(width: width)
    }

    // MARK: Content

    /// Appends rows, panes side by side, or the placeholder of the content; then the dots of pages.
    mutating func append(
        _ content: ContentLayout, rows: [ContentLayout.Row], in room: TerminalContent
    ) {
        if !content.panes.isEmpty {
            append(content.panes, rows: rows, in: room)
        } else if !content.children.isEmpty {
            for child in room.fitting(content.children) {
                let label = (child.label?.text ?? child.id).label(width: max(0, width - 2))
                lines.append(
                    StyledLine(
                        placing: [(1, StyledRun(label))], width: width, isMirrored: isMirrored))
            }
            appendEmpty(room.padding)
        } else if !rows.isEmpty {
            for row in room.fitting(rows) { append(row) }
            appendEmpty(room.padding)
        } else if let stack = room.stack {
            append(stack, height: room.emptyRows)
        } else {
            let middle = room.emptyRows / 2
            for row in 0..<room.emptyRows {
                let text = row == middle ? content.placeholder?.text ?? "" : ""
                lines.append(StyledLine(centered: text, width: width, .dim))
            }
        }
        guard let count = content.pageCount, count > 1 else { return }
        let shown = min(count, width / 2)
        let marked = (content.page ?? 0) * shown / count
        let dots = (0..<shown).map { $0 == marked ? "●" : "○" }
        let line = (isMirrored ? dots.reversed() : dots).joined(separator: " ")
        lines.append(StyledLine(centered: line, width: width))
    }

    private mutating func appendEmpty(_ count: Int) {
        lines += [StyledLine](repeating: StyledLine(), count: count)
    }

    private mutating func append(_ stack: FocusedStack, height: Int) {
        guard height > 0 else { return }
        let path = StackLines(
            stack.screens, focus: stack.focus, orElse: stack.placeholder, width: width,
            height: height)
        for (row, level) in path.levels {
            targets.append(
                TerminalTarget(
                    row: lines.count + row, columns: 0..<width, element: .level(level)))
        }
        lines += path.lines
    }

    private mutating func append(_ row: ContentLayout.Row) {
        let symbol = row.icon.map { SymbolTable.character(for: $0.symbol) } ?? ""
        let start = 1 + (symbol.isEmpty ? 0 : symbol.displayWidth + 1)
        let end: TerminalText =
            row.disclosure == nil ? "" : isMirrored ? "‹" : "›"
        let last = width - 1 - end.displayWidth
        let badge = row.badge.map { $0.label?.text.label() ?? "•" } ?? ""
        let badgeStart = last - (badge.displayWidth > 0 ? badge.displayWidth + 1 : 0)
        let label = row.label.text.label(width: max(0, badgeStart - 1 - start))
        lines.append(
            StyledLine(
                placing: [
                    (1, StyledRun(TerminalText(symbol))), (start, StyledRun(label)),
                    (badgeStart, StyledRun(badge, .badge)), (last, StyledRun(end, .dim)),
                ], width: width, isMirrored: isMirrored))
    }

    /// Panes side by side, the rows in the first.
    private mutating func append(
        _ panes: [ContentLayout.Pane], rows: [ContentLayout.Row], in room: TerminalContent
    ) {
        let share = (width - panes.count + 1) / panes.count
        let spare = width - panes.count + 1 - share * (panes.count - 1)
        var pages = panes.enumerated().map { index, pane in
            var page = TerminalPage(
                width: index == panes.count - 1 ? spare : share, isMirrored: isMirrored)
            if let bar = pane.navigationBar { page.append(bar) }
            if index == 0 { for row in rows { page.append(row) } }
            return page
        }
        if isMirrored { pages.reverse() }
        let height = (pages.map(\.lines.count).max() ?? 0) + room.emptyRows
        for row in 0..<height {
            var line = StyledLine()
            for (index, page) in pages.enumerated() {
                if index > 0 { line.append("│", .dim) }
                let end = line.width + page.width
                if row < page.lines.count { line.append(page.lines[row]) }
                line.pad(to: end)
            }
            lines.append(line)
        }
    }

    private mutating func append(_ text: String, _ style: Style) {
        let run = StyledRun(text.label(width: width - 2), style)
        lines.append(StyledLine(placing: [(1, run)], width: width, isMirrored: isMirrored))
    }

    /// Puts lines over those in the middle; a shorter page grows.
    mutating func cover(with panel: [StyledLine]) {
        while lines.count < panel.count { lines.append(StyledLine()) }
        let first = (lines.count - panel.count) / 2
        lines.replaceSubrange(first..<first + panel.count, with: panel)
        borders = borders.filter { !(first..<first + panel.count).contains($0) }
    }

    // MARK: Modals

    /// Puts a modal over the lines, but for the first `margin` of them.
    mutating func present(_ modal: ModalLayout, margin: Int, in room: TerminalContent) {
        let inner = width - 2
        var page = TerminalPage(width: inner, isMirrored: isMirrored)
        page.append(modal.navigationBar)
        if let step = modal.step {
            page.lines.append(StyledLine(centered: step.text, width: inner, .dim))
        }
        page.append(modal.content, rows: modal.content.rows, in: room)
        lines = Array(lines.prefix(margin))
        borders = borders.filter { $0 < margin }
        // The bar below is covered, though a sheet leaves it in sight.
        targets = page.targets.map { $0.moved(rows: lines.count + 1, columns: 1) }
        edge("╭", "╮")
        for line in page.lines {
            var framed = StyledLine("│", .accent)
            framed.append(line)
            framed.pad(to: width - 1)
            framed.append("│", .accent)
            lines.append(framed)
        }
        edge("╰", "╯")
    }

    private mutating func edge(_ start: TerminalText, _ end: TerminalText) {
        var line = StyledLine(start, .accent)
        line.pad(to: width - 1, with: "─", .accent)
        line.append(end, .accent)
        lines.append(line)
    }
}

extension TabBarLayout {
    /// The cells of its slots from left to right.
    var cells: [TabCell] { orderedItems.map(TabCell.init) }

    /// Its slots from left to right.
    var orderedItems: [TabItemLayout] { items.sorted { $0.frame.x < $1.frame.x } }
}

extension BarButtonLayout {
    /// Its symbol or its words; nothing of a space.
    fileprivate var words: String {
        icon.map { SymbolTable.character(for: $0.symbol) } ?? label?.text ?? ""
    }
}
