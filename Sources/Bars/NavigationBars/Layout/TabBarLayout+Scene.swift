internal import NavigationModel
internal import NavigationProperties

extension TabBarLayout {
    /// The bar of the scene's tabs; `nil` if it is hidden or there are none.
    init?(_ scene: Scene, on traits: DeviceTraits) {
        guard !scene.tabs.isEmpty, !scene.hidesTabBar(on: traits) else { return nil }
        let properties = BarProperties(own: [:], appearance: scene.appearance)
        let frame = TabBarFrame(properties, on: traits)
        switch frame.placement {
        case .sidebar: self = .sidebar(scene, properties, on: traits)
        case .top, .bottom:
            let slots = TabBarSlots(
                scene.groupedTabs.map(\.tab), selected: scene.selectedRootTab,
                limit: TabBarSlots.maximum, isMoreShown: traits.isMoreShown, in: traits.locale)
            self =
                frame.placement == .top
                ? .topBar(slots.items, properties, on: traits)
                : .bottomBar(slots.items, properties, frame: frame, on: traits)
            if !slots.remaining.isEmpty { more = More(items: slots.remaining.map(\.id)) }
        }
        if let title = properties.explicitText(.accessory) { layOutAccessory(title, on: traits) }
        if traits.isRightToLeft { mirror(in: traits.screen) }
    }

    /// A bar of tabs that no controller manages, at the lower edge of `room`; `nil` if it is hidden
    /// or has no items.
    init?(_ bar: StandaloneBar, of scene: Scene, on traits: DeviceTraits, in room: Rect) {
        let properties = BarProperties(own: bar.properties, appearance: scene.appearance)
        guard !bar.items.isEmpty, !properties.flag(.tabBarIsHidden), !traits.isImmersive else {
            return nil
        }
        var items = bar.items.map { TabBarItem($0, of: bar, in: traits.locale) }
        if items.count > TabBarSlots.maximum {
            let rest = items[(TabBarSlots.maximum - 1)...]
            let more = TabBarItem(
                moreWithID: "\(bar.id.layoutID).more", in: traits.locale,
                isSelected: rest.contains(where: \.isSelected))
            items.replaceSubrange((TabBarSlots.maximum - 1)..., with: [more])
        }
        let style = Style(rawValue: bar.properties.text(.barKind) ?? "") ?? .tabBar
        let frame = TabBarFrame(properties, style: style, in: room, on: traits)
        self = .bottomBar(items, properties, frame: frame, on: traits)
        accessibility.identifier = bar.properties.said(.accessibilityIdentifier)
        if traits.isRightToLeft { mirror(in: traits.screen) }
    }

    /// Returns the area of the screen that the bar, and an accessory above it, leave free.
    func room(on traits: DeviceTraits) -> Rect {
        var room = traits.safeRoom
        switch placement {
        case .bottom: room = room.without(frame)
        case .top: room = room.without(frame.inset(by: Insets(bottom: -Self.topBarMargin)))
        case .sidebar:
            room.width = max(0, room.width - frame.width)
            if !traits.isRightToLeft { room.x = frame.maxX }
        }
        return room.without(accessoryBackground?.frame)
    }
}
