internal import NavigationModel

/// The properties of a screen: of its navigation item and its content.
extension Property {
    /// A short text above the title.
    public static let prompt = Property(
        "prompt", .text, localizable: true, "a line of text above the title")
    /// The navigation item's own title, instead of the screen's.
    public static let itemTitle = Property(
        "navigationItem.title", .text, localizable: true,
        "the title of the bar, overriding the screen's")
    /// The display mode of the title where the bar prefers large ones.
    public static let largeTitleDisplayMode = Property(
        "largeTitleDisplayMode", .choice(["automatic", "always", "never"]), default: "automatic",
        "the use of a large title for this screen")
    /// The flag of a title that is empty on purpose.
    public static let titleIsRedundant = Property(
        "titleIsRedundant", .flag, default: "false",
        "true for an empty title, as the content makes one redundant")
    /// The first line of the content.
    public static let firstLine = Property(
        "firstLine", .text, localizable: true, "the first line of the content")
    /// The title of the way back to this screen.
    public static let backButtonTitle = Property(
        "backButtonTitle", .text, localizable: true, "the title of the back button to this screen")
    /// A symbol of the app's own for the way back.
    public static let backButtonImage = Property(
        "backButton.image", .text, "a custom symbol for the back button of this screen")
    /// The segments of a way back that shows a whole path.
    public static let backButtonSegments = Property(
        "backButton.segments", .list, "the segments of a back button that shows a path")
    /// The flag that hides the way back.
    public static let hidesBackButton = Property(
        "hidesBackButton", .flag, default: "false", "true hides the back button")
    /// The flag that hides the tab bar while the screen is on the stack.
    public static let hidesBottomBarWhenPushed = Property(
        "hidesBottomBarWhenPushed", .flag, default: "false",
        "true hides the tab bar while this screen is on the stack")
    /// The gesture that restores the bars of an immersive screen.
    public static let immersiveRestoreGesture = Property(
        "immersive.restoreGesture", .choice(["tap", "swipe", "none"]), default: "tap",
        "the gesture that restores the bars of an immersive screen")
    /// The flag of a screen that may hide all bars for a while.
    public static let isImmersive = Property(
        "immersive", .flag, default: "false", "true allows hiding all bars temporarily")

    // MARK: Buttons; `left.edit.title`, `right.edit.title`

    /// The items before the title, from the outer edge.
    public static let left = Property("left", .list, "the items before the title, outermost first")
    /// The items after the title, from the outer edge.
    public static let right = Property("right", .list, "the items after the title, outermost first")
    /// The kind of an item.
    public static let buttonKind = Property(
        "left|right.*.kind",
        .choice(["button", "fixedSpace", "flexibleSpace", "segmentedControl", "custom"]),
        default: "button", "the kind of item")
    /// The title of an item.
    public static let buttonTitle = Property(
        "left|right.*.title", .text, localizable: true, "the title of the item")
    /// The symbol of an item.
    public static let buttonImage = Property("left|right.*.image", .text, "the symbol of the item")
    /// The style of an item.
    public static let buttonStyle = Property(
        "left|right.*.style", .choice(["plain", "done"]), default: "plain", "done: in bold")
    /// The width of a space.
    public static let buttonWidth = Property(
        "left|right.*.width", .number(0...2_000), default: "8",
        "the width of a fixed space, in points")
    /// The enabled state of an item.
    public static let buttonIsEnabled = Property(
        "left|right.*.isEnabled", .flag, default: "true", "false disables the item")
    /// The spoken label of an item.
    public static let buttonAccessibilityLabel = Property(
        "left|right.*.accessibilityLabel", .text, localizable: true,
        "the spoken label; default: the title")
    /// The identifier of an item for tests.
    public static let buttonAccessibilityIdentifier = Property(
        "left|right.*.accessibilityIdentifier", .text, "the identifier for tests; never spoken")
    /// The size of an item's own drawing.
    public static let buttonGlyphSize = Property(
        "left|right.*.glyphSize", .number(1...200),
        "the size of a custom glyph, in points")

    // MARK: The middle

    /// The view in the middle instead of the title.
    public static let titleView = Property(
        "titleView", .choice(["segmentedControl", "custom"]), "the view in place of the title")
    /// The segments of a segmented control, in their order.
    public static let segments = Property(
        "titleView.segments", .list, "the segments, in order")
    /// The segment that is chosen.
    public static let selectedSegment = Property(
        "titleView.selectedSegment", .integer(0...63), default: "0", "the selected segment, from 0")

    // MARK: Containers and content

    /// The way in which a screen contains others.
    public static let kind = Property(
        "kind", .choice(["plain", "split", "pages", "container"]), default: "plain",
        "the kind of container: split view, pages or custom")
    /// The panes of a split view, from the leading edge.
    public static let panes = Property("panes", .list, "the panes, from the leading edge")
    /// The title of a pane's bar.
    public static let paneTitle = Property(
        "panes.*.title", .text, localizable: true, "the title of the pane's bar")
    /// The flag of a pane with a navigation bar.
    public static let paneBar = Property(
        "panes.*.bar", .flag, default: "true", "true if the pane has a navigation bar")
    /// The flag of a pane whose bar has a border.
    public static let paneBorder = Property(
        "panes.*.border", .flag, default: "true", "true if the pane's bar has a border")
    /// The number of pages.
    public static let pageCount = Property(
        "pages", .integer(1...10_000), default: "1", "the number of pages")
    /// The page that is shown.
    public static let page = Property(
        "page", .integer(0...9_999), default: "0", "the current page, from 0")
    /// The screens that a container combines.
    public static let children = Property("children", .list, "the child screens of the container")
    /// The deep link of a child.
    public static let childRoute = Property(
        "children.*.route", .text, "the route (deep link) of the child")
    /// The rows of the content.
    public static let rows = Property("rows", .list, "the rows of the content, from the top")
    /// The title of a row.
    public static let rowTitle = Property(
        "rows.*.title", .text, localizable: true, "the title of the row")
    /// The route of the screen that a row pushes.
    public static let rowPushes = Property(
        "rows.*.pushes", .text, "the route of the screen that the row pushes")
    /// The accessory at the end of a row.
    public static let rowAccessory = Property(
        "rows.*.accessory", .choice(["disclosureIndicator", "none"]), default: "none",
        "the accessory at the end of the row")
    /// The name of the content that the screen shows, in whatever order.
    public static let content = Property(
        "content", .text, "the name of the content, for detecting duplicates")
    /// The sorting or filtering of the content.
    public static let contentView = Property(
        "content.view", .text, "the sorting or filtering of the content")
    /// The part of the app's content that the screen belongs to.
    public static let area = Property(
        "area", .text, "the area of the content: albums, artists")
    /// The level of a screen in the app's hierarchy.
    public static let screenLevel = Property(
        "level", .choice(["top", "nested"]),
        "the level in the app's hierarchy")
}
