internal import NavigationModel
internal import NavigationText

/// A stack, as a path that leads down to the top screen and its route.
struct StackLines {
    /// The lines, as many as the given height, none wider than the given width.
    let lines: [StyledLine]
    /// The lines that show a screen, each with the screen's place from the bottom.
    let levels: [(row: Int, level: Int)]

    /// Draws the stack of the selected tab.
    init(_ scene: Scene, width: Int, height: Int) {
        self.init(
            scene.selected?.stack ?? [], orElse: Self.reason(for: scene), width: width,
            height: height)
    }

    /// Draws a stack, bottom to top; of one that is too deep only its upper end, or the part with the
    /// focus, of an empty one `reason`.
    init(
        _ stack: [Screen], focus: Int? = nil, orElse reason: String, width: Int, height: Int
    ) {
        guard let top = stack.last else {
            levels = []
            lines = Self.centered(reason, width: width, height: height)
            return
        }
        let routeRows = 1
        let fits = stack.count + routeRows <= height
        let shown = fits ? stack.count : max(1, height - routeRows - 1)
        let first = min(stack.count - shown, max(0, focus ?? stack.count))
        var lines: [StyledLine] = []
        var levels: [(row: Int, level: Int)] = []
        if stack.count + routeRows + 2 <= height { lines.append(StyledLine()) }
        if !fits {
            let above = stack.count - shown - first
            let words = above > 0 ? " … \(first) below, \(above) above" : " … \(first) below"
            lines.append(StyledLine(words.label(width: width), .dim))
        }
        for (level, screen) in stack.enumerated().dropFirst(first).prefix(shown) {
            let isTop = level == stack.count - 1
            let start = Self.start(of: level - first, isFirst: level == 0)
            var line = StyledLine(start, isTop ? .accent : .dim)
            var style: Style = isTop ? .bold : .plain
            style.isReversed = level == focus
            line.append(screen.name.label(width: width - 1 - line.width), style)
            levels.append((lines.count, level))
            lines.append(line)
        }
        let indent = lines.last?.runs.first.map(\.text.displayWidth) ?? 1
        let rowsLeft = min(Self.longestRoute, height - lines.count)
        lines += Self.route(top.route, indent: indent, width: width, rows: rowsLeft)
        lines += [StyledLine](repeating: StyledLine(), count: max(0, height - lines.count))
        self.lines = Array(lines.prefix(height))
        self.levels = levels.filter { $0.row < height }
    }

    /// Returns the indentation of a level, which stops growing before it takes the room of the
    /// titles.
    private static func start(of level: Int, isFirst: Bool) -> TerminalText {
        let deepestIndent = 6
        let indent = TerminalText(repeating: " ", count: min(level, deepestIndent) + 1)
        return isFirst ? indent : indent + "› "
    }

    /// Returns the route, broken wherever a line ends, and truncated at the end of the last.
    private static func route(
        _ route: String, indent: Int, width: Int, rows: Int
    ) -> [StyledLine] {
        let room = width - 1 - indent
        return route.wrapped(width: room, rows: rows).map { piece in
            var line = StyledLine(TerminalText(repeating: " ", count: indent))
            line.append(piece.label(width: room), .dim)
            return line
        }
    }

    /// The most lines that a route gets.
    private static let longestRoute = 3

    private static func reason(for scene: Scene) -> String {
        if scene.tabs.isEmpty { return "no tabs yet" }
        return scene.selected == nil ? "no tab can be selected" : "nothing on the stack"
    }

    private static func centered(_ text: String, width: Int, height: Int) -> [StyledLine] {
        var lines = [StyledLine](repeating: StyledLine(), count: height)
        lines[(height - 1) / 2] = StyledLine(centered: text, width: width, .dim)
        return lines
    }
}
