internal import NavigationText

/// The edge of a screen in a terminal, with the bars of tabs at it.
struct TerminalFrame {
    /// The width of all of it.
    let columns: Int
    /// A Boolean value indicating whether text runs from right to left.
    let isMirrored: Bool
    /// The lines from top to bottom.
    private(set) var lines: [StyledLine] = []
    /// The parts of them that a pointer can hit.
    private(set) var targets: [TerminalTarget] = []

    /// A frame without lines.
    init(columns: Int, isMirrored: Bool) {
        self.columns = columns
        self.isMirrored = isMirrored
    }

    private var inner: Int { columns - 2 }

    /// Returns the width of a page beside a sidebar, if there is one, which takes the part of the
    /// columns that it takes of the screen, and leaves some for the page.
    func width(beside sidebar: TabBarLayout?, in screen: Rect) -> Int {
        guard let sidebar, screen.width > 0 else { return inner }
        let share = Int(sidebar.frame.width / screen.width * Double(inner))
        return inner - 1 - min(max(Self.narrowestSidebar, share), inner / 2)
    }

    private static let narrowestSidebar = 10

    /// The upper edge, with some words in it.
    mutating func open(_ words: String) { edge("╭", "╮", words) }

    /// The lower edge.
    mutating func close() { edge("╰", "╯") }

    /// An iPad's bar at the top: symbols, labels and badges in one line.
    mutating func append(top bar: TabBarLayout) {
        var line = StyledLine()
        var columns: [Range<Int>] = []
        for cell in bar.cells {
            let row = cell.row(isMirrored: isMirrored)
            guard line.width + row.width + 3 <= inner else { break }
            if line.width > 0 { line.append("   ") }
            columns.append(line.width..<(line.width + row.width))
            line.append(row)
        }
        add(bar.orderedItems, columns, rows: 1, indent: 1 + (inner - line.width) / 2)
        lines.append(framed(line.centered(width: inner)))
    }

    /// Appends a bar at the bottom: the line above it, marked where the selected tab is, symbols
    /// and labels.
    mutating func append(bottom bar: TabBarLayout) {
        if let accessory = bar.accessory {
            lines.append(framed(StyledLine(centered: accessory.text, width: inner)))
        }
        let tabs = TabBarLines(bar.cells, width: inner)
        let (fill, start, end): (Character, TerminalText, TerminalText) =
            bar.separator == nil ? (" ", "│", "│") : ("─", "├", "┤")
        var line = StyledLine(start, .dim)
        line.pad(to: 1 + tabs.marked.lowerBound, with: fill, .dim)
        line.pad(to: 1 + tabs.marked.upperBound, with: "━", .accent)
        line.pad(to: columns - 1, with: fill, .dim)
        line.append(end, .dim)
        lines.append(line)
        add(bar.orderedItems, tabs.columns, rows: tabs.labels.width > 0 ? 2 : 1, indent: 1)
        lines.append(framed(tabs.symbols))
        if tabs.labels.width > 0 { lines.append(framed(tabs.labels)) }
    }

    /// Adds targets for slots whose first line is the next.
    private mutating func add(
        _ items: [TabItemLayout], _ columns: [Range<Int>], rows: Int, indent: Int
    ) {
        for (item, columns) in zip(items, columns) {
            let target = TerminalTarget(row: 0, columns: columns, element: .item(item.id))
            for row in 0..<rows {
                targets.append(target.moved(rows: lines.count + row, columns: indent))
            }
        }
    }

    /// A page, and at its leading edge a sidebar with a tab on each line.
    mutating func append(_ page: TerminalPage, beside sidebar: TabBarLayout?) {
        let first = lines.count
        let start = sidebar == nil || isMirrored ? 1 : inner + 1 - page.width
        targets += page.targets.map { $0.moved(rows: first, columns: start) }
        guard let sidebar else {
            for (index, line) in page.lines.enumerated() {
                lines.append(framed(line, isBorder: page.borders.contains(index)))
            }
            return
        }
        let width = inner - 1 - page.width
        let rows = sidebar.items.map { row(of: TabCell($0), width: width) }
        let indent = isMirrored ? inner + 1 - width : 1
        for (row, item) in sidebar.items.enumerated() {
            targets.append(
                TerminalTarget(
                    row: first + row, columns: indent..<(indent + width), element: .item(item.id)))
        }
        for index in 0..<max(rows.count, page.lines.count) {
            var pieces = [
                index < rows.count ? rows[index] : StyledLine(),
                index < page.lines.count ? page.lines[index] : StyledLine(),
            ]
            var widths = [width, page.width]
            if isMirrored {
                pieces.reverse()
                widths.reverse()
            }
            var line = pieces[0]
            line.pad(to: widths[0])
            line.append("│", .dim)
            line.append(pieces[1])
            lines.append(framed(line))
        }
    }

    private func row(of cell: TabCell, width: Int) -> StyledLine {
        let start = 1 + (cell.symbol.isEmpty ? 0 : cell.symbol.displayWidth + 1)
        let badge = cell.badge.label(width: max(0, width - start - 1))
        let last = width - 1 - badge.displayWidth
        let label = cell.label.label(width: max(0, last - 1 - start))
        return StyledLine(
            placing: [
                (1, StyledRun(TerminalText(cell.symbol), cell.style)),
                (start, StyledRun(label, cell.style)),
                (last, StyledRun(badge, .badge)),
            ], width: width, isMirrored: isMirrored)
    }

    private func framed(_ line: StyledLine, isBorder: Bool = false) -> StyledLine {
        var framed = StyledLine(isBorder ? "├" : "│", .dim)
        framed.append(line)
        framed.pad(to: columns - 1)
        framed.append(isBorder ? "┤" : "│", .dim)
        return framed
    }

    private mutating func edge(
        _ start: TerminalText, _ end: TerminalText, _ words: String = ""
    ) {
        var line = StyledLine(start, .dim)
        let label = words.label(width: columns - 6)
        if !label.isEmpty { line.append("─ " + label + " ", .dim) }
        line.pad(to: columns - 1, with: "─", .dim)
        line.append(end, .dim)
        lines.append(line)
    }
}
