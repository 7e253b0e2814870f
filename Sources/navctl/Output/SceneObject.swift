internal import NavigationModel

/// A scene as JSON.
enum SceneObject {
    /// `selectedTab`, `tabs` in the order of the bar with their stacks bottom to top, `modals` bottom
    /// to top with theirs, `bars`.
    static func value(of scene: Scene) -> JSON {
        [
            "selectedTab": JSON(scene.selectedTab?.rawValue),
            "tabs": .array(scene.tabs.map(value)), "modals": .array(scene.modals.map(value)),
            "bars": value(of: scene.bars),
        ]
    }

    /// How the bars look, by its keys.
    static func value(of bars: [BarKey: String]) -> JSON {
        .object(
            Dictionary(bars.map { ($0.key.rawValue, JSON.string($0.value)) }) { first, _ in first })
    }

    private static func value(of modal: Modal) -> JSON {
        [
            "id": .string(modal.id.rawValue), "route": .string(modal.route),
            "kind": .string(modal.kind.rawValue), "title": JSON(modal.title),
            "stack": .array(modal.stack.map(value)),
        ]
    }

    private static func value(of tab: Tab) -> JSON {
        [
            "id": .string(tab.id.rawValue), "title": .string(tab.title), "icon": JSON(tab.icon),
            "badge": JSON(tab.badge), "enabled": .bool(tab.isEnabled),
            "stack": .array(tab.stack.map(value)),
        ]
    }

    /// The tab, modal or standalone bar that a stack belongs to.
    static func members(of stack: StackID) -> [String: JSON] {
        switch stack {
        case .tab(let id): ["tab": .string(id.rawValue)]
        case .modal(let id): ["modal": .string(id.rawValue)]
        case .bar(let id): ["bar": .string(id.rawValue)]
        }
    }

    /// A screen on a stack.
    static func value(of screen: Screen) -> JSON {
        [
            "id": .string(screen.id.rawValue), "route": .string(screen.route),
            "title": JSON(screen.title),
        ]
    }
}
