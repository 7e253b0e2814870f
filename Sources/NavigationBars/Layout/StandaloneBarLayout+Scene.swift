internal import NavigationModel

extension StandaloneBarLayout {
    /// A bar that no controller manages, at the upper or lower edge of what the bars before it leave;
    /// `nil` if it is hidden or has nothing to show.
    init?(_ bar: StandaloneBar, of scene: Scene, on traits: DeviceTraits, in room: Rect) {
        guard bar.properties.text(.barKind) != "navigationBar" else { return nil }
        guard let tabBar = TabBarLayout(bar, of: scene, on: traits, in: room) else { return nil }
        self.init(id: bar.id.rawValue, navigationBar: nil, tabBar: tabBar)
    }

    /// What the bar takes of the screen.
    var frame: Rect? { navigationBar?.frame ?? tabBar?.frame }
}
