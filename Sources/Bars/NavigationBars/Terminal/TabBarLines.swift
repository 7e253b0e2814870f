internal import NavigationModel

/// The tab bar: a line of symbols with badges, and a line of labels, each tab in a cell.
struct TabBarLines {
    /// Symbols and badges.
    let symbols: StyledLine
    /// Labels: all of them, or only that of the selected tab if too little would be left of them.
    let labels: StyledLine
    /// The columns of the selected tab; empty if there is none.
    let marked: Range<Int>
    /// The columns of each cell.
    let columns: [Range<Int>]

    /// The narrowest cell.
    private static let narrowestCell = 3
    /// The narrowest label that is still read: four letters and an ellipsis.
    private static let narrowestLabel = 5
    /// The empty columns before each cell, and after the last.
    private static let gap = 1

    /// Draws the bar over the whole width. Tabs that find no room are counted at its end; the
    /// selected tab is always among those that do.
    init(_ scene: Scene, width: Int) {
        self.init(Self.cells(of: scene, width: width), width: width)
    }

    /// Draws cells over the whole width, from left to right.
    init(_ cells: [TabCell], width: Int) {
        let natural = cells.map(\.naturalWidth)
        let widths = Self.widths(of: natural, in: width - Self.gap * (cells.count + 1))
        let isReadable = zip(cells, widths).allSatisfy { cell, width in
            width >= min(Self.narrowestLabel, cell.label.displayWidth)
        }
        var symbols = StyledLine()
        var labels = StyledLine()
        var marked = 0..<0
        var selected: TabCell?
        var columns: [Range<Int>] = []
        for (cell, cellWidth) in zip(cells, widths) {
            symbols.pad(to: symbols.width + Self.gap)
            labels.pad(to: labels.width + Self.gap)
            columns.append(symbols.width..<(symbols.width + cellWidth))
            if cell.isSelected {
                marked = symbols.width..<(symbols.width + cellWidth)
                selected = cell
            }
            symbols.append(cell.symbols(width: cellWidth))
            labels.append(StyledLine(centered: cell.label, width: cellWidth, cell.style))
        }
        self.symbols = symbols
        self.labels = isReadable ? labels : Self.label(of: selected, under: marked, width: width)
        self.marked = marked
        self.columns = columns
    }

    private static func cells(of scene: Scene, width: Int) -> [TabCell] {
        let mostCells = (width - gap) / (narrowestCell + gap)
        var tabs = scene.tabs
        if tabs.count > mostCells {
            tabs = Array(tabs.prefix(mostCells - 1))
            if let selected = scene.selected, !tabs.contains(where: { $0.id == selected.id }) {
                tabs[tabs.count - 1] = selected
            }
        }
        let cells = tabs.map { TabCell($0, isSelected: $0.id == scene.selectedTab) }
        let hidden = scene.tabs.count - tabs.count
        return hidden > 0 ? cells + [TabCell(hidden: hidden)] : cells
    }

    /// Returns one label under its cell, free to reach under the neighbours.
    private static func label(
        of cell: TabCell?, under columns: Range<Int>, width: Int
    ) -> StyledLine {
        guard let cell else { return StyledLine() }
        let text = cell.label.label(width: width - 2 * gap)
        let center = columns.lowerBound + (columns.count - text.displayWidth) / 2
        var line = StyledLine()
        line.pad(to: max(gap, min(center, width - gap - text.displayWidth)))
        line.append(text, cell.style)
        return line
    }

    /// Shares `room` out: what is narrower than an even share gets what it needs, the rest
    /// shares what is left; room that nobody needs is spread evenly.
    private static func widths(of natural: [Int], in room: Int) -> [Int] {
        var widths = [Int](repeating: 0, count: natural.count)
        var left = room
        let ascending = natural.indices.sorted { (natural[$0], $0) < (natural[$1], $1) }
        for (taken, index) in ascending.enumerated() {
            widths[index] = min(natural[index], left / (natural.count - taken))
            left -= widths[index]
        }
        for index in widths.indices {
            let share = left / (widths.count - index)
            widths[index] += share
            left -= share
        }
        return widths
    }
}
