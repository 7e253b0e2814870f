internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

extension TabBarLayout {
    /// Returns a bar along the lower edge, where text runs from left to right.
    static func bottomBar(
        _ items: [TabBarItem], _ properties: BarProperties, frame: TabBarFrame,
        on traits: DeviceTraits
    ) -> TabBarLayout {
        switch frame.style {
        case .tabBar where traits.hasGlass && frame.isGlass:
            return glassBar(items, properties, frame: frame, on: traits)
        case .tabBar:
            let placing = TabItemPlacing(
                arrangement: frame.isCompact
                    ? .compactTabBar : traits.hasRegularTabBar ? .padTabBar : .tabBar,
                look: .tabBar(properties, on: traits), traits: traits,
                touchBelow: frame.safeBottom, visible: frame.frame.visible(on: traits))
            return TabBarLayout(
                items, in: frame.frame.columns(items.count), frame: frame, placing: placing)
        case .bottomNavigation where traits.isMaterial:
            return navigationBar(items, properties, frame: frame, on: traits)
        case .bottomNavigation:
            return bottomNavigation(items, properties, frame: frame, on: traits)
        }
    }

    /// Returns Material's bar: titles by their visibility, and in landscape as its alignment says.
    private static func bottomNavigation(
        _ items: [TabBarItem], _ properties: BarProperties, frame: TabBarFrame,
        on traits: DeviceTraits
    ) -> TabBarLayout {
        let alignment = properties.text(.alignment) ?? "justified"
        let isLandscape = traits.orientation == .landscape
        let theme = TabBarTheme(properties, on: traits, font: Font(family: "Roboto", size: 12))
        let placing = TabItemPlacing(
            arrangement: .bottomNavigation(
                isBeside: isLandscape && alignment == "justifiedAdjacentTitles",
                font: theme.fonts["title"] ?? Font(family: "Roboto", size: 12)),
            look: .bottomNavigation(properties, theme: theme, on: traits), traits: traits,
            titleVisibility: properties.text(.titleVisibility) ?? "selected",
            touchBelow: frame.safeBottom, visible: frame.frame.visible(on: traits),
            marker: .behindIcon)
        let isCluster = isLandscape && alignment == "centered"
        let area = isCluster ? placing.cluster(items, in: frame.frame) : frame.frame
        var layout = TabBarLayout(
            items, in: area.columns(items.count), frame: frame, placing: placing)
        layout.titleVisibility = placing.titleVisibility
        layout.alignment = alignment
        layout.theme = theme
        return layout
    }

    /// The parts that every bar has.
    init(
        _ items: [TabBarItem], in slots: [Rect], frame: TabBarFrame, placing: TabItemPlacing
    ) {
        let (bar, look) = (frame.frame, placing.look)
        // The description of the tab bar; the edge of a bottom navigation bar is drawn as thin.
        let thickness = 0.33
        self.init(
            style: frame.style, placement: frame.placement, frame: bar,
            safeBottom: frame.safeBottom,
            background: Background(
                kind: look.backgroundKind, material: look.material, color: look.backgroundColor,
                frame: bar.inset(by: Insets(bottom: -frame.safeBottom))),
            separator: look.separatorColor.map {
                Separator(
                    frame: Rect(x: bar.x, y: bar.y, width: bar.width, height: thickness), color: $0)
            },
            titleVisibility: nil, alignment: nil, theme: nil, tintColor: look.tint,
            items: zip(items, slots).map { TabItemLayout($0, in: $1, placing: placing) },
            more: nil, isSidebarExpanded: false, sidebarButton: nil,
            selectionMotion: look.selectionMotion,
            accessory: nil, accessoryBackground: nil, accessoryControl: nil,
            accessibility: AccessibilityElement(
                .tabBar, label: LocalizedString.tabBar.text(in: placing.traits.locale)))
    }
}

extension TabItemPlacing {
    /// Returns the area of the items of Material's bar in a cluster: each as wide as the widest
    /// needs, 120 to 168 points, less only if there is no room. The values are those of Material's
    /// iOS component.
    func cluster(_ items: [TabBarItem], in bar: Rect) -> Rect {
        let widest = items.map { TextMetrics.width(of: $0.title.printable, in: arrangement.font) }
        let preferred = min(168, max(120, (widest.max() ?? 0) + 24))
        let room = visible.upperBound - visible.lowerBound
        let width = min(room, preferred * Double(items.count))
        let x = visible.lowerBound + (room - width) / 2
        return Rect(x: x, y: bar.y, width: width, height: bar.height)
    }
}
