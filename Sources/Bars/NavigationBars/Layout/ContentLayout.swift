/// The content between the bars, as far as the scene describes it: rows that push, panes, or the
/// name of the screen.
package struct ContentLayout: Hashable, Sendable, Encodable {
    /// A row of a list.
    package struct Row: Hashable, Sendable, Encodable {
        /// Its name in the list.
        package var id: String
        /// All of it.
        package var frame: Rect
        /// The title.
        package var label: TextElement
        /// The symbol before the words.
        package var icon: SymbolElement?
        /// The chevron of a row that pushes.
        package var disclosure: SymbolElement?
        /// The element for screen readers.
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
    /// The colour of the background.
    package var background: Color
    /// The name of the screen, where there is nothing else to show.
    package var placeholder: TextElement?
    /// The rows.
    package var rows: [Row]
    /// The panes, from the leading edge.
    package var panes: [Pane]
    /// The current page of a page view, from 0; `nil` of other screens.
    package var page: Int?
    /// The number of pages; `nil` of other screens.
    package var pageCount: Int?
}
