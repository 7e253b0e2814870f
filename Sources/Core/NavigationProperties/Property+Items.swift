internal import NavigationModel

/// The properties of tabs, screens and modals.
extension Property {
    /// The title in another language than the app's first: `title@ko`.
    public static let title = Property(
        "title", .text, localizable: true, "the title, per language")
    /// The badge in another language than the app's first: `badge@ar`.
    public static let badge = Property(
        "badge", .text, localizable: true, "the badge, per language")
    /// The identifier of the element for accessibility tools and tests.
    public static let accessibilityIdentifier = Property(
        "accessibilityIdentifier", .text, "the identifier for tests; never spoken")
    /// The spoken text of a badge, which is in it as `{badge}`.
    public static let accessibilityValue = Property(
        "accessibilityValue", .message, localizable: true,
        "the spoken text of the badge, as '{badge} unread'; plurals as in ICU")
    /// The label that is spoken of a tab.
    public static let accessibilityLabel = Property(
        "accessibilityLabel", .text,
        refusal: "the spoken label of a tab is its title: change the title",
        "the spoken label of a tab: always its title")
    /// The title that is shown large while the finger rests on the item.
    public static let largeContentTitle = Property(
        "largeContentTitle", .text, localizable: true, "the title of the large content viewer")
    /// The symbol that is shown large while the finger rests on the item.
    public static let largeContentImage = Property(
        "largeContentImage", .text, "the symbol of the large content viewer")
    /// The features that people can use here, for the guideline checks.
    public static let features = Property(
        "features", .list, "the features of the item, for guideline checks")
    /// The item that a popover points to.
    public static let popoverSource = Property(
        "popover.source", .text, "the item that a popover points to")

    // MARK: Tabs

    /// The symbol of a tab while it is selected.
    public static let selectedImage = Property(
        "selectedImage", .text, "the symbol while selected; default: the filled variant")
    /// The purpose of a tab.
    public static let purpose = Property(
        "purpose", .choice(["subtask", "view", "mode"]), "the purpose of the tab")
    /// The role of a tab in the system.
    public static let role = Property(
        "role", .choice(["search"]), "search: the system's search tab")
    /// The flag of a search tab whose field is active as soon as the tab is selected.
    public static let automaticallyActivatesSearch = Property(
        "automaticallyActivatesSearch", .flag, default: "false",
        "true activates the field of the search tab when it is selected")
    /// The effect of selecting the selected tab.
    public static let reselect = Property(
        PropertyName.reselect.rawValue, .choice(["refresh", "popToRoot"]), default: "refresh",
        "popToRoot: selecting the selected tab goes back to its first screen")
    /// The tab group that a tab belongs to.
    public static let group = Property("group", .text, "the parent tab")
    /// The importance of a tab beside the others.
    public static let importance = Property(
        "importance", .choice(["primary", "secondary"]), default: "primary",
        "the importance relative to other destinations")
    /// The level of a destination in the app's hierarchy.
    public static let level = Property(
        "level", .choice(["top", "nested"]), default: "top",
        "the level in the app's hierarchy")

    // MARK: Modals

    /// The step of a task that a modal shows, from 1.
    public static let step = Property(
        "step", .integer(1...1_000), default: "1", "the current step")
    /// The number of steps of a task.
    public static let steps = Property(
        "steps", .integer(1...1_000), default: "1", "the number of steps")
    /// The actions that leave a modal.
    public static let dismissActions = Property(
        "dismissActions", .list, "the dismiss actions: cancel, preferred, close; default: by kind")
    /// The title of the cancel button.
    public static let cancelTitle = Property(
        "cancel.title", .text, localizable: true, "the title of the cancel button")
    /// The title of the preferred action.
    public static let preferredTitle = Property(
        "preferred.title", .text, localizable: true, "the title of the preferred action")
    /// The enabled state of the preferred action.
    public static let preferredIsEnabled = Property(
        PropertyName.preferredIsEnabled.rawValue, .flag, default: "true",
        "false disables the preferred action, as for empty required fields")
    /// The flag of a modal that would lose input if it were left.
    public static let isDirty = Property(
        "isDirty", .flag, default: "false", "true if there is unsaved input")
    /// The input so far.
    public static let draft = Property(
        "draft", .text, "the input so far; cancel discards it")
    /// The flag of a modal with something to enter or to choose.
    public static let hasInput = Property(
        "hasInput", .flag, default: "false", "true if the modal takes input")
    /// The flag of a task that is complete in itself.
    public static let isSelfContained = Property(
        "isSelfContained", .flag, default: "true", "true if the task is self-contained")
    /// The reason for a presentation that a guideline advises against.
    public static let reason = Property(
        "reason", .text, "the reason for an exception to a guideline")
}
