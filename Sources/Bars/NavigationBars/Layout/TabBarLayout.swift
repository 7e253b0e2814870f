package import NavigationModel
internal import NavigationProperties

/// A bar of tabs, laid out: UIKit's tab bar, Material's bottom navigation, an iPad's top bar or
/// sidebar.
package struct TabBarLayout: Hashable, Sendable, Encodable {
    /// The style of a bar.
    package enum Style: String, Hashable, Sendable, Encodable {
        /// UIKit's.
        case tabBar
        /// Material's.
        case bottomNavigation
    }

    /// The placement of a bar.
    package enum Placement: String, Hashable, Sendable, Encodable {
        /// At the lower edge.
        case bottom
        /// At the upper edge: an iPad's.
        case top
        /// Along the leading edge: an iPad's.
        case sidebar
        /// Along the leading edge, narrow: Material's navigation rail, a headset's ornament.
        case rail
    }

    /// The tabs that find no room, and their list.
    package struct More: Hashable, Sendable, Encodable {
        /// The tabs that its list shows, in the order of the bar.
        package var items: [TabID]
        /// The rows of the list, while it is shown.
        package var rows: [ContentLayout.Row]

        /// Joins the parts.
        package init(items: [TabID], rows: [ContentLayout.Row] = []) {
            self.items = items
            self.rows = rows
        }

        /// Encodes tabs by their ids.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(items.map(\.rawValue), forKey: .items)
            try container.encode(rows, forKey: .rows)
        }

        private enum Key: String, CodingKey {
            case items
            case rows
        }
    }

    /// The style of the bar.
    package var style: Style
    /// The placement of the bar.
    package var placement: Placement
    /// The bar without the safe area.
    package var frame: Rect
    /// The height of the safe area that the background covers too.
    package var safeBottom: Double
    /// The background.
    package var background: Background
    /// The line at its edge to the content; `nil` while it is hidden.
    package var separator: Separator?
    /// The visibility of titles; of a bottom navigation bar.
    package var titleVisibility: String?
    /// The alignment of the items in landscape; of a bottom navigation bar.
    package var alignment: String?
    /// The theme; of a bottom navigation bar.
    package var theme: TabBarTheme?
    /// The colour of the selected item.
    package var tintColor: Color
    /// The slots, in the order of the bar; `more` is the last if it is there.
    package var items: [TabItemLayout]
    /// The tabs that find no room; `nil` if there is room for all.
    package var more: More?
    /// A Boolean value indicating whether an iPad's bar is shown as a sidebar.
    package var isSidebarExpanded: Bool
    /// The button that makes an iPad's bar a sidebar, and a sidebar the bar; `nil` without a
    /// sidebar.
    package var sidebarButton: BarButtonLayout?
    /// The motion when another tab is selected.
    package var selectionMotion: Motion
    /// The accessory that floats above it.
    package var accessory: TextElement?
    /// The background of the accessory.
    package var accessoryBackground: Background?
    /// The accessory as people use it.
    package var accessoryControl: AccessoryControl?
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
    /// A Boolean value indicating whether a bar at the top may share its row with bar buttons: a
    /// television's has its own. No part of the JSON.
    var sharesRow = true

    private enum CodingKeys: CodingKey {
        case style, placement, frame, safeBottom, background, separator, titleVisibility
        case alignment, theme, tintColor, items, more, isSidebarExpanded, sidebarButton
        case selectionMotion, accessory, accessoryBackground, accessoryControl, accessibility
    }
}

extension TabBarLayout {
    /// The bar of the scene's tabs; `nil` if it is hidden or there are none.
    init?(_ scene: Scene, on traits: DeviceTraits) {
        guard !scene.tabs.isEmpty, !scene.hidesTabBar(on: traits) else { return nil }
        let properties = BarProperties(own: [:], appearance: scene.appearance)
        let frame = TabBarFrame(properties, on: traits)
        switch frame.placement {
        case .sidebar: self = .sidebar(scene, properties, on: traits)
        case .top, .bottom, .rail:
            let slots = TabBarSlots(
                scene.groupedTabs, of: scene, selected: scene.selectedRootTab,
                limit: Self.mostItems(frame.placement, on: traits),
                on: traits)
            self =
                switch frame.placement {
                case .top where traits.isTelevision:
                    .television(slots.items, properties, on: traits)
                case .top:
                    .topBar(slots.items, properties, hasSidebar: frame.hasSidebar, on: traits)
                case .rail where traits.isMaterial:
                    .rail(slots.items, properties, frame: frame, on: traits)
                case .rail: .ornament(slots.items, properties, frame: frame, on: traits)
                case .bottom, .sidebar:
                    .bottomBar(slots.items, properties, frame: frame, on: traits)
                }
            if !slots.remaining.isEmpty { more = More(items: slots.remaining.map(\.id)) }
        }
        if let title = scene.appearance.localized(.accessory, in: traits.locale)?.unlessBlank {
            layOutAccessory(title, on: traits)
        }
        if traits.isRightToLeft { mirror(in: traits.screen) }
    }

