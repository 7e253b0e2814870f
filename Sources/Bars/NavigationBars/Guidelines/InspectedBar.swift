internal import NavigationModel
internal import NavigationProperties

/// A bar with a title, as the guidelines look at it.
struct InspectedBar: Sendable {
    /// The owner of the bar: a tab, a modal, or the bar itself if it is a standalone one.
    let owner: SceneItem
    /// Its items, bottom to top, in the app's own language.
    let items: [NavigationItem]
    /// The effective properties of its look.
    let properties: BarProperties
    /// A Boolean value indicating whether a navigation controller manages it.
    let isManaged: Bool

    /// Takes the state of a bar.
    init(_ owner: SceneItem, _ state: NavigationBarState) {
        self.owner = owner
        items = state.items
        properties = state.properties
        isManaged = state.mode == .controller
    }

    /// A Boolean value indicating whether it is hidden for good.
    var isHidden: Bool { properties.flag(.isHidden) }
    /// A Boolean value indicating whether its titles are large unless a screen says otherwise.
    var prefersLargeTitles: Bool { properties.flag(.prefersLargeTitles) }

    /// The words for the bar in a message.
    var name: String {
        guard case .bar(let id) = owner else { return "the bar of \(owner)" }
        return "the bar \(quoted(id.rawValue))"
    }

    /// Returns the item that sets a property, for a fix: the bar, or the scene for all bars.
    func setter(of name: PropertyName) -> SceneItem {
        properties.own[name] == nil ? .scene : owner
    }
}

extension NavigationItem {
    /// The words for it in a message: its title, else its route.
    var name: String { quoted(title ?? screen.route) }
    /// The item of findings about it.
    var sceneItem: SceneItem { .screen(id) }
    /// The items beside the title that people can use: no spaces.
    var controls: [BarButton] {
        (left + right).filter { $0.kind != "fixedSpace" && $0.kind != "flexibleSpace" }
    }
    /// A Boolean value indicating whether a segmented control is in the title's place, or beside
    /// it.
    var hasSegmentedControl: Bool {
        titleView == "segmentedControl" || controls.contains { $0.kind == "segmentedControl" }
    }
}

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
    /// The placement that is set for it; a standalone bar may set it as any bar does.
    var placement: String {
        let own = bar.flatMap { $0.properties.explicitText(.position) }
        guard let own else { return properties.text(.placement) ?? "automatic" }
        return own == "bottom" ? "bottom" : "top"
    }
    /// A Boolean value indicating whether it is at the lower edge of a phone.
    var isAtBottom: Bool { placement == "automatic" || placement == "bottom" }
}

extension StandaloneBar {
    /// A Boolean value indicating whether its items are side by side, and one of them is selected.
    var isBarOfTabs: Bool { properties.text(.barKind) != "navigationBar" }
}
