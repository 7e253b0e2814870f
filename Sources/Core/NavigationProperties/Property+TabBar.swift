internal import NavigationModel

/// The look of the tab bar; a standalone bar of tabs has the same properties.
extension Property {
    private static func bar(
        _ name: String, _ type: PropertyType, default defaultValue: String? = nil,
        localizable: Bool = false, _ summary: String
    ) -> Property {
        Property(
            "tabBar." + name, type, default: defaultValue, localizable: localizable, summary)
    }

    /// The kind of bar that shows the tabs.
    public static let tabBarStyle = bar(
        "style", .choice(["tabBar", "bottomNavigation"]), default: "tabBar",
        "UIKit's tab bar, or Material's bottom navigation")
    /// The titles that a bottom navigation bar shows.
    public static let titleVisibility = bar(
        "titleVisibility", .choice(["selected", "always", "never"]), default: "selected",
        "the visible titles of a bottom navigation bar")
    /// The alignment of a bottom navigation bar's items in landscape.
    public static let alignment = bar(
        "alignment", .choice(["justified", "justifiedAdjacentTitles", "centered"]),
        default: "justified", "the item alignment of a bottom navigation bar in landscape")
    /// The height that is set, whatever would fit.
    public static let barHeight = bar("height", .number(1...400), "the height, in points")
    /// The colour of the selected item.
    public static let tabBarTintColor = bar(
        "tintColor", .color, default: "systemBlue", "the colour of the selected item")
    /// The background.
    public static let tabBarBarTintColor = bar("barTintColor", .color, "the background colour")
    /// The flag that hides the bar on all devices.
    public static let tabBarIsHidden = bar(
        "isHidden", .flag, default: "false", "true hides the bar")
    /// The placement of the tabs on an iPad.
    public static let placement = bar(
        "placement", .choice(["automatic", "top", "sidebar", "bottom"]), default: "automatic",
        "the placement of the tabs")
    /// The flag that makes the tabs of an iPad a sidebar.
    public static let sidebarIsExpanded = bar(
        "sidebar.isExpanded", .flag, default: "false", "true shows an iPad's tabs as a sidebar")
    /// The colours of a theme: `primary`, `onPrimary`, `surface`, `onSurface`, `unselected`.
    public static let themeColor = bar("theme.colors.*", .color, "a colour of the theme")
    /// The fonts of a theme: `title`.
    public static let themeFont = bar("theme.fonts.*", .text, "a font of the theme")
    /// The design system that the app follows.
    public static let designLanguage = bar(
        "designLanguage", .choice(["cupertino", "material"]),
        "the design system of the app")
    /// The title of the accessory that floats above the tab bar.
    public static let accessory = bar(
        "accessory", .text, localizable: true, "the title of the accessory above the bar")
    /// The flag of a navigation drawer for the destinations that the bar has no room for.
    public static let drawer = bar(
        "drawer", .flag, default: "false", "true if a navigation drawer has the other destinations")
}

/// The properties of the appearance beside the look of bars.
extension Property {
    /// The language of the texts that name none: in it no translation is missing.
    public static let developmentLanguage = Property(
        "developmentLanguage", .text, default: "en",
        "the language (BCP 47) of texts without a language tag")
}

/// The properties of a bar that no controller manages.
extension Property {
    /// The kind of bar.
    public static let barKind = Property(
        "kind", .choice(["navigationBar", "tabBar", "bottomNavigation"]), default: "navigationBar",
        "the kind of bar")
    /// The screen that it is on.
    public static let barScreen = Property(
        "screen", .text, "the id of the bar's screen; default: all screens")
    /// The item that is selected, if its items are tabs.
    public static let selectedItem = Property(
        "selectedItem", .text, "the id of the selected item, in a tab bar")
    /// The symbol of an item, if its items are tabs.
    public static let itemImage = Property("image", .text, "the symbol of an item in a tab bar")
}
