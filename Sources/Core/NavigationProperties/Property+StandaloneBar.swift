internal import NavigationModel

/// The properties of a bar that no controller manages.
extension Property {
    /// The kind of bar.
    public static let barKind = Property(
        "kind", .choice(["navigationBar", "tabBar", "bottomNavigation"]), default: "navigationBar",
        "what kind of bar it is")
    /// The screen that it is on.
    public static let barScreen = Property(
        "screen", .text, "the id of the screen that it is on; left out: it is over all")
    /// The item that is selected, if its items are tabs.
    public static let selectedItem = Property(
        "selectedItem", .text, "the id of the selected item, of a bar of tabs")
    /// The symbol of an item, if its items are tabs.
    public static let itemImage = Property("image", .text, "the symbol of an item of a bar of tabs")
}
