internal import NavigationModel
internal import NavigationProperties

/// Bars on glass: a headset's ornament beside its window, and an iPhone's pill from iOS 26 on. Apple
/// publishes no lengths of them: these are our own, after the systems.
extension TabBarLayout {
    private static let ornamentWidth: Double = 76
    private static let ornamentMargin: Double = 16
    private static let ornamentItem: Double = 60
    private static let ornamentMarkerOpacity = 0.2

    /// Returns the strip at the leading edge that an ornament stands in.
    static func ornamentRoom(on traits: DeviceTraits) -> Rect {
        Rect(
            x: 0, y: 0, width: min(ornamentWidth + 2 * ornamentMargin, traits.size.width),
            height: traits.size.height)
    }

    /// Returns a headset's tabs: symbols on a pill in the middle of the leading edge. Their titles
    /// show while people look at it, and are spoken; items are 60 points high, as eyes need (Human
    /// Interface Guidelines).
    static func ornament(
        _ items: [TabBarItem], _ properties: BarProperties, frame: TabBarFrame,
        on traits: DeviceTraits
    ) -> TabBarLayout {
        let room = frame.frame
        let count = Double(items.count)
        let height = min(room.height, ornamentItem * count + ornamentMargin)
        let width = min(ornamentWidth, room.width)
        let pill = Rect(
            x: min(ornamentMargin, room.maxX - width), y: room.midY - height / 2, width: width,
            height: height)
        let each = max(0, height - ornamentMargin) / max(1, count)
        let slots = items.indices.map { index in
            Rect(
                x: pill.x, y: pill.y + ornamentMargin / 2 + each * Double(index), width: width,
                height: each
            ).within(pill)
        }
        var look = TabBarLook.floating(properties, on: traits)
        look.unselected = SystemColor.label.color(on: traits)
        if properties.explicitText(.tabBarTintColor) == nil {
            look.tint = look.unselected
            look.selectedIcon = look.unselected
            look.marker = look.unselected.faded(to: ornamentMarkerOpacity)
        }
        let placing = TabItemPlacing(
            arrangement: .ornament, look: look, traits: traits, titleVisibility: "never",
            visible: pill.x...pill.maxX, marker: .slot(margin: 8, cornerRadius: .infinity))
        var layout = TabBarLayout(items, in: slots, frame: frame, placing: placing)
        layout.background = .glass(pill, on: traits)
        layout.background.cornerRadius = min(ornamentWidth / 2, layout.background.cornerRadius)
        layout.separator = nil
        return layout
    }

    private static let glassHeight: Double = 62
    private static let glassMargin: Double = 21

    /// Returns the pill of an iPhone's tabs, above the lower edge by its margin.
    static func glassBar(on traits: DeviceTraits) -> Rect {
        let screen = traits.screen
        let visible = screen.visible(on: traits)
        let width = max(0, visible.upperBound - visible.lowerBound - 2 * glassMargin)
        let height = glassHeight.bounded(by: screen.height)
        return Rect(
            x: visible.lowerBound + glassMargin,
            y: max(0, screen.height - glassMargin - height), width: width, height: height)
    }

    /// Puts an iPhone's tabs on their pill of glass.
    mutating func putOnGlass(on traits: DeviceTraits) {
        background = .glass(frame, on: traits)
        separator = nil
    }
}

extension TabItemArrangement {
    /// A headset's tabs: symbols.
    static let ornament = TabItemArrangement(
        labelPlace: .belowInMiddle, iconSize: 28, gap: 4, padding: 4,
        font: Font(weight: .medium, size: 13))

    /// An iPhone's tabs on glass: the sizes of the bar below, in the middle of the pill.
    static let glass = TabItemArrangement(
        labelPlace: .belowInMiddle, iconSize: 25, gap: 2, padding: 4,
        font: Font(weight: .medium, size: 10))
}
