package import NavigationModel
internal import NavigationProperties

extension BarLayout {
    /// Lays out a scene on a device.
    ///
    /// The bar of tabs takes its edge of the screen first; the navigation bar, the standalone bars
    /// and the content share the room that it leaves, in this order. What is presented lies over
    /// all. Traits that no device has, such as a width that is not a number, are brought within
    /// bounds.
    package init(_ scene: Scene, on traits: DeviceTraits) {
        let traits = traits.bounded
        let tabBar = TabBarLayout(scene, on: traits)
        let isMoreShown = traits.isMoreShown && tabBar?.more != nil && scene.selected != nil
        let shown = isMoreShown ? scene.showingMore(in: traits.locale) : scene
        var room = tabBar?.room(on: traits) ?? traits.safeRoom

        let navigationBar = NavigationBarLayout(shown, on: traits, in: room)
        room = room.without(navigationBar?.frame)
        var standaloneBars: [StandaloneBarLayout] = []
        for bar in shown.standaloneBars where shown.shows(bar) {
            guard let layout = StandaloneBarLayout(bar, of: shown, on: traits, in: room) else {
                continue
            }
            standaloneBars.append(layout)
            room = room.without(layout.frame)
        }

        self.init(
            traits: traits, screen: traits.screen,
            statusBar: Rect(x: 0, y: 0, width: traits.size.width, height: traits.statusBarHeight),
            navigationBar: navigationBar, tabBar: tabBar,
            content: ContentLayout(shown, on: traits, in: room),
            standaloneBars: standaloneBars, modal: ModalLayout(scene, on: traits))
        if isMoreShown { showRowsOfMore(scene) }
    }

    /// Puts the list of the tabs without room where the content is.
    private mutating func showRowsOfMore(_ scene: Scene) {
        tabBar?.layOutRowsOfMore(scene, on: traits, in: content.frame)
        content.placeholder = nil
    }
}

extension Scene {
    /// Returns a Boolean value indicating whether a bar is over all, or on the screen that is
    /// shown.
    fileprivate func shows(_ bar: StandaloneBar) -> Bool {
        guard let screen = bar.properties.text(.barScreen) else { return true }
        return (modals.last?.stack ?? selected?.stack)?.last?.id.rawValue == screen
    }
}

extension DeviceTraits {
    /// The screen above the home indicator. The bars at the upper edge see to the status bar.
    var safeRoom: Rect {
        Rect(x: 0, y: 0, width: size.width, height: max(0, size.height - safeArea.bottom))
    }
}
