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

        /// Describes a screen; without `top`, nothing but the status bar takes room at the upper
        /// edge.
        init(
            _ width: Double, _ height: Double, statusBar: Double = 0, top: Double? = nil,
            sides: Double = 0, bottom: Double = 0
        ) {
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
        traits.appearance = appearance
        traits.locale = locale
        return traits
    }
}
