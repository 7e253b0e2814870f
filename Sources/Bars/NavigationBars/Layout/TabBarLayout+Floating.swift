internal import NavigationModel

/// An iPad's tabs from iPadOS 18: a floating pill of words at the top, in one row with the buttons
/// of the navigation bar, or a sidebar at the leading edge. The description of the tab bar says so
/// much; lengths are our own, after UIKit's, for none is published.
extension TabBarLayout {
    /// The margin above and below the pill, in points.
    static let topBarMargin: Double = 3
    private static let topBarHeight: Double = 44
    private static let sidebarWidth: Double = 320
    /// The width of a Mac's sidebar, and the height of its rows (our own, after AppKit).
    private static let macSidebarWidth: Double = 220
    /// Its width with a bar in the toolbar's section over it: as wide as an iPad's.
    private static let macToolbarWidth: Double = 320
    private static let macRowHeight: Double = 32

    /// Returns the pill below the status bar, as wide as its slots, which are equal.
    static func topBar(
        _ items: [TabBarItem], _ properties: BarProperties, hasSidebar: Bool,
        on traits: DeviceTraits
    ) -> TabBarLayout {
        let arrangement = TabItemArrangement.topBar
        let adapted = arrangement.adapted(to: traits)
        let items = items.map(\.asWords)
        let widest =
            items.map { adapted.widthBeside($0.showsTitle ? $0.title : "", of: $0) }.max() ?? 0
        let visible = traits.safeRoom.visible(on: traits)
        // The button beside it, with its margins; the pill is in the middle all the same.
        let button = hasSidebar ? sidebarButtonSize + topBarMargin : 0
        let room = max(
            0, visible.upperBound - visible.lowerBound - 2 * (topBarMargin + button))
        let width = min(room, (widest + 2 * arrangement.padding) * Double(items.count))
        let top = max(traits.statusBarHeight, traits.safeArea.top) + topBarMargin
        let height = topBarHeight.bounded(by: traits.safeRoom.height)
        let bar = Rect(
            x: (visible.lowerBound + visible.upperBound - width) / 2,
            y: min(top, traits.safeRoom.height - height), width: width, height: height)
        let placing = TabItemPlacing(
            arrangement: arrangement, look: .floating(properties, on: traits), traits: traits,
            visible: bar.x...bar.maxX, marker: .slot(margin: 4, cornerRadius: .infinity))
        let frame = TabBarFrame(
            style: .tabBar, placement: .top, frame: bar, safeBottom: 0, isCompact: false)
        var layout = TabBarLayout(
            items, in: bar.columns(items.count), frame: frame, placing: placing)
        layout.background.cornerRadius = bar.height / 2
        if hasSidebar {
            layout.layOutSidebarButton(
                in: Rect(
                    x: max(visible.lowerBound, bar.x - button), y: bar.y,
                    width: min(sidebarButtonSize, bar.x), height: bar.height), on: traits)
        }
        return layout
    }

    /// Returns the list of all tabs, children below their group; those without room are behind
    /// More.
    static func sidebar(
        _ scene: Scene, _ properties: BarProperties, on traits: DeviceTraits
    ) -> TabBarLayout {
        let isMac = traits.isMac(properties)
        let hasToolbar = scene.toolbarSection(on: traits) == "sidebar"
        let (sidebarWidth, sidebarRowHeight) =
            isMac
            ? (hasToolbar ? macToolbarWidth : macSidebarWidth, macRowHeight)
            : (Self.sidebarWidth, RowStyle.on(traits, width: Self.sidebarWidth).height)
        let width = min(sidebarWidth, traits.size.width / 2)
        let bar = Rect(x: 0, y: 0, width: width, height: traits.size.height)
        let upper = max(traits.statusBarHeight, traits.safeArea.top) + topBarMargin
        let toolbar =
            hasToolbar ? NavigationBarLayout(scene, on: traits, in: bar, beside: nil)?.frame : nil
        let top = max(upper + sidebarButtonSize, toolbar?.maxY ?? 0)
        let rows = max(0, traits.safeRoom.height - top) / sidebarRowHeight
        let tabs = scene.groupedTabs.flatMap { [$0.tab] + $0.children }
        let slots = TabBarSlots(
            tabs.map { ($0, []) }, of: scene, selected: scene.selectedTab, limit: max(1, Int(rows)),
            on: traits)
        let children = Set(scene.groupedTabs.flatMap(\.children).map { "tab.\($0.id)" })
        let items = slots.items.map { item in
            var item = item
            item.depth = children.contains(item.id) ? 1 : 0
            return item
        }
        let margin = min(8, width / 4)
        let left = margin + min(traits.safeArea.left, width / 4)
        let frames = items.indices.map { index in
            Rect(
                x: left, y: min(top + Double(index) * sidebarRowHeight, bar.maxY),
                width: max(0, width - left - margin), height: sidebarRowHeight)
        }.map { $0.within(bar) }
        let placing = TabItemPlacing(
            arrangement: isMac ? .macRow : .row, look: .floating(properties, on: traits),
            traits: traits, visible: bar.x...bar.maxX,
            marker: .slot(margin: 0, cornerRadius: isMac ? 6 : 10))
        let frame = TabBarFrame(
            style: .tabBar, placement: .sidebar, frame: bar, safeBottom: 0, isCompact: false)
        var layout = TabBarLayout(items, in: frames, frame: frame, placing: placing)
        layout.isSidebarExpanded = true
        layout.layOutSidebarButton(
            in: Rect(
                x: max(0, bar.maxX - margin - sidebarButtonSize), y: min(upper, bar.maxY),
                width: min(sidebarButtonSize, bar.width), height: sidebarButtonSize
            ).within(bar), on: traits)
        if !slots.remaining.isEmpty { layout.more = More(items: slots.remaining.map(\.id)) }
        return layout
    }

    /// The side of the button that opens and closes the sidebar, as large as fingers need. UIKit has
    /// it at the leading edge of the bar and in the sidebar; not described.
    private static let sidebarButtonSize: Double = 44

    /// Lays out the button that opens the sidebar, or closes it.
    private mutating func layOutSidebarButton(in frame: Rect, on traits: DeviceTraits) {
        let size = min(22, frame.width, frame.height)
        let icon = Rect(
            x: frame.midX - size / 2, y: frame.midY - size / 2, width: size, height: size)
        let word: LocalizedString = isSidebarExpanded ? .hideSidebar : .showSidebar
        let label = word.text(in: traits.locale)
        sidebarButton = BarButtonLayout(
            id: Self.sidebarButtonID, kind: "button", frame: frame, touch: frame,
            background: nil, label: nil,
            icon: SymbolElement(
                "sidebar.left", frame: icon, color: tintColor, isMirrored: traits.isRightToLeft),
            isEnabled: true, isFocused: traits.focused == Self.sidebarButtonID,
            accessibility: AccessibilityElement(
                .button, label: label, traits: [.button], largeContentTitle: label,
                largeContentImage: "sidebar.left"))
    }

    /// The id of the button in a layout.
    static let sidebarButtonID = "tabBar.sidebarButton"
}
