internal import NavigationModel

extension TabBarLayout {
    /// The bar of the scene's tabs; `nil` if it is hidden or there are none.
    init?(_ scene: Scene, on traits: DeviceTraits) {
        return nil
    }

    /// A bar of tabs that no controller manages, at the lower edge of `room`.
    init?(_ bar: StandaloneBar, of scene: Scene, on traits: DeviceTraits, in room: Rect) {
        return nil
    }

    /// What the bar leaves of the screen for all else.
    func room(on traits: DeviceTraits) -> Rect { traits.safeRoom.without(frame) }

    /// Puts the list of the tabs without room where the content is.
    mutating func layOutRowsOfMore(_ scene: Scene, on traits: DeviceTraits, in content: Rect) {
        more?.rows = []
    }
}

extension Scene {
    /// The scene with the list of the tabs without room as the screen that is shown.
    func showingMore(in locale: LanguageTag) -> Scene { self }
}
