/// A device that scenes can be laid out for: its system, and what its screen gives to an app, held
/// either way.
package struct DeviceProfile: Hashable, Sendable {
    /// A screen as it is held.
    struct Screen: Hashable, Sendable {
        /// Its size, in points.
        let size: Size
        /// The insets of its shape and its system at the edges.
        let safeArea: Insets
        /// The height of the status bar; 0 where there is none.
        let statusBarHeight: Double
        /// The hole for the camera; `nil` for none.
        let cutout: Cutout?

        /// Describes a screen; without `top`, nothing but the status bar takes room at the upper
        /// edge.
        init(
            _ width: Double, _ height: Double, statusBar: Double = 0, top: Double? = nil,
            sides: Double = 0, bottom: Double = 0, cutout: Cutout? = nil
        ) {
            self.cutout = cutout
            size = Size(width: width, height: height)
            safeArea = Insets(top: top ?? statusBar, left: sides, bottom: bottom, right: sides)
            statusBarHeight = statusBar
        }
    }

    /// The name: `iphone-16`.
    package let name: String
    /// A description in a few words.
    package let summary: String
    /// Operating system and version.
    package let platform: Platform

    private let portrait: Screen?
    private let landscape: Screen

    /// Describes a device; without `portrait` it can't be turned.
    init(
        _ name: String, _ summary: String, _ platform: Platform, portrait: Screen? = nil,
        landscape: Screen
    ) {
        self.name = name
        self.summary = summary
        self.platform = platform
        self.portrait = portrait
        self.landscape = landscape
    }

    /// Returns the profile of a name, if there is one.
    package static func named(_ name: String) -> DeviceProfile? {
        all.first { $0.name == name }
    }

    /// Returns the traits of the device at rest, held in this way; one that can't be turned is as
    /// it is.
    package func traits(
        orientation: DeviceTraits.Orientation = .portrait,
        appearance: DeviceTraits.Appearance = .light, locale: LanguageTag = .english
    ) -> DeviceTraits {
        let screen = orientation == .portrait ? portrait ?? landscape : landscape
        var traits = DeviceTraits(
            platform: platform, size: screen.size, safeArea: screen.safeArea,
            statusBarHeight: screen.statusBarHeight)
        traits.cutout = screen.cutout
        traits.appearance = appearance
        traits.locale = locale
        return traits
    }
}

extension DeviceProfile {
    /// The devices that come with navsync. Sizes and safe areas are those that their makers
    /// publish, and that UIKit reports on them; the home indicator takes 34 points, as the
    /// description of the tab bar says, and 21 in landscape. An iPad's bar of tabs at the top opens
    /// into a sidebar by the scene, so that one profile shows both.
    package static let all: [DeviceProfile] = [
        DeviceProfile(
            "iphone-se", "a small iPhone with a home button", Platform(.iOS, 18),
            portrait: Screen(375, 667, statusBar: 20), landscape: Screen(667, 375)),
        DeviceProfile(
            "iphone-16", "an iPhone", Platform(.iOS, 18),
            portrait: Screen(393, 852, statusBar: 59, bottom: 34, cutout: .island),
            landscape: Screen(852, 393, sides: 59, bottom: 21, cutout: .island)),
        DeviceProfile(
            "iphone-16-pro-max", "the largest iPhone", Platform(.iOS, 18),
            portrait: Screen(440, 956, statusBar: 62, bottom: 34, cutout: .island),
            landscape: Screen(956, 440, sides: 62, bottom: 21, cutout: .island)),
        DeviceProfile(
            "iphone-17", "an iPhone with iOS 26, whose bars are of glass", Platform(.iOS, 26),
            portrait: Screen(402, 874, statusBar: 62, bottom: 34, cutout: .island),
            landscape: Screen(874, 402, sides: 62, bottom: 21, cutout: .island)),
        DeviceProfile(
            "iphone-8-ios12", "an iPhone with iOS 12, without bar appearances", Platform(.iOS, 12),
            portrait: Screen(375, 667, statusBar: 20), landscape: Screen(667, 375)),
        DeviceProfile(
            "ipad-11", "an iPad whose tabs are at the top or in a sidebar", Platform(.iPadOS, 18),
            portrait: Screen(820, 1180, statusBar: 24, bottom: 20),
            landscape: Screen(1180, 820, statusBar: 24, bottom: 20)),
        DeviceProfile(
            "ipad-11-ipados17", "an iPad whose tabs are at the bottom", Platform(.iPadOS, 17),
            portrait: Screen(820, 1180, statusBar: 24, bottom: 20),
            landscape: Screen(1180, 820, statusBar: 24, bottom: 20)),
        DeviceProfile(
            "pixel-9", "an Android phone", Platform(.android, 15),
            portrait: Screen(412, 924, statusBar: 24, bottom: 24, cutout: .hole),
            landscape: Screen(924, 412, statusBar: 24, bottom: 24)),
        DeviceProfile(
            "pixel-tablet", "an Android tablet", Platform(.android, 15),
            portrait: Screen(800, 1280, statusBar: 24, bottom: 24),
            landscape: Screen(1280, 800, statusBar: 24, bottom: 24)),
        DeviceProfile(
            "mac", "a window of an iPad app on a Mac", Platform(.macCatalyst, 18),
            landscape: Screen(1024, 768)),
        DeviceProfile(
            "apple-tv", "a television", Platform(.tvOS, 18),
            landscape: Screen(1920, 1080, top: 60, sides: 80, bottom: 60)),
        DeviceProfile(
            "vision-pro", "a window in a headset", Platform(.visionOS, 2),
            landscape: Screen(1280, 720)),
    ]
}
