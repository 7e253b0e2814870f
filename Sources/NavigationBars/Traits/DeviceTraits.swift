/// What a device is and does by itself, and what is not shared with the others: the other half of
/// what a layout needs, beside the scene.
package struct DeviceTraits: Hashable, Sendable, Encodable {
    /// Light or dark.
    package enum Appearance: String, Hashable, Sendable, CaseIterable, Encodable {
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
    }

    /// How the device is held.
    package enum Orientation: String, Hashable, Sendable, CaseIterable, Encodable {
        /// Higher than wide.
        case portrait
        /// Wider than high.
        case landscape
    }

    /// Operating system and version.
    package var platform: Platform
    /// The size of the screen or window as it is held, in points.
    package var size: Size
    /// What the device's shape, its status bar and its home indicator take, as it is held.
    package var safeArea: Insets
    /// The height of the status bar as it is held; 0 where there is none.
    package var statusBarHeight: Double
    /// Light or dark.
    package var appearance: Appearance = .light
    /// Whether it is drawn one level above the base: over something else, in dark.
    package var isElevated = false
    /// How far the content is scrolled, in points; 0 at the top. Above 0, content lies under the
    /// bars.
    package var scrollOffset: Double = 0
    /// Whether the keyboard is shown.
    package var isKeyboardShown = false
    /// Whether a gesture or a resize has hidden the bars for now.
    package var areBarsHidden = false
    /// Whether the screen is shown without anything around it for now.
    package var isImmersive = false
    /// The language of what is shown; it decides the direction too.
    package var locale: LanguageTag = .english
    /// The element that has the focus, by the id that the layout gives it.
    package var focused: String?
    /// The element under the finger, by the id that the layout gives it.
    package var pressed: String?
    /// Whether the list of the tabs without room is shown.
    package var isMoreShown = false

    /// Settles what has no common value.
    package init(
        platform: Platform, size: Size, safeArea: Insets = Insets(), statusBarHeight: Double = 0
    ) {
        self.platform = platform
        self.size = size
        self.safeArea = safeArea
        self.statusBarHeight = statusBarHeight
    }

    /// How it is held.
    package var orientation: Orientation { size.isLandscape ? .landscape : .portrait }
    /// Whether text runs from right to left.
    package var isRightToLeft: Bool { locale.isRightToLeft }
    /// The whole screen.
    package var screen: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
}
