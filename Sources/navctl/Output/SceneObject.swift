internal import NavigationModel

/// A scene as JSON.
enum SceneObject {
    /// `selectedTab`, `tabs` in the order of the bar with their stacks bottom to top, `modals`.
    static func value(of scene: Scene) -> JSON {
        [
            "selectedTab": JSON(scene.selectedTab?.rawValue),
            "tabs": .array(scene.tabs.map(value)), "modals": .array([]),
        ]
    }

    private static func value(of tab: Tab) -> JSON {
        [
            "id": .string(tab.id.rawValue), "title": .string(tab.title), "icon": JSON(tab.icon),
            "badge": JSON(tab.badge), "enabled": .bool(tab.isEnabled),
            "stack": .array(tab.stack.map(value)),
        ]
    }

    private static func value(of screen: Screen) -> JSON {
        [
            "id": .string(screen.id.rawValue), "route": .string(screen.route),
            "title": JSON(screen.title),
        ]
    }
}
