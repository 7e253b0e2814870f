/// A hole in the screen for the camera, which a picture shows.
package enum Cutout: String, Hashable, Sendable, Encodable {
    /// An iPhone's pill.
    case island
    /// A round hole in the middle of the status bar.
    case hole
}

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
    /// The hole that the screen has for the camera; `nil` for none.
    package var cutout: Cutout?
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
    /// The direction of the layout where it is not that of the language; the words keep theirs.
    package var layoutDirection: LayoutDirection?
    /// The size of text.
    package var textSize = TextSize.L
    /// A Boolean value indicating whether text is bold.
    package var isBoldText = false
    /// A Boolean value indicating whether colours differ more from each other.
    package var increasesContrast = false
    /// A Boolean value indicating whether nothing shines through bars.
    package var reducesTransparency = false
    /// A Boolean value indicating whether nothing slides or jumps.
    package var reducesMotion = false
    /// The element that has the focus, by the id that the layout gives it.
    package var focused: String?
    /// The element under the finger, by the id that the layout gives it.
    package var pressed: String?
    /// A Boolean value indicating whether the list of the tabs without room is shown.
    package var isMoreShown = false
    /// A Boolean value indicating whether people put the tabs in another order in that list.
    package var isMoreEdited = false
    /// A Boolean value indicating whether people have opened the tabs of an iPad as a sidebar, or
    /// closed it; `nil` leaves it to the scene.
    package var isSidebarShown: Bool?

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
    /// A Boolean value indicating whether bars are filled from right to left.
    package var isRightToLeft: Bool {
        layoutDirection.map { $0 == .rightToLeft } ?? locale.isRightToLeft
    }
    /// The whole screen.
    package var screen: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
}

extension DeviceTraits {
    /// The largest screen that is laid out, in points at each side: far beyond any, and small
    /// enough that no sum of lengths loses precision.
    package static let maximumLength: Double = 100_000

    /// The same device with lengths that a device can have: finite, not negative, safe areas within
    /// the screen. Traits come from command lines and files, so anything may stand in them.
    var bounded: DeviceTraits {
        var bounded = self
        bounded.size.width = size.width.bounded(by: Self.maximumLength)
        bounded.size.height = size.height.bounded(by: Self.maximumLength)
        let (width, height) = (bounded.size.width, bounded.size.height)
        bounded.safeArea.top = safeArea.top.bounded(by: height)
        bounded.safeArea.bottom = safeArea.bottom.bounded(by: height - bounded.safeArea.top)
        bounded.safeArea.left = safeArea.left.bounded(by: width)
        bounded.safeArea.right = safeArea.right.bounded(by: width - bounded.safeArea.left)
        bounded.statusBarHeight = statusBarHeight.bounded(by: height)
        // A headset's windows are always dark, and iOS had no dark appearance before version 13.
        switch platform.system {
        case .visionOS: bounded.appearance = .dark
        case .iOS, .iPadOS: if !platform.isAtLeast(13) { bounded.appearance = .light }
        case .macCatalyst, .tvOS, .android: break
        }
        // Content pulled down beyond its top lies under no bar: what is below 0 stays finite.
        bounded.scrollOffset = scrollOffset.isFinite ? scrollOffset : 0
        return bounded
    }
}

extension Double {
    /// Returns the number within 0 and a limit; 0 for what is no number.
    func bounded(by limit: Double) -> Double {
        isNaN ? 0 : Swift.min(Swift.max(0, self), Swift.max(0, limit))
    }
}
