internal import NavigationModel
internal import NavigationText

/// The content of one cell of the tab bar.
struct TabCell {
    /// The title of the tab.
    let label: String
    /// The character for its symbol; empty if it has none.
    let symbol: String
    /// The text of its badge: a bullet for a dot, empty for none.
    let badge: String
    /// A Boolean value indicating whether it is the selected tab.
    let isSelected: Bool
    /// The look of the label.
    let style: Style

    /// The widest label that is worth its room.
    private static let widest = 24

    /// The cell of a tab.
    init(_ tab: Tab, isSelected: Bool) {
        label = tab.title.label(width: Self.widest).description
        symbol = tab.icon.map(SymbolTable.character(for:)) ?? ""
        badge = tab.badge.map { $0.isEmpty ? "•" : $0.label(width: Self.widest).description } ?? ""
        self.isSelected = isSelected
        style = isSelected ? .accent : tab.isEnabled ? .plain : .dim
    }

    /// The cell of a slot of a bar.
    init(_ item: TabItemLayout) {
        label = item.label?.text.label(width: Self.widest).description ?? ""
        symbol = item.icon.map { SymbolTable.character(for: $0.symbol) } ?? ""
        badge = item.badge.map { $0.label?.text.label(width: Self.widest).description ?? "•" } ?? ""
        isSelected = item.isSelected
        style = item.isSelected ? .accent : item.isEnabled ? .plain : .dim
    }

    /// The cell that stands for tabs without room.
    init(hidden: Int) {
        label = "+\(hidden)"
        symbol = "⋯"
        badge = ""
        isSelected = false
        style = .plain
    }

    /// The number of columns that it takes if nothing is truncated.
    var naturalWidth: Int { max(label.displayWidth, symbolLine.width, 1) }

    /// The symbol and the badge in the middle of `width` columns. The symbol gives way to a badge
    /// that has no room beside it.
    func symbols(width: Int) -> StyledLine {
        guard symbolLine.width > width else { return symbolLine.centered(width: width) }
        return StyledLine(centered: badge, width: width, .badge)
    }

    /// The symbol, the label and the badge after each other, in a line of their own.
    func row(isMirrored: Bool) -> StyledLine {
        let runs = [(symbol, style), (label, style), (badge, .badge)].filter { !$0.0.isEmpty }
        var line = StyledLine()
        for (text, style) in isMirrored ? runs.reversed() : runs {
            if line.width > 0 { line.append(" ") }
            line.append(TerminalText(text), style)
        }
        return line
    }

    private var symbolLine: StyledLine {
        var line = StyledLine(TerminalText(symbol), style)
        if !symbol.isEmpty, !badge.isEmpty { line.append(" ") }
        line.append(TerminalText(badge), .badge)
        return line
    }
}
