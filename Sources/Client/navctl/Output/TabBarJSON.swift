internal import NavigationBars
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// The tab bar as JSON: its effective looks, from whatever origin.
enum TabBarJSON {
    /// Returns `style`, `titleVisibility`, `alignment`, `height`, `tintColor`, `barTintColor`,
    /// `isHidden`, `placement`, `sidebar`, `theme`, `designLanguage`, `accessory`, `drawer`,
    /// `more`: the tabs that do not fit, or `null`.
    static func value(of scene: Scene) -> JSON {
        let said = scene.appearance
        let more = scene.tabsBehindMore.map { JSON.string($0.id.rawValue) }
        let theme = said.under("tabBar.theme")
        return [
            "style": .typed(.tabBarStyle, said),
            "titleVisibility": .typed(.titleVisibility, said),
            "alignment": .typed(.alignment, said), "height": .typed(.barHeight, said),
            "tintColor": .typed(.tabBarTintColor, said),
            "barTintColor": .typed(.tabBarBarTintColor, said),
            "isHidden": .typed(.tabBarIsHidden, said), "placement": .typed(.placement, said),
            "sidebar": ["isExpanded": .typed(.sidebarIsExpanded, said)],
            "theme": [
                "colors": SceneJSON.value(of: theme.under("colors")),
                "fonts": SceneJSON.value(of: theme.under("fonts")),
            ],
            "designLanguage": .typed(.designLanguage, said),
            "accessory": .typed(.accessory, said), "drawer": .typed(.drawer, said),
            "more": more.isEmpty ? .null : ["items": .array(more)],
        ]
    }
}
