internal import NavigationModel

extension NavigationBarLayout {
    /// The bar of the stack that is shown, in what the bar of tabs leaves of the screen; `nil` if it
    /// is hidden or there is no stack.
    init?(_ scene: Scene, on traits: DeviceTraits, in room: Rect) {
        return nil
    }
}