    /// Returns the most slots of a bar: as many as a rail or a television's row has, else five.
    private static func mostItems(_ placement: Placement, on traits: DeviceTraits) -> Int {
        if traits.isTelevision { return mostTelevisionItems }
        return placement == .rail ? mostRailItems : TabBarSlots.maximum
    }

    /// A bar of tabs that no controller manages, at the lower edge of `room`; `nil` if it is hidden
    /// or has no items.
    init?(_ bar: StandaloneBar, of scene: Scene, on traits: DeviceTraits, in room: Rect) {
        let properties = BarProperties(own: bar.properties, appearance: scene.appearance)
        guard !bar.items.isEmpty, !properties.flag(.tabBarIsHidden), !traits.isImmersive else {
            return nil
        }
        var items = bar.items.map {
            TabBarItem(
                $0, of: bar, in: traits.locale, development: scene.developmentLanguage)
        }
        if items.count > TabBarSlots.maximum {
            let rest = items[(TabBarSlots.maximum - 1)...]
            var more = TabBarItem(
                moreWithID: "\(bar.id.layoutID).more", in: traits.locale,
                isSelected: rest.contains(where: \.isSelected))
            more.standIn(for: rest.map(\.badge), in: traits.locale)
            items.replaceSubrange((TabBarSlots.maximum - 1)..., with: [more])
        }
        let style = Style(rawValue: bar.properties.text(.barKind) ?? "") ?? .tabBar
        let frame = TabBarFrame(properties, style: style, in: room, on: traits)
        self = .bottomBar(items, properties, frame: frame, on: traits)
        accessibility.identifier = bar.properties.explicitText(.accessibilityIdentifier)
        if traits.isRightToLeft { mirror(in: traits.screen) }
    }

    /// The height at which it is read: a bar at the top before the buttons in its row.
    var readFrom: Double { placement == .top ? topRow.y : frame.y }

    /// The row of a bar at the top, from the upper edge of the screen on.
    var topRow: Rect { Rect(x: 0, y: 0, width: frame.maxX, height: frame.maxY + Self.topBarMargin) }

    /// The area across that a bar at the top takes of the row that it shares with a navigation bar:
    /// with its button, and of no other.
    var sharedRow: ClosedRange<Double>? {
        guard placement == .top, sharesRow else { return nil }
        let frames = [frame] + [sidebarButton?.frame].compactMap(\.self)
        guard let left = frames.map(\.x).min(), let right = frames.map(\.maxX).max(), left <= right
        else { return nil }
        return left...right
    }

    /// Returns the area of the screen that the bar, and an accessory above it, leave free; a bar at
    /// the top shares its row.
    func room(on traits: DeviceTraits) -> Rect {
        var room = traits.safeRoom
        switch placement {
        case .bottom: room = room.without(frame)
        case .top: break
        case .sidebar, .rail:
            room.width = max(0, room.width - frame.width)
            if !traits.isRightToLeft { room.x = frame.maxX }
        }
        return room.without(accessoryBackground?.frame)
    }
}

/// Mirroring of a bar about the middle of the screen, where text runs from right to left: of all
/// but the texts and symbols themselves.
extension TabBarLayout {
    /// Swaps the sides of the screen.
    mutating func mirror(in screen: Rect) {
        frame = frame.mirrored(in: screen)
        background.frame = background.frame.mirrored(in: screen)
        separator?.frame.mirror(in: screen)
        for index in items.indices { items[index].mirror(in: screen) }
        sidebarButton?.frame.mirror(in: screen)
        sidebarButton?.touch.mirror(in: screen)
        sidebarButton?.icon?.frame.mirror(in: screen)
        accessory?.mirror(in: screen)
        accessoryBackground?.frame.mirror(in: screen)
        accessoryControl?.touch.mirror(in: screen)
    }
}

extension TabItemLayout {
    fileprivate mutating func mirror(in screen: Rect) {
        frame.mirror(in: screen)
        touch.mirror(in: screen)
        background?.frame.mirror(in: screen)
        marker?.frame.mirror(in: screen)
        icon?.frame.mirror(in: screen)
        label?.mirror(in: screen)
        badge?.frame.mirror(in: screen)
        badge?.label?.mirror(in: screen)
    }
}

extension TextElement {
    /// Swaps the sides of the screen: what began at a left end ends at a right one.
    mutating func mirror(in screen: Rect) {
        frame.mirror(in: screen)
        baseline.x = screen.x + screen.maxX - baseline.x
        anchor =
            switch anchor {
            case .start: .end
            case .middle: .middle
            case .end: .start
            }
    }
}
