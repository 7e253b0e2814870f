internal import NavigationModel
internal import NavigationProperties

/// A bar of tabs, as the guidelines look at it.
struct InspectedTabBar: Sendable {
    /// One of its destinations.
    struct Entry: Sendable {
        /// The tab; of a standalone bar, the item.
        let item: SceneItem
        /// Its label in the app's own language.
        let title: String
        /// Its badge, empty for a dot; `nil` for none.
        let badge: String?
        /// The properties of the tab or item.
        let properties: Properties
    }

    /// The standalone bar; `nil` for the scene's own.
    let bar: StandaloneBar?
    /// A Boolean value indicating whether it is Material's bottom navigation.
    let isBottomNavigation: Bool
    /// The effective properties of its look.
    let properties: BarProperties
    /// Its destinations; the children of a group are behind the group.
    let entries: [Entry]

    /// Takes the bar of a scene's tabs; without a style of its own, that of the platform's own
    /// apps.
    init(of scene: Scene, on platform: Platform?) {
        bar = nil
        properties = scene.barProperties(own: [:])
        let usual = platform?.system == .android ? "bottomNavigation" : "tabBar"
        isBottomNavigation =
            (properties.explicitText(.tabBarStyle) ?? usual) == "bottomNavigation"
        entries = scene.groupedTabs.map { tab, _ in
            Entry(
                item: .tab(tab.id), title: tab.title, badge: tab.badge, properties: tab.properties)
        }
    }

    /// Takes a standalone bar.
    init(_ bar: StandaloneBar, appearance: Properties) {
        self.bar = bar
        properties = BarProperties(own: bar.properties, appearance: appearance)
        isBottomNavigation = bar.properties.text(.barKind) == "bottomNavigation"
        entries = bar.items.map { screen in
            Entry(
                item: .screen(screen.id), title: screen.title ?? "",
                badge: screen.properties[Property.badge.name()], properties: screen.properties)
        }
    }

    /// The item of findings about the whole bar.
    var owner: SceneItem { bar.map { .bar($0.id) } ?? .scene }
    /// The words for the bar in a message.
    var name: String {
        let kind = isBottomNavigation ? "bottom navigation bar" : "tab bar"
        return bar.map { "\(kind) \(quoted($0.id.rawValue))" } ?? "\(kind)"
    }
    /// The place that is set for it; a standalone bar may set it as any bar does.
    var place: String {
        let own = bar.flatMap { $0.properties.said(.position) }
        guard let own else { return properties.text(.placement) ?? "automatic" }
        return own == "bottom" ? "bottom" : "top"
    }
    /// A Boolean value indicating whether it is at the lower edge of a phone.
    var isAtBottom: Bool { place == "automatic" || place == "bottom" }
}

extension StandaloneBar {
    /// A Boolean value indicating whether its items are side by side, and one of them is selected.
    var isBarOfTabs: Bool { properties.text(.barKind) != "navigationBar" }
}
