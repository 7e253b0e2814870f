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
    func place(of name: PropertyName) -> SceneItem {
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
