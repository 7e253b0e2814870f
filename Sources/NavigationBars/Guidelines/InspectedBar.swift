internal import NavigationModel

/// A bar with a title, as the guidelines look at it.
struct InspectedBar: Sendable {
    /// Whose it is: a tab, a modal, or a bar by itself.
    let owner: SceneItem
    /// Its items, bottom to top, in the app's own language.
    let items: [NavigationItem]
    /// What holds of its looks.
    let properties: BarProperties
    /// Whether a navigation controller manages it.
    let isManaged: Bool

    /// Takes what is known of a bar.
    init(_ owner: SceneItem, _ state: NavigationBarState) {
        self.owner = owner
        items = state.items
        properties = state.properties
        isManaged = state.mode == .controller
    }

    /// Whether people never see it.
    var isHidden: Bool { properties.flag(.isHidden) }
    /// Whether its titles are large unless a screen says otherwise.
    var prefersLargeTitles: Bool { properties.flag(.prefersLargeTitles) }

    /// What to call a bar by itself.
    var name: String {
        guard case .bar(let id) = owner else { return "the bar of \(owner)" }
        return "the bar \(quoted(id.rawValue))"
    }

    /// Who says a property: the bar, or the scene for all; where a fix has to be made.
    func place(of name: PropertyName) -> SceneItem {
        properties.own[name] == nil ? .scene : owner
    }
}

extension NavigationItem {
    /// What to call it: by its title, else by its route.
    var name: String { quoted(title ?? screen.route) }
    /// What findings are about.
    var sceneItem: SceneItem { .screen(id) }
    /// The items beside the title that people can use: no spaces.
    var controls: [BarButton] {
        (left + right).filter { $0.kind != "fixedSpace" && $0.kind != "flexibleSpace" }
    }
    /// Whether a segmented control is in the title's place, or beside it.
    var hasSegmentedControl: Bool {
        titleView == "segmentedControl" || controls.contains { $0.kind == "segmentedControl" }
    }
}
