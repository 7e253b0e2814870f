package import NavigationModel

/// A bar of tabs, laid out: UIKit's tab bar, Material's bottom navigation, an iPad's top bar or
/// sidebar.
package struct TabBarLayout: Hashable, Sendable, Encodable {
    /// Which bar it is.
    package enum Style: String, Hashable, Sendable, Encodable {
        /// UIKit's.
        case tabBar
        /// Material's.
        case bottomNavigation
    }

    /// Where it is.
    package enum Placement: String, Hashable, Sendable, Encodable {
        /// At the lower edge.
        case bottom
        /// At the upper edge: an iPad's.
        case top
        /// Along the leading edge: an iPad's.
        case sidebar
    }

    /// What stands for the tabs that find no room.
    package struct More: Hashable, Sendable, Encodable {
        /// The tabs that its list shows, in the order of the bar.
        package var items: [TabID]
        /// The rows of the list, while it is shown.
        package var rows: [ContentLayout.Row]

        /// Joins the parts.
        package init(items: [TabID], rows: [ContentLayout.Row] = []) {
            self.items = items
            self.rows = rows
        }

        /// Tabs by their ids.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(items.map(\.rawValue), forKey: .items)
            try container.encode(rows, forKey: .rows)
        }

        private enum Key: String, CodingKey {
            case items
            case rows
        }
    }

    /// Which bar it is.
    package var style: Style
    /// Where it is.
    package var placement: Placement
    /// The bar without the safe area.
    package var frame: Rect
    /// The height of the safe area that the background covers too.
    package var safeBottom: Double
    /// What lies behind.
    package var background: Background
    /// The line at its edge to the content; `nil` while it is hidden.
    package var separator: Separator?
    /// Which titles are shown; of a bottom navigation bar.
    package var titleVisibility: String?
    /// How the items are placed in landscape; of a bottom navigation bar.
    package var alignment: String?
    /// The theme; of a bottom navigation bar.
    package var theme: TabBarTheme?
    /// The colour of what is selected.
    package var tintColor: Color
    /// The slots, in the order of the bar; `more` is the last if it is there.
    package var items: [TabItemLayout]
    /// What finds no room; `nil` if all do.
    package var more: More?
    /// Whether an iPad's bar is shown as a sidebar.
    package var isSidebarExpanded: Bool
    /// What moves when another tab is selected.
    package var selectionMotion: Motion
    /// What floats above it.
    package var accessory: TextElement?
    /// What lies behind that.
    package var accessoryBackground: Background?
    /// What a screen reader finds.
    package var accessibility: AccessibilityElement
}
