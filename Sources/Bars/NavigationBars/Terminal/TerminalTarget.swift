package import NavigationModel

/// A part of a line that a pointer can hit.
package struct TerminalTarget: Hashable, Sendable {
    /// A part of a drawing that reacts to a press.
    package enum Element: Hashable, Sendable {
        /// A slot of a bar of tabs, by the id that its layout has: `tab.ID`, or `more`.
        case item(String)
        /// The back button.
        case back
        /// The items of a bar that stand before its title.
        case leadingItems
        /// The items of a bar that stand after its title.
        case trailingItems
        /// A screen of the stack, by its place from the bottom.
        case level(Int)
    }

    /// The line, from the top.
    package internal(set) var row: Int
    /// The cells of the line.
    package internal(set) var columns: Range<Int>
    /// The part that is hit there.
    package let element: Element

    /// Returns the part at another place of a larger drawing.
    package func moved(rows: Int, columns: Int) -> TerminalTarget {
        var moved = self
        moved.row += rows
        moved.columns = (self.columns.lowerBound + columns)..<(self.columns.upperBound + columns)
        return moved
    }
}

/// A stack with the focus on one of its screens.
package struct FocusedStack: Hashable, Sendable {
    /// The screens, bottom to top.
    package let screens: [Screen]
    /// The place of the focused screen from the bottom; `nil` for none.
    package let focus: Int?
    /// The words for a stack without screens.
    package let placeholder: String

    /// Joins the parts.
    package init(
        _ screens: [Screen], focus: Int? = nil, placeholder: String = "nothing on the stack"
    ) {
        self.screens = screens
        self.focus = focus
        self.placeholder = placeholder
    }
}

/// The filling of the room between the bars.
struct TerminalContent {
    /// The stack to draw where the layout has nothing but the name of its screen; `nil` for that
    /// name.
    var stack: FocusedStack?
    /// The lines to add to the layout's own, or to take away below 0; `nil` for a few where it has
    /// none.
    var spareRows: Int?

    /// The lines between the bars where there is nothing else to show.
    private static let emptyRows = 5

    /// The lines of an empty content.
    var emptyRows: Int { max(0, spareRows ?? Self.emptyRows) }

    /// Returns as many of a layout's rows as there is room for.
    func fitting<Row>(_ rows: [Row]) -> ArraySlice<Row> {
        rows.prefix(max(1, rows.count + min(0, spareRows ?? 0)))
    }

    /// The empty lines under a layout's rows.
    var padding: Int { max(0, spareRows ?? 0) }
}
