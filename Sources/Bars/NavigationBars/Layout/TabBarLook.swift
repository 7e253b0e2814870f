internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// The colours and motions of a bar of tabs on a device, from its properties.
struct TabBarLook: Hashable, Sendable {
    /// The kind of background.
    var backgroundKind: Background.Kind
    /// The material of a translucent one.
    var material: Background.Material?
    /// The colour of the background.
    var backgroundColor: Color
    /// The colour of the line to the content; `nil` while it is hidden.
    var separatorColor: Color?
    /// The `tintColor` in effect.
    var tint: Color
    /// The colour of the selected item's icon.
    var selectedIcon: Color
    /// The colour of the other items' icons and labels.
    var unselected: Color
    /// The colour of the marker of the selected item; `nil` without one.
    var marker: Color?
    /// A Boolean value indicating whether the selected item's symbol is the filled variant.
    var fillsSelected: Bool
    /// The motion when another item is selected.
    var selectionMotion: Motion
    /// The motion of the selected item's symbol; `nil` for none.
    var symbolMotion: Motion?

    /// The opacity of the tint in a marker where nothing fixes it: our own value.
    private static let markerOpacity = 0.12

    /// UIKit's tab bar at the lower edge: gray items, the selected one tinted; a translucent
    /// material at rest, solid with a line once content lies under it. The description of the tab
    /// bar; the choice among its two materials is our own.
    static func tabBar(_ properties: BarProperties, on traits: DeviceTraits) -> TabBarLook {
        let tint = tint(properties, on: traits) ?? SystemColor.systemBlue.color(on: traits)
        let own = properties.explicitText(.tabBarBarTintColor).flatMap { Color($0, on: traits) }
        var look = TabBarLook(
            backgroundKind: .translucent, material: .regular,
            backgroundColor: material(.regular, tinted: own, on: traits), separatorColor: nil,
            tint: tint, selectedIcon: tint, unselected: SystemColor.systemGray.color(on: traits),
            marker: nil, fillsSelected: true, selectionMotion: Motion(.none),
            symbolMotion: symbolMotion(on: traits.platform))
        if traits.scrollOffset > 0 {
            look.backgroundKind = .opaque
            look.material = nil
            look.backgroundColor = own ?? SystemColor.systemBackground.color(on: traits)
            look.separatorColor = SystemColor.separator.color(on: traits)
        }
        return look
    }

    /// An iPad's pill or sidebar: of a material whether or not content lies under it, the selected
    /// tab on a marker, the colours of items those of any tab bar. The description of the tab bar;
    /// the marker is UIKit's and our own in its colour.
    static func floating(_ properties: BarProperties, on traits: DeviceTraits) -> TabBarLook {
        var atRest = traits
        atRest.scrollOffset = 0
        var look = tabBar(properties, on: atRest)
        look.marker = look.tint.faded(to: markerOpacity)
        return look
    }

    /// Material's bottom navigation. Without a theme: black on white with gray for what is not
    /// selected, as Material's iOS component begins; its dark look, and the line that stands for
    /// its shadow, are our own, as is the marker, which moves in the time that the component takes
    /// (0.18 s).
    static func bottomNavigation(
        _ properties: BarProperties, theme: TabBarTheme, on traits: DeviceTraits
    ) -> TabBarLook {
        let isDark = traits.appearance == .dark
        let foreground = Color(isDark ? 0xFFFFFF : 0x000000)
        let primary = theme.colors["primary"] ?? tint(properties, on: traits) ?? foreground
        let onPrimary = theme.colors["onPrimary"]
        let own = properties.explicitText(.tabBarBarTintColor).flatMap { Color($0, on: traits) }
        return TabBarLook(
            backgroundKind: .opaque, material: nil,
            backgroundColor: theme.colors["surface"] ?? own ?? Color(isDark ? 0x121212 : 0xFFFFFF),
            separatorColor: foreground.faded(to: markerOpacity), tint: primary,
            selectedIcon: onPrimary ?? primary,
            unselected: theme.colors["unselected"]
                // The opacity that Material's theming gives the colour on surfaces.
                ?? theme.colors["onSurface"]?.faded(to: 0.6)
                ?? Color(isDark ? 0x9E9E9E : 0x808080),
            marker: onPrimary == nil ? primary.faded(to: markerOpacity) : primary,
            fillsSelected: false, selectionMotion: Motion(.slide, duration: 0.18),
            symbolMotion: nil)
    }

    private static func tint(_ properties: BarProperties, on traits: DeviceTraits) -> Color? {
        properties.explicitText(.tabBarTintColor).flatMap { Color($0, on: traits) }
    }

    private static func material(
        _ material: Background.Material, tinted own: Color?, on traits: DeviceTraits
    ) -> Color {
        let color = material.color(in: traits.appearance)
        return own?.faded(to: color.opacity) ?? color
    }

    /// Returns the bounce of the selected symbol from iOS 18: a spring of 0.5 s that overshoots by
    /// 0.3. The description of the tab bar.
    private static func symbolMotion(on platform: Platform) -> Motion? {
        guard platform.system == .iOS || platform.system == .iPadOS, platform.isAtLeast(18) else {
            return nil
        }
        return Motion(.bounce, duration: 0.5, isSpring: true, bounce: 0.3)
    }
}

extension Color {
    /// Returns the colour, less opaque by a factor.
    func faded(to factor: Double) -> Color {
        var faded = self
        faded.opacity *= factor
        return faded
    }
}

/// The colours and fonts that an app gives a bottom navigation bar, as Material's theming does.
package struct TabBarTheme: Hashable, Sendable, Encodable {
    /// The colours by their names: `primary` for the selected item, `onPrimary` for its icon on a
    /// marker of the full primary colour, `surface` for the bar, `onSurface` and `unselected` for
    /// the other items.
    package var colors: [String: Color]
    /// The fonts by their names: `title` for labels.
    package var fonts: [String: Font]

    /// The names of colours that the bar reads.
    package static let colorNames = ["primary", "onPrimary", "surface", "onSurface", "unselected"]
    /// The names of fonts that the bar reads.
    package static let fontNames = ["title"]

    /// Reads the theme's properties; an invalid colour counts as unset.
    init(_ properties: BarProperties, on traits: DeviceTraits, font: Font) {
        colors = [:]
        fonts = [:]
        for name in Self.colorNames {
            colors[name] = properties.explicitText(.themeColor, Property.themeColor.name(name))
                .flatMap {
                    Color($0, on: traits)
                }
        }
        for name in Self.fontNames {
            fonts[name] = properties.explicitText(.themeFont, Property.themeFont.name(name)).map {
                Font($0, like: font)
            }
        }
    }
}

extension Font {
    /// Sizes that a theme can give a label, in points: beyond them it would not fit any bar.
    private static let themeSizes = 4.0...40.0

    /// Reads `Inter`, `Roboto Medium` or `Roboto Medium 14`: missing parts are as in `font`.
    fileprivate init(_ text: String, like font: Font) {
        var words = text.printable.split(separator: " ")
        var (size, weight) = (font.size, font.weight)
        if let last = words.last, let number = Double(last), Self.themeSizes.contains(number) {
            size = number
            words.removeLast()
        }
        if let last = words.last, let named = Weight(rawValue: last.lowercased()) {
            weight = named
            words.removeLast()
        }
        let family = words.joined(separator: " ")
        self.init(family: family.isEmpty ? font.family : family, weight: weight, size: size)
    }
}
