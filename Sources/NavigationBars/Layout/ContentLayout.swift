/// What is between the bars, as far as the scene says: rows that push, panes, or the name of the screen.
package struct ContentLayout: Hashable, Sendable, Encodable {
    /// A row of a list.
    package struct Row: Hashable, Sendable, Encodable {
        /// Its name in the list.
        package var id: String
        /// All of it.
        package var frame: Rect
        /// What it says.
        package var label: TextElement
        /// The symbol before the words.
        package var icon: SymbolElement?
        /// The chevron of a row that pushes.
        package var disclosure: SymbolElement?
        /// What a screen reader finds.
        package var accessibility: AccessibilityElement
    }

    /// A part of a split view.
    package struct Pane: Hashable, Sendable, Encodable {
        /// Its name.
        package var id: String
        /// All of it.
        package var frame: Rect
        /// Its bar; `nil` if it has none.
        package var navigationBar: NavigationBarLayout?
    }

    /// All between the bars.
    package var frame: Rect
    /// What lies behind.
    package var background: Color
    /// What is said of the screen where there is nothing else to show.
    package var placeholder: TextElement?
    /// The rows.
    package var rows: [Row]
    /// The panes, from the leading edge.
    package var panes: [Pane]
    /// The dots of a page view: which page of how many, from 0.
    package var page: Int?
    /// How many pages there are.
    package var pageCount: Int?
}
