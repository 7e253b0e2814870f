internal import NavigationModel

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
