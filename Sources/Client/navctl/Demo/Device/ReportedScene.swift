internal import NavigationModel

/// The displayed part of a scene, as a device reports it to the demo.
struct ReportedScene: Codable, Hashable, Sendable {
    private struct ReportedTab: Codable, Hashable {
        var id: String
        var title: String
        var icon: String?
        var isEnabled: Bool
        var badge: String?
        var stack: [ReportedScreen]
    }

    private struct ReportedScreen: Codable, Hashable {
        var id: String
        var route: String
        var title: String?
    }

    private var selectedTab: String?
    private var tabs: [ReportedTab]

    /// Takes the displayed parts of a scene.
    init(_ scene: Scene) {
        selectedTab = scene.selectedTab?.rawValue
        tabs = scene.tabs.map { tab in
            ReportedTab(
                id: tab.id.rawValue, title: tab.title, icon: tab.icon, isEnabled: tab.isEnabled,
                badge: tab.badge,
                stack: tab.stack.map {
                    ReportedScreen(id: $0.id.rawValue, route: $0.route, title: $0.title)
                })
        }
    }

    /// The scene, for drawing.
    var scene: Scene {
        Scene(
            selectedTab: selectedTab.flatMap(TabID.init(rawValue:)),
            tabs: tabs.compactMap { tab in
                TabID(rawValue: tab.id).map { id in
                    Tab(
                        id: id, title: tab.title, icon: tab.icon, isEnabled: tab.isEnabled,
                        badge: tab.badge,
                        stack: tab.stack.compactMap { screen in
                            ScreenID(rawValue: screen.id).map {
                                Screen(id: $0, route: screen.route, title: screen.title)
                            }
                        })
                }
            })
    }
}
