package import NavigationModel

/// A bar of tabs, laid out: UIKit's tab bar, Material's bottom navigation, an iPad's top bar or
/// sidebar.
package struct TabBarLayout: Hashable, Sendable, Encodable {
    /// The style of a bar.
    package enum Style: String, Hashable, Sendable, Encodable {
        /// UIKit's.
        case tabBar
        /// Material's.
        case bottomNavigation
    }

    /// The placement of a bar.
    package enum Placement: String, Hashable, Sendable, Encodable {
        /// At the lower edge.
        case bottom
        /// At the upper edge: an iPad's.
        case top
        /// Along the leading edge: an iPad's.
        case sidebar
    }

    /// The tabs that find no room, and their list.
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

        /// Encodes tabs by their ids.
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

    /// The style of the bar.
    package var style: Style
    /// The placement of the bar.
    package var placement: Placement
    /// The bar without the safe area.
    package var frame: Rect
    /// The height of the safe area that the background covers too.
    package var safeBottom: Double
    /// The background.
    package var background: Background
    /// The line at its edge to the content; `nil` while it is hidden.
    package var separator: Separator?
    /// The visibility of titles; of a bottom navigation bar.
    package var titleVisibility: String?
    /// The alignment of the items in landscape; of a bottom navigation bar.
    package var alignment: String?
    /// The theme; of a bottom navigation bar.
    package var theme: TabBarTheme?
    /// The colour of the selected item.
    package var tintColor: Color
    /// The slots, in the order of the bar; `more` is the last if it is there.
    package var items: [TabItemLayout]
    /// The tabs that find no room; `nil` if there is room for all.
    package var more: More?
    /// A Boolean value indicating whether an iPad's bar is shown as a sidebar.
    package var isSidebarExpanded: Bool
    /// The motion when another tab is selected.
    package var selectionMotion: Motion
    /// The accessory that floats above it.
    package var accessory: TextElement?
    /// The background of the accessory.
    package var accessoryBackground: Background?
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
}
