internal import NavigationModel
internal import NavigationProperties

/// Material 3's navigation bar at the lower edge of a phone, and its navigation rail at the leading
/// edge of what is wider. Lengths are those of the baseline components that
/// `androidx.compose.material3` publishes (`NavigationBarTokens`, `NavigationRailTokens`).
extension TabBarLayout {
    /// The height of a navigation bar, without the inset below.
    static let navigationBarHeight: Double = 80
    /// The width of a navigation rail.
    static let railWidth: Double = 80
    /// The most destinations of a rail: three to seven, as Material's guidelines say.
    static let mostRailItems = 7
    private static let barIndicator = Size(width: 64, height: 32)
    private static let railIndicator = Size(width: 56, height: 32)
    private static let railItemHeight: Double = 56
    private static let railSpacing: Double = 4

    /// Returns a navigation bar, where text runs from left to right.
    static func navigationBar(
        _ items: [TabBarItem], _ properties: BarProperties, frame: TabBarFrame,
        on traits: DeviceTraits
    ) -> TabBarLayout {
        let placing = placing(
            properties, frame, traits, arrangement: .navigationBar, indicator: barIndicator)
        return material(
            items, in: frame.frame.columns(items.count), properties, frame: frame, placing: placing)
    }

    /// Returns a rail: destinations from the top, below the status bar, 4 points apart.
    static func rail(
        _ items: [TabBarItem], _ properties: BarProperties, frame: TabBarFrame,
        on traits: DeviceTraits
    ) -> TabBarLayout {
        let bar = frame.frame
        let placing = placing(
            properties, frame, traits, arrangement: .navigationRail, indicator: railIndicator)
        let top = max(traits.statusBarHeight, traits.safeArea.top) + railSpacing
        let left = bar.maxX - min(railWidth, bar.width)
        let slots = items.indices.map { index in
            Rect(
                x: left, y: top + Double(index) * (railItemHeight + railSpacing),
                width: min(railWidth, bar.width), height: railItemHeight
            ).within(bar)
        }
        return material(items, in: slots, properties, frame: frame, placing: placing)
    }

    private static func placing(
        _ properties: BarProperties, _ frame: TabBarFrame, _ traits: DeviceTraits,
        arrangement: TabItemArrangement, indicator: Size
    ) -> TabItemPlacing {
        let isRail = frame.placement == .rail
        let theme = TabBarTheme(properties, on: traits, font: arrangement.font)
        var arrangement = arrangement
        arrangement.font = theme.fonts["title"] ?? arrangement.font
        return TabItemPlacing(
            arrangement: arrangement,
            look: .material(properties, theme: theme, isRail: isRail, on: traits), traits: traits,
            titleVisibility: properties.explicitText(.titleVisibility) ?? "always",
            touchBelow: frame.safeBottom,
            visible: isRail
                ? frame.frame.x...frame.frame.maxX : frame.frame.visible(on: traits),
            marker: .pill(indicator))
    }

    private static func material(
        _ items: [TabBarItem], in slots: [Rect], _ properties: BarProperties, frame: TabBarFrame,
        placing: TabItemPlacing
    ) -> TabBarLayout {
        var layout = TabBarLayout(items, in: slots, frame: frame, placing: placing)
        layout.titleVisibility = placing.titleVisibility
        layout.alignment = properties.text(.alignment) ?? "justified"
        layout.theme = TabBarTheme(properties, on: placing.traits, font: placing.arrangement.font)
        return layout
    }
}

extension TabItemArrangement {
    /// Material 3's navigation bar: 12 points, the indicator of 32 around an icon of 24, 4 points, a
    /// label on a line of 16, and 16 points below it.
    static let navigationBar = TabItemArrangement(
        labelPlace: .belowIndicator(top: 12), iconSize: 24, gap: 4, padding: 4,
        font: MaterialFont.labelMedium)

    /// Material 3's rail: the indicator of 32 and a label 4 points below it, both together in the
    /// middle of 56 points.
    static let navigationRail = TabItemArrangement(
        labelPlace: .belowIndicator(top: 2), iconSize: 24, gap: 4, padding: 4,
        font: MaterialFont.labelMedium)

    /// The height of an active indicator, in points.
    static let indicatorHeight: Double = 32
}

extension TabBarLook {
    /// Material 3's colours (`NavigationBarTokens`, `NavigationRailTokens`): a rail has the
    /// background of the screen, a bar one of its own. An app's tint or theme takes the place of
    /// the colours of the selected item; the filled symbol of that is Material's guideline.
    static func material(
        _ properties: BarProperties, theme: TabBarTheme, isRail: Bool, on traits: DeviceTraits
    ) -> TabBarLook {
        let scheme = traits.scheme
        let own = properties.explicitText(.tabBarBarTintColor).flatMap { Color($0, on: traits) }
        let tint =
            theme.colors["primary"]
            ?? properties.explicitText(.tabBarTintColor).flatMap { Color($0, on: traits) }
        let onPrimary = theme.colors["onPrimary"]
        return TabBarLook(
            backgroundKind: .opaque, material: nil,
            backgroundColor: theme.colors["surface"] ?? own
                ?? (isRail ? scheme.surface : scheme.surfaceContainer),
            separatorColor: nil, tint: tint ?? scheme.onSurface,
            selectedIcon: onPrimary ?? tint ?? scheme.onSecondaryContainer,
            unselected: theme.colors["unselected"] ?? theme.colors["onSurface"]
                ?? scheme.onSurfaceVariant,
            marker: onPrimary == nil
                ? tint?.faded(to: tintedMarkerOpacity) ?? scheme.secondaryContainer
                : tint ?? scheme.primary,
            fillsSelected: true,
            // The indicator does not slide: that of the new item widens from its middle and fades in
            // (`NavigationBarItem` and `NavigationRailItem` of Compose).
            selectionMotion: Motion(.scaleAndFade, duration: isRail ? 0.15 : 0.1, scaleFrom: 0),
            symbolMotion: nil)
    }

    /// The opacity of an app's tint in an active indicator: our own value.
    private static let tintedMarkerOpacity = 0.12
}
