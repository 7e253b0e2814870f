internal import NavigationModel
internal import NavigationProperties

/// The items of a bar of tabs: the tabs that find room, then, if some don't, the item for those.
struct TabBarSlots {
    /// The most slots of a bar. The description of the tab bar: a sixth item brings More.
    static let maximum = 5

    /// The items in the order of the bar.
    var items: [TabBarItem]
    /// The tabs without a slot, in the order of the bar; empty if all have one.
    var remaining: [Tab]

    /// Shares at most `limit` slots among tabs: one too many, and the last slot is for all that
    /// follow, selected while one of them is or their list is shown. A tab stands for the badges of
    /// its children, the last slot for those of all that follow.
    init(
        _ groups: [(tab: Tab, children: [Tab])], of scene: Scene, selected: TabID?, limit: Int,
        on traits: DeviceTraits
    ) {
        let locale = traits.locale
        let all = groups.map { group in
            var item = TabBarItem(group.tab, in: locale, development: scene.developmentLanguage)
            item.standIn(for: group.children.map { $0.badge(in: locale) }, in: locale)
            return item
        }
        let room = groups.count > limit ? max(0, limit - 1) : groups.count
        remaining = groups[room...].map(\.tab)
        let showsMore = !remaining.isEmpty && traits.isMoreShown
        items = zip(all, groups).prefix(room).map { item, group in
            var item = item
            item.isSelected = group.tab.id == selected && !showsMore
            return item
        }
        guard !remaining.isEmpty else { return }
        let isSelected = showsMore || remaining.contains { $0.id == selected }
        var more = TabBarItem(moreWithID: "more", in: locale, isSelected: isSelected)
        more.standIn(for: all[room...].map(\.badge), in: locale)
        items.append(more)
    }
}

extension Scene {
    /// The tabs that are in a bar: all but those in a group, which their group stands for, as in
    /// UIKit where a bar is no sidebar. A group is a tab that is in no group itself.
    var groupedTabs: [(tab: Tab, children: [Tab])] {
        let roots = Set(
            tabs.filter { $0.properties.explicitText(.group) == nil }.map(\.id.rawValue))
        var children: [String: [Tab]] = [:]
        var outer: [Tab] = []
        for tab in tabs {
            if let group = tab.properties.explicitText(.group), roots.contains(group) {
                children[group, default: []].append(tab)
            } else {
                outer.append(tab)
            }
        }
        return outer.map { ($0, children[$0.id.rawValue] ?? []) }
    }

    /// The tab of ``groupedTabs`` that is selected, or stands for the selected one.
    var selectedRootTab: TabID? {
        groupedTabs.first { group in
            group.tab.id == selectedTab || group.children.contains { $0.id == selectedTab }
        }?.tab.id
    }

    /// Returns a Boolean value indicating whether the bar of tabs is hidden: for everyone, while a
    /// screen that hides it is on the stack, or while nothing but the screen is shown.
    func hidesTabBar(on traits: DeviceTraits) -> Bool {
        appearance.flag(.tabBarIsHidden) || traits.isImmersive
            || (selected?.stack ?? []).dropFirst().contains {
                $0.properties.flag(.hidesBottomBarWhenPushed)
            }
    }

    /// Returns the scene with the list of the tabs without room as the screen that is shown, with
    /// the button that begins or ends its editing.
    func showingMore(isEdited: Bool, in locale: LanguageTag) -> Scene {
        guard let selected else { return self }
        let word: LocalizedString = isEdited ? .done : .edit
        let list = Self.listOfMore(
            [
                "right": "edit", Property.buttonTitle.name("right", "edit"): word.text(in: locale),
                Property.buttonStyle.name("right", "edit"): isEdited ? "done" : "plain",
            ], in: locale)
        return showing(
            Tab(
                id: selected.id, title: list.title ?? "", properties: selected.properties,
                stack: [list]))
    }

    /// Returns the scene with that list below the screens of the selected tab, if the tab is one of
    /// those without room: its first screen leads back to the list.
    func leadingBackToMore(_ more: TabBarLayout.More?, in locale: LanguageTag) -> Scene {
        guard let more, let selected, !selected.stack.isEmpty,
            [selected.id, selectedRootTab].compactMap(\.self).contains(where: more.items.contains)
        else { return self }
        return showing(
            Tab(
                id: selected.id, title: selected.title, properties: selected.properties,
                stack: [Self.listOfMore(in: locale)] + selected.stack))
    }

    private static func listOfMore(
        _ properties: Properties = [:], in locale: LanguageTag
    ) -> Screen {
        Screen(
            id: "more", route: "", title: LocalizedString.more.text(in: locale),
            properties: properties)
    }

    /// Returns the scene with another tab in the place of the one with its id.
    private func showing(_ tab: Tab) -> Scene {
        Scene(
            selectedTab: selectedTab, tabs: tabs.map { $0.id == tab.id ? tab : $0 },
            modals: modals, bars: bars, standaloneBars: standaloneBars)
    }
}

extension Tab {
    /// A Boolean value indicating whether its first screen is shown, whether or not that leads back
    /// to the list of the tabs without room.
    var showsFirstScreen: Bool {
        let screens = stack.first?.route.isEmpty == true ? stack.dropFirst() : stack[...]
        return screens.count == 1
    }
}

extension TabBarLayout {
    /// Puts the list of the tabs without room where the content is: each with its symbol, its
    /// title, its badge, and a chevron. While it is edited it has all tabs in the order of the bar,
    /// with a handle to drag each by. Rows go on below the screen, as lists do that scroll.
    mutating func layOutRowsOfMore(_ scene: Scene, on traits: DeviceTraits, in content: Rect) {
        guard let remaining = more?.items else { return }
        let items = traits.isMoreEdited ? scene.groupedTabs.map(\.tab.id) : remaining
        let tabs = items.compactMap(scene.tab)
        let rowHeight = RowStyle.on(traits, width: content.width).height
        more?.rows = tabs.enumerated().map { index, tab in
            let frame = Rect(
                x: content.x, y: content.y + Double(index) * rowHeight,
                width: content.width, height: rowHeight)
            var item = TabBarItem(
                tab, in: traits.locale, development: scene.developmentLanguage)
            // A sidebar has the children of a group in rows of their own.
            let children = scene.children(of: tab).filter { !items.contains($0.id) }
            item.standIn(for: children.map { $0.badge(in: traits.locale) }, in: traits.locale)
            var row = Self.row(of: tab, item, in: frame, on: traits)
            if traits.isRightToLeft { row.mirror(in: content) }
            return row
        }
    }

    private static func row(
        of tab: Tab, _ item: TabBarItem, in frame: Rect, on traits: DeviceTraits
    ) -> ContentLayout.Row {
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
            icon: placed.icon, badge: placed.badge,
            disclosure: SymbolElement(
                traits.isMoreEdited ? "line.3.horizontal" : "chevron.right", frame: chevron,
                color: SystemColor.tertiaryLabel.color(on: traits),
                isMirrored: traits.isRightToLeft),
            accessibility: accessibility)
    }
}

extension ContentLayout.Row {
    fileprivate mutating func mirror(in area: Rect) {
        frame.mirror(in: area)
        label.mirror(in: area)
        icon?.frame.mirror(in: area)
        badge?.frame.mirror(in: area)
        badge?.label?.mirror(in: area)
        disclosure?.frame.mirror(in: area)
    }
}
