/// The display state of a device, which is not shared with the others: with the scene, the input of
/// a layout.
package struct DeviceTraits: Hashable, Sendable, Encodable {
    /// Light or dark.
    package enum Appearance: String, Hashable, Sendable, CaseIterable, Encodable {
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
    }

    /// The orientation of a device.
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
    /// The insets of the device's shape, its status bar and its home indicator, as it is held.
    package var safeArea: Insets
    /// The height of the status bar as it is held; 0 where there is none.
    package var statusBarHeight: Double
    /// Light or dark.
    package var appearance: Appearance = .light
    /// A Boolean value indicating whether it is drawn one level above the base: over something
    /// else, in dark.
    package var isElevated = false
    /// The distance that the content is scrolled, in points; 0 at the top. Above 0, content lies
    /// under the bars.
    package var scrollOffset: Double = 0
    /// A Boolean value indicating whether the keyboard is shown.
    package var isKeyboardShown = false
    /// A Boolean value indicating whether a gesture or a resize has hidden the bars for now.
    package var areBarsHidden = false
    /// A Boolean value indicating whether the screen is shown without anything around it for now.
    package var isImmersive = false
    /// The display language; it decides the direction of text too.
    package var locale: LanguageTag = .english
    /// The element that has the focus, by the id that the layout gives it.
    package var focused: String?
    /// The element under the finger, by the id that the layout gives it.
    package var pressed: String?
    /// A Boolean value indicating whether the list of the tabs without room is shown.
    package var isMoreShown = false

    /// Takes the traits that have no default value.
    package init(
        platform: Platform, size: Size, safeArea: Insets = Insets(), statusBarHeight: Double = 0
    ) {
        self.platform = platform
        self.size = size
        self.safeArea = safeArea
        self.statusBarHeight = statusBarHeight
    }

    /// The orientation of the device.
    package var orientation: Orientation { size.isLandscape ? .landscape : .portrait }
    /// A Boolean value indicating whether text runs from right to left.
    package var isRightToLeft: Bool { locale.isRightToLeft }
    /// The whole screen.
    package var screen: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
}
