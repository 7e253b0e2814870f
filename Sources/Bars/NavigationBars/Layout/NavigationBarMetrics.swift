/// The parts that a navigation bar has on a device, and the lengths of UIKit's: its published
/// metrics; not described.
struct NavigationBarMetrics: Hashable {
    /// A Boolean value indicating whether the bar is low, as on a phone in landscape.
    let isCompact: Bool
    /// A Boolean value indicating whether there is a line of text above the title.
    let hasPrompt: Bool
    /// A Boolean value indicating whether the title is large, in a row of its own below the
    /// buttons.
    let isLarge: Bool
    /// A Boolean value indicating whether there is a search field below all else.
    let hasSearchField: Bool
    /// The lengths and fonts of the platform.
    let style: NavigationBarStyle

    /// The metrics on a device, of a bar so wide.
    init(
        hasPrompt: Bool, isLarge: Bool, hasSearchField: Bool = false,
        style: NavigationBarStyle, on traits: DeviceTraits
    ) {
        self.hasSearchField = hasSearchField
        isCompact = traits.isCompactHeight
        self.hasPrompt = hasPrompt
        self.isLarge = isLarge
        self.style = style
    }

    /// The height of the row with the buttons, in points.
    var rowHeight: Double { style.rowHeight }

    /// `default`, `compact`, `defaultPrompt` or `compactPrompt`: `UIBarMetrics`.
    var name: String { (isCompact ? "compact" : "default") + (hasPrompt ? "Prompt" : "") }

    /// The height of the whole bar.
    var height: Double {
        rowHeight + (hasPrompt ? style.promptHeight : 0)
            + (isLarge ? style.largeTitleHeight : 0) + (hasSearchField ? Self.searchHeight : 0)
    }

    /// The height of the row of a search field, and of the field in it.
    static let searchHeight = 52.0
    static let searchFieldHeight = 36.0
    /// The height of the row of a large title.
    static let largeTitleHeight = 52.0

    /// The font of a title between the buttons.
    static let titleFont = Font(weight: .semibold, size: 17)
    /// The font of a large title; that it is bold is described in the guidelines.
    static let largeTitleFont = Font(weight: .bold, size: 34)
    /// The font of the line above the title.
    static let promptFont = Font(size: 13)
    /// The font of buttons.
    static let buttonFont = Font(size: 17)
    /// The font of the one button that finishes a task.
    static let doneFont = Font(weight: .semibold, size: 17)
    /// The font of segments.
    static let segmentFont = Font(weight: .medium, size: 13)

    /// The least distance between two things in a bar.
    static let gap = 8.0
    /// The distance from the edge to the square of the back indicator: its stroke is at the margin.
    static let indicatorInset = 2.0
    /// The side of that square.
    static let indicatorSize = 24.0
    /// The width of the square that the words after the indicator may take: it is empty.
    static let indicatorOverlap = 3.0
    /// The side of a symbol on a button: our own, for the description has it in a picture alone.
    static let glyphSize = 24.0
    /// The width of a view of the app's own that has neither a symbol nor words.
    static let customWidth = 44.0
    /// The padding of a segment's words, at both sides together.
    static let segmentPadding = 24.0
    /// Returns the height of segments: less where the bar is low.
    static func segmentHeight(in row: Double) -> Double { row < 44 ? 24 : 32 }
    /// The distance from a large title to the end of its row.
    static let belowLargeTitle = 8.0
    /// The thickness of the line to the content: as the description of the tab bar says.
    static let separatorHeight = 0.33
    /// The height of an image below a bar, unless its caps need more: our own, for only its width
    /// is described.
    static let shadowHeight = 3.0
    /// The opacity of a disabled element: as the description of the tab bar says of tabs.
    static let disabledOpacity = 0.3
    /// The opacity of a colour that is made semitransparent: our own.
    static let semitransparency = 0.85

    /// Returns the distance from an edge of the bar to its first item.
    static func margin(in width: Double) -> Double { width < 414 ? 16 : 20 }

    /// The motion of a pushed screen.
    static let pushMotion = Motion(.slide, duration: 0.35)
}

extension DeviceTraits {
    /// A Boolean value indicating whether there is so little height that bars are low: on a phone
    /// in landscape.
    var isCompactHeight: Bool { platform.system == .iOS && orientation == .landscape }

    /// A Boolean value indicating whether a tab bar at the lower edge has labels beside its icons: on
    /// an iPad, in a window of regular width.
    var hasRegularTabBar: Bool {
        platform.system == .iPadOS && size.width >= Self.regularWidth
    }

    /// The least width of a window of regular width, about (UIKit; not described).
    static let regularWidth: Double = 600

    /// A Boolean value indicating whether content has been scrolled under the bars.
    var isScrolled: Bool { scrollOffset > 0 }
}
