internal import NavigationModel
internal import NavigationText

/// The navigation bar: the title, and before it the back button, beside them the other items.
struct NavigationBarLine {
    /// The bar, no wider than the given width.
    let line: StyledLine
    /// The back button and the items, with the cells that they take.
    let targets: [(element: TerminalTarget.Element, columns: Range<Int>)]

    /// The content of a bar.
    struct Words {
        /// The title; empty if there is none.
        var title = ""
        /// The title behind the back button; `nil` if there is none.
        var back: String?
        /// The items before the title.
        var before = ""
        /// Those after it.
        var after = ""
        /// A Boolean value indicating whether all of it is mirrored, since text runs from right to
        /// left.
        var isMirrored = false
    }

    /// Draws the bar of a stack, bottom to top.
    init(_ stack: [Screen], width: Int) {
        self.init(
            Words(title: stack.last?.name ?? "", back: stack.dropLast().last?.name), width: width)
    }

    /// Draws a bar. The title stands in the middle while there is room for it beside the back
    /// button, which shortens to its chevron before the title is truncated.
    init(_ words: Words, width: Int) {
        let gap = 2
        let share = max(0, width - 2) / 3
        let before = words.before.label(width: share)
        let after = words.after.label(width: share)
        let sides = [before, after].filter { !$0.isEmpty }.map { $0.displayWidth + gap }
        let chevron = words.back == nil ? 0 : Self.chevron.displayWidth
        let room = width - 2 - sides.reduce(0, +) - chevron
        let title = words.title.label(width: max(0, room))
        let spare = room - title.displayWidth - gap
        let back = spare < Self.narrowestBack ? "" : words.back?.label(width: spare) ?? .empty

        var pieces: [(column: Int, run: StyledRun)] = []
        var end = 1
        var targets: [(element: TerminalTarget.Element, columns: Range<Int>)] = []
        func place(
            _ text: TerminalText, at column: Int, _ style: Style,
            as element: TerminalTarget.Element? = nil
        ) {
            guard !text.isEmpty else { return }
            pieces.append((column, StyledRun(text, style)))
            end = column + text.displayWidth + gap
            guard let element else { return }
            let start = words.isMirrored ? width - column - text.displayWidth : column
            targets.append((element, start..<(start + text.displayWidth)))
        }
        if words.back != nil {
            place(
                words.isMirrored ? back + Self.mirroredChevron : Self.chevron + back, at: 1, .link,
                as: .back)
            // A chevron alone has its own gap.
            if back.isEmpty { end -= gap }
        }
        place(before, at: end, .link, as: .leadingItems)
        let last = width - 1 - after.displayWidth
        let latest = last - (after.isEmpty ? 0 : gap) - title.displayWidth
        place(title, at: max(end, min((width - title.displayWidth) / 2, latest)), .bold)
        place(after, at: last, .link, as: .trailingItems)
        self.targets = targets
        line = StyledLine(placing: pieces, width: width, isMirrored: words.isMirrored)
    }

    private static let chevron: TerminalText = "‹ "
    private static let mirroredChevron: TerminalText = " ›"
    /// The fewest cells of a title worth showing on the back button.
    private static let narrowestBack = 4
}

extension Screen {
    /// The words for it: the title, or the route if it has none.
    var name: String { title.flatMap { $0.isEmpty ? nil : $0 } ?? route }
}
