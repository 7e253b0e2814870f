internal import NavigationModel

extension TabBarLayout {
    /// The height of a row, after UIKit's lists; not described.
    private static let rowHeight: Double = 44

    /// Puts the list of the tabs without room where the content is: each with its symbol, its
    /// title, its badge in what is spoken, and a chevron. Rows go on below the screen, as lists do
    /// that scroll.
    mutating func layOutRowsOfMore(_ scene: Scene, on traits: DeviceTraits, in content: Rect) {
        guard let items = more?.items else { return }
        let tabs = items.compactMap(scene.tab)
        more?.rows = tabs.enumerated().map { index, tab in
            let frame = Rect(
                x: content.x, y: content.y + Double(index) * Self.rowHeight,
                width: content.width, height: Self.rowHeight)
            var row = Self.row(of: tab, in: frame, on: traits)
            if traits.isRightToLeft { row.mirror(in: content) }
            return row
        }
    }

    private static func row(
        of tab: Tab, in frame: Rect, on traits: DeviceTraits
    ) -> ContentLayout.Row {
        let item = TabBarItem(tab, in: traits.locale)
        var look = TabBarLook.tabBar(BarProperties(own: [:], appearance: [:]), on: traits)
        look.unselected = SystemColor.label.color(on: traits)
        let visible = frame.visible(on: traits)
        let chevronSize = ContentLayout.Row.chevronSize
        var inner = frame
        inner.x = visible.lowerBound
        inner.width = visible.upperBound - visible.lowerBound
        let chevron = Rect(
            x: max(inner.x, inner.maxX - 16 - chevronSize), y: frame.midY - chevronSize / 2,
            width: min(chevronSize, inner.width), height: chevronSize)
        inner.width = max(0, chevron.x - inner.x)
        let placed = TabItemLayout(
            item, in: inner,
            placing: TabItemPlacing(
                arrangement: .row, look: look, traits: traits, visible: visible))
        var accessibility = placed.accessibility
        accessibility.role = .row
        return ContentLayout.Row(
            id: tab.id.rawValue, frame: frame,
            label: placed.label ?? .empty(in: inner, font: TabItemArrangement.row.font),
            icon: placed.icon,
            disclosure: SymbolElement(
                "chevron.right", frame: chevron, color: SystemColor.tertiaryLabel.color(on: traits),
                isMirrored: traits.isRightToLeft),
            accessibility: accessibility)
    }
}

extension ContentLayout.Row {
    fileprivate mutating func mirror(in area: Rect) {
        frame.mirror(in: area)
        label.mirror(in: area)
        icon?.frame.mirror(in: area)
        disclosure?.frame.mirror(in: area)
    }
}
