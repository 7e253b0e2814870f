internal import NavigationModel

extension NavigationBarLayout {
    /// Lays out the bar of the stack that is shown, in the room that the bar of tabs leaves of the
    /// screen; `nil` if it is hidden, if there is no stack, or if the panes of a split view have
    /// bars of their own.
    ///
    /// It hides while the keyboard is on the screen, while a gesture or a resize has hidden the
    /// bars, and while the screen is immersive (the guidelines).
    init?(_ scene: Scene, on traits: DeviceTraits, in room: Rect) {
        guard let tab = scene.selected, let top = tab.stack.last,
            !traits.isKeyboardShown, !traits.areBarsHidden, !traits.isImmersive,
            !top.hasPaneBars(on: traits)
        else { return nil }
        let state = scene.navigationBar(of: tab, in: traits.locale)
        var site = NavigationBarPlacement(
            "navigationBar", in: room, position: state.position, on: traits)
        // A tablet's tabs float over the background of the bar below them.
        site.upperEdge = 0
        self.init(state, at: site, on: traits)
    }
}
