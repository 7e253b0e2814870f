internal import NavigationModel

/// The properties of a screen: of its navigation item and its content.
extension Property {
    /// A short text above the title.
    public static let prompt = Property(
        "prompt", .text, localizable: true, "a line of text above the title")
    /// The navigation item's own title, instead of the screen's.
    public static let itemTitle = Property(
        "navigationItem.title", .text, localizable: true,
        "the title of the bar, whatever the screen's is")
    /// The display mode of the title where the bar prefers large ones.
    public static let largeTitleDisplayMode = Property(
        "largeTitleDisplayMode", .choice(["automatic", "always", "never"]), default: "automatic",
        "whether this screen's title is a large one")
    /// The flag of a title that is empty on purpose.
    public static let titleIsRedundant = Property(
        "titleIsRedundant", .flag, default: "false",
        "the content says what it is, so the title is left empty")
    /// The first line of the content.
    public static let firstLine = Property(
        "firstLine", .text, localizable: true, "the first line of the content")
    /// The title of the way back to this screen.
    public static let backButtonTitle = Property(
        "backButtonTitle", .text, localizable: true, "what the way back to it says")
    /// A symbol of the app's own for the way back.
    public static let backButtonImage = Property(
        "backButton.image", .text, "a symbol of the app's own for the way back from it")
    /// The segments of a way back that shows a whole path.
    public static let backButtonSegments = Property(
        "backButton.segments", .list, "the segments of a way back that shows a whole path")
    /// The flag that hides the way back.
    public static let hidesBackButton = Property(
        "hidesBackButton", .flag, default: "false", "whether the way back is hidden")
    /// The flag that hides the tab bar while the screen is on the stack.
    public static let hidesBottomBarWhenPushed = Property(
        "hidesBottomBarWhenPushed", .flag, default: "false", "whether the tab bar hides with it")
    /// The gesture that restores the bars of an immersive screen.
    public static let immersiveRestoreGesture = Property(
        "immersive.restoreGesture", .choice(["tap", "swipe", "none"]), default: "tap",
        "by what the bars come back while the screen is immersive")
    /// The flag of a screen that may hide all bars for a while.
    public static let isImmersive = Property(
        "immersive", .flag, default: "false", "whether it may hide all bars for a while")

    // MARK: Buttons; `left.edit.title`, `right.edit.title`

    /// The items before the title, from the outer edge.
    public static let left = Property("left", .list, "the items before the title, outermost first")
    /// The items after the title, from the outer edge.
    public static let right = Property("right", .list, "the items after the title, outermost first")
    /// The kind of an item.
    public static let buttonKind = Property(
        "left|right.*.kind",
        .choice(["button", "fixedSpace", "flexibleSpace", "segmentedControl", "custom"]),
        default: "button", "what the item is")
    /// The title of an item.
    public static let buttonTitle = Property(
        "left|right.*.title", .text, localizable: true, "its words")
    /// The symbol of an item.
    public static let buttonImage = Property("left|right.*.image", .text, "its symbol")
    /// The style of an item.
    public static let buttonStyle = Property(
        "left|right.*.style", .choice(["plain", "done"]), default: "plain", "done: in bold")
    /// The width of a space.
    public static let buttonWidth = Property(
        "left|right.*.width", .number(0...2_000), default: "8",
        "the width of a fixed space, in points")
    /// The enabled state of an item.
    public static let buttonIsEnabled = Property(
        "left|right.*.isEnabled", .flag, default: "true", "whether it can be used")
    /// The spoken label of an item.
    public static let buttonAccessibilityLabel = Property(
        "left|right.*.accessibilityLabel", .text, localizable: true,
        "what is spoken; left out: its words")
    /// The identifier of an item for tests.
    public static let buttonAccessibilityIdentifier = Property(
        "left|right.*.accessibilityIdentifier", .text, "what tests know it by; never spoken")
    /// The size of an item's own drawing.
    public static let buttonGlyphSize = Property(
        "left|right.*.glyphSize", .number(1...200),
        "the size of a drawing of the app's own, in points")

    // MARK: The middle

    /// The view in the middle instead of the title.
    public static let titleView = Property(
        "titleView", .choice(["segmentedControl", "custom"]), "what is shown instead of the title")
    /// The segments of a segmented control, in their order.
    public static let segments = Property(
        "titleView.segments", .list, "the segments, in their order")
    /// The segment that is chosen.
    public static let selectedSegment = Property(
        "titleView.selectedSegment", .integer(0...63), default: "0", "the chosen one, from 0")

    // MARK: Containers and content

    /// The way in which a screen contains others.
    public static let kind = Property(
        "kind", .choice(["plain", "split", "pages", "container"]), default: "plain",
        "how it holds others: side by side, one after the other, in its own way")
    /// The panes of a split view, from the leading edge.
    public static let panes = Property("panes", .list, "the panes, from the leading edge")
    /// The title of a pane's bar.
    public static let paneTitle = Property(
        "panes.*.title", .text, localizable: true, "the title of the pane's bar")
    /// The flag of a pane with a navigation bar.
    public static let paneBar = Property(
        "panes.*.bar", .flag, default: "true", "whether the pane has a navigation bar")
    /// The flag of a pane whose bar has a border.
    public static let paneBorder = Property(
        "panes.*.border", .flag, default: "true", "whether the pane's bar has a border")
    /// The number of pages.
    public static let pageCount = Property(
        "pages", .integer(1...10_000), default: "1", "how many pages there are")
    /// The page that is shown.
    public static let page = Property(
        "page", .integer(0...9_999), default: "0", "the page that is shown, from 0")
    /// The screens that a container combines.
    public static let children = Property("children", .list, "the screens that it combines")
    /// The deep link of a child.
    public static let childRoute = Property("children.*.route", .text, "the child's deep link")
    /// The rows of the content.
    public static let rows = Property("rows", .list, "the rows of the content, from the top")
    /// The title of a row.
    public static let rowTitle = Property(
        "rows.*.title", .text, localizable: true, "what the row says")
    /// The route of the screen that a row pushes.
    public static let rowPushes = Property(
        "rows.*.pushes", .text, "the route of the screen that it pushes")
    /// The accessory at the end of a row.
    public static let rowAccessory = Property(
        "rows.*.accessory", .choice(["disclosureIndicator", "none"]), default: "none",
        "what is at its end")
    /// The name of the content that the screen shows, in whatever order.
    public static let content = Property(
        "content", .text, "which content it shows, for finding what is shown twice")
    /// The sorting or filtering of the content.
    public static let contentView = Property(
        "content.view", .text, "how the content is sorted or filtered here")
    /// The part of the app's content that the screen belongs to.
    public static let area = Property(
        "area", .text, "the part of the content that it belongs to: albums, artists")
    /// The level of a screen in the app's hierarchy.
    public static let screenLevel = Property(
        "level", .choice(["top", "nested"]),
        "whether the screen is on the top level of the app's hierarchy")
}
