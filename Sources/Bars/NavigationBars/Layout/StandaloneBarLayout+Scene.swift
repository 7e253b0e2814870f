internal import NavigationModel
internal import NavigationProperties

extension StandaloneBarLayout {
    /// Lays out a bar that no controller manages, at the upper or lower edge of the room that the
    /// bars before it leave; `nil` if it is hidden or has nothing to show.
    ///
    /// The app alone decides when a bar with a title hides; only immersion takes all bars away.
    init?(_ bar: StandaloneBar, of scene: Scene, on traits: DeviceTraits, in room: Rect) {
        let id = bar.id.layoutID
        guard bar.properties.text(.barKind) == "navigationBar" else {
            guard let tabBar = TabBarLayout(bar, of: scene, on: traits, in: room) else {
                return nil
            }
            self.init(id: id, navigationBar: nil, tabBar: tabBar)
            return
        }
        guard !traits.isImmersive else { return nil }
        let state = scene.navigationBar(of: bar, in: traits.locale)
        let site = NavigationBarPlacement(id, in: room, position: state.position, on: traits)
        guard let layout = NavigationBarLayout(state, at: site, on: traits) else { return nil }
        self.init(id: id, navigationBar: layout, tabBar: nil)
    }

    /// The frame of the bar on the screen.
    var frame: Rect? { navigationBar?.frame ?? tabBar?.frame }
}

extension StandaloneBarID {
    /// The id of its element in a layout: apart from the layout's own names, whatever it is called.
    var layoutID: String { "bar.\(rawValue)" }
}
