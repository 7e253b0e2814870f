/// A layout in the cells of a terminal: the same bars, items, states and rows as in a picture, in
/// the same order, without its lengths. ``ScreenDrawing`` draws a scene before it is laid out, with
/// its stack as a path; both draw bars by the same lines.
///
/// A line between a bar and the content is drawn where the layout has one. The selected item is
/// marked by a heavy line above it, and stands out by its style.
package struct TerminalDrawing: Hashable, Sendable {
    /// The fewest columns that have room for everything.
    package static let minimumColumns = 24
    /// The drawing.
    package let drawing: Drawing
    /// The parts of the drawing that a pointer can hit.
    package let targets: [TerminalTarget]

    /// Draws a layout, `columns` wide; fewer than ``minimumColumns`` are raised to them.
    package init(of layout: BarLayout, columns: Int) {
        let columns = max(columns, Self.minimumColumns)
        let frame = Self.frame(of: layout, columns: columns, content: TerminalContent())
        drawing = Drawing(width: columns, lines: frame.lines.map { $0.adapted(to: layout.traits) })
        targets = frame.targets
    }

    /// Draws a layout as high as a terminal has room for, and the path of a stack where the layout
    /// has nothing but the name of its screen.
    ///
    /// - Parameters:
    ///   - rows: The number of lines; the content shrinks before the bars do.
    ///   - stack: The stack that the layout shows the top of.
    package init(of layout: BarLayout, columns: Int, rows: Int, stack: FocusedStack) {
        let columns = max(columns, Self.minimumColumns)
        let bars = Self.frame(
            of: layout, columns: columns, content: TerminalContent(stack: stack, spareRows: 0))
        let frame = Self.frame(
            of: layout, columns: columns,
            content: TerminalContent(stack: stack, spareRows: rows - bars.lines.count))
        drawing = Drawing(
            width: columns,
            lines: frame.lines.prefix(rows).map { $0.adapted(to: layout.traits) })
        targets = frame.targets.filter { $0.row < rows }
    }

    private static func frame(
        of layout: BarLayout, columns: Int, content: TerminalContent
    ) -> TerminalFrame {
        let isMirrored = layout.traits.isRightToLeft
        var frame = TerminalFrame(columns: columns, isMirrored: isMirrored)
        var modalMargin = 0
        if let modal = layout.modal {
            // A sheet leaves in sight what is beside it: here the bar that it rises over.
            modalMargin = modal.dimming == nil ? 0 : 1
        }
        let sidebar = layout.tabBar.flatMap { [.sidebar, .rail].contains($0.placement) ? $0 : nil }
        frame.open(layout.traits.settingNames)
        if let bar = layout.tabBar, bar.placement == .top { frame.append(top: bar) }
        let bars = layout.standaloneBars.sorted { $0.frameY < $1.frameY }
        let middle = layout.content.frame.midY
        let width = frame.width(beside: sidebar, in: layout.screen)
        var page = TerminalPage(width: width, isMirrored: isMirrored)
        if let bar = layout.navigationBar { page.append(bar) }
        for bar in bars where bar.frameY < middle { page.append(bar) }
        let rows = layout.tabBar?.more?.rows ?? []
        page.append(
            layout.content, rows: rows.isEmpty ? layout.content.rows : rows, in: content)
        for bar in bars where bar.frameY >= middle { page.append(bar) }
        if let modal = layout.modal { page.present(modal, margin: modalMargin, in: content) }
        if let viewer = layout.largeContent { page.present(viewer) }
        frame.append(page, beside: sidebar)
        if modalMargin > 0 || layout.modal == nil, let bar = layout.tabBar,
            bar.placement == .bottom
        {
            frame.append(bottom: bar)
        }
        frame.close()
        return frame
    }
}

extension StandaloneBarLayout {
    /// The upper edge of the bar, from the top of the screen.
    fileprivate var frameY: Double { navigationBar?.frame.y ?? tabBar?.frame.y ?? 0 }
}

/// Characters that stand for the symbols of tab bars, each one column wide in every terminal.
enum SymbolTable {
    /// The character nearest to the symbol `name`; a hollow diamond for one that has none.
    static func character(for name: String) -> String {
        // `star.fill` and `star.circle` are stars too.
        var name = name[...]
        while !name.isEmpty {
            if let character = characters[String(name)] { return character }
            guard let dot = name.lastIndex(of: ".") else { break }
            name = name[..<dot]
        }
        return "◇"
    }

    private static let characters: [String: String] = [
        "alarm": "◔", "arrow.backward": "←", "arrow.clockwise": "↻", "arrow.down": "↓",
        "arrow.forward": "→", "arrow.left": "←", "arrow.right": "→", "arrow.up": "↑",
        "arrow.uturn.backward": "↶", "bell": "◠", "bolt": "ϟ", "calendar": "▤",
        "checkmark": "✓", "chevron.backward": "‹", "chevron.forward": "›", "chevron.left": "‹",
        "chevron.right": "›", "circle": "○", "circle.grid.3x3": "▦", "clock": "◷",
        "dot.radiowaves.left.and.right": "≋", "ellipsis": "⋯", "envelope": "✉\u{fe0e}",
        "exclamationmark": "!", "flag": "⚐", "folder": "▱", "gearshape": "✻", "globe": "◍",
        "heart": "♡", "house": "⌂", "line.3.horizontal": "≡", "list.bullet": "≡",
        "magnifyingglass": "⌕", "minus": "−", "moon": "☾", "music.note": "♫", "person": "☻",
        "phone": "✆", "photo": "▨", "play": "▷", "plus": "+", "questionmark": "?",
        "recordingtape": "∞", "square": "□", "square.and.arrow.up": "⇧", "square.and.pencil": "✎",
        "square.grid.2x2": "⊞", "star": "★", "stopwatch": "◶", "sun.max": "☼", "timer": "◴",
        "trash": "▯", "tray": "⊔", "xmark": "✕",
    ]
}
