internal import NavigationModel

/// The navigation bar: the title of the top screen, and before it the way back to the one below.
struct NavigationBarLine {
    /// The bar, no wider than it was asked to be.
    let line: StyledLine

    /// Draws the bar of a stack, bottom to top. The title stands in the middle while there is
    /// room for it beside the way back, which shortens to its chevron before the title is cut.
    init(_ stack: [Screen], width: Int) {
        let room = width - 2
        guard let top = stack.last else {
            line = StyledLine()
            return
        }
        guard let below = stack.dropLast().last else {
            line = StyledLine(top.name.label(width: room), .bold).centered(width: width)
            return
        }
        let chevron = "‹ "
        let title = top.name.label(width: room - chevron.displayWidth)
        let gap = 2
        let spare = room - chevron.displayWidth - title.displayWidth - gap
        let back = spare < Self.narrowestBack ? "" : below.name.label(width: spare)
        var line = StyledLine(" ")
        line.append(chevron + back, .link)
        line.pad(to: line.width + (back.isEmpty ? 0 : gap))
        line.pad(to: (width - title.displayWidth) / 2)
        line.append(title, .bold)
        self.line = line
    }

    /// Less of a title than this says nothing.
    private static let narrowestBack = 4
}

extension Screen {
    /// What to call it: the title, or the route if it has none.
    var name: String { title.flatMap { $0.isEmpty ? nil : $0 } ?? route }
}
