internal import NavigationModel
internal import NavigationProperties

/// Bars on glass: a headset's ornament beside its window, and an iPhone's pill from iOS 26 on. Apple
/// publishes no lengths of them: these are our own, after the systems.
extension TabBarLayout {
    private static let ornamentWidth: Double = 76
    private static let ornamentMargin: Double = 16
    private static let ornamentItem: Double = 60
    private static let ornamentMarkerOpacity = 0.2
    /// Content below the titles must not disturb them: no picture has the blur of glass.
    private static let openOpacity = 0.97

    /// Returns the strip at the leading edge that an ornament stands in.
    static func ornamentRoom(on traits: DeviceTraits) -> Rect {
        Rect(
            x: 0, y: 0, width: min(ornamentWidth + 2 * ornamentMargin, traits.size.width),
            height: traits.size.height)
    }

    /// Returns a headset's tabs: symbols on a pill in the middle of the leading edge. While people
    /// look at one of them, which is where the focus is, the pill grows over the window and shows the
    /// titles, which are spoken at all times; items are 60 points high, as eyes need (Human Interface
    /// Guidelines).
    static func ornament(
        _ items: [TabBarItem], _ properties: BarProperties, frame: TabBarFrame,
        on traits: DeviceTraits
    ) -> TabBarLayout {
        let room = frame.frame
        let count = Double(items.count)
        let height = min(room.height, ornamentItem * count + ornamentMargin)
        let isOpen = items.contains { $0.id == traits.focused }
        let arrangement: TabItemArrangement = isOpen ? .openOrnament : .ornament
        let width = min(
            isOpen ? openWidth(of: items, arrangement.adapted(to: traits)) : ornamentWidth,
            isOpen ? traits.size.width / 2 : room.width)
        let pill = Rect(
            x: min(ornamentMargin, max(0, traits.size.width - width)),
            y: room.midY - height / 2, width: width, height: height)
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
            arrangement: arrangement, look: look, traits: traits,
            titleVisibility: isOpen ? "always" : "never",
            visible: pill.x...pill.maxX, marker: .slot(margin: 8, cornerRadius: .infinity))
        var layout = TabBarLayout(items, in: slots, frame: frame, placing: placing)
        layout.background = .glass(pill, on: traits)
        if isOpen { layout.background.color.opacity = openOpacity }
        layout.background.cornerRadius = min(ornamentWidth / 2, layout.background.cornerRadius)
        layout.separator = nil
        return layout
    }

    /// Returns the width of the ornament with titles and, at the end of a row, badges.
    private static func openWidth(
        of items: [TabBarItem], _ arrangement: TabItemArrangement
    ) -> Double {
        let words = items.map { item in
            arrangement.width(of: item.title) + arrangement.badgeBeside(item, gap: ornamentMargin)
        }
        return ornamentWidth + ornamentMargin + (words.max() ?? 0)
    }

    private static let glassHeight: Double = 62
    private static let glassMargin: Double = 21
    private static let glassGap: Double = 8

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

    /// Returns an iPhone's tabs on their pill of glass; a search tab at the end stands apart, as a
    /// symbol on a circle, with its title spoken.
    static func glassBar(
        _ items: [TabBarItem], _ properties: BarProperties, frame: TabBarFrame,
        on traits: DeviceTraits
    ) -> TabBarLayout {
        var (items, frame) = (items, frame)
        var circle: Rect?
        if items.count > 1, items[items.count - 1].isSearch {
            items[items.count - 1].showsTitle = false
            let side = min(frame.frame.height, frame.frame.width / 2)
            circle = Rect(
                x: frame.frame.maxX - side, y: frame.frame.y, width: side, height: side)
            frame.frame.width -= min(side + glassGap, frame.frame.width)
        }
        let slots =
            frame.frame.columns(items.count - (circle == nil ? 0 : 1))
            + [circle].compactMap(\.self)
        var look = TabBarLook.floating(properties, on: traits)
        look.unselected = SystemColor.label.color(on: traits)
        let placing = TabItemPlacing(
            arrangement: .glass, look: look, traits: traits,
            visible: frame.frame.x...(circle ?? frame.frame).maxX,
            marker: .slot(margin: 4, cornerRadius: .infinity))
        var bar = TabBarLayout(items, in: slots, frame: frame, placing: placing)
        bar.background = .glass(frame.frame, on: traits)
        bar.separator = nil
        if let circle { bar.items[items.count - 1].background = .glass(circle, on: traits) }
        return bar
    }
}

extension TabItemArrangement {
    /// A headset's tabs: symbols.
    static let ornament = TabItemArrangement(
        labelPlace: .belowInMiddle, iconSize: 28, gap: 4, padding: 4,
        font: Font(weight: .medium, size: 13))

    /// The same while people look at them: titles beside the symbols, of Body's 17.
    static let openOrnament = TabItemArrangement(
        labelPlace: .row(inset: 24), iconSize: 28, gap: 16, padding: 16,
        font: Font(weight: .medium, size: 17))

    /// An iPhone's tabs on glass: the sizes of the bar below, in the middle of the pill.
    static let glass = TabItemArrangement(
        labelPlace: .belowInMiddle, iconSize: 25, gap: 2, padding: 4,
        font: Font(weight: .medium, size: 10))
}
