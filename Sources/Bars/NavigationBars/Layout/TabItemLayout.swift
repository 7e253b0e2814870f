/// One slot of a bar of tabs.
package struct TabItemLayout: Hashable, Sendable, Encodable {
    /// `tab.ID`, or `more`; of a standalone bar `bar.ID.ITEM`.
    package var id: String
    /// The purpose that its app names: `subtask`, `view` or `mode`; `nil` for none.
    package var purpose: String?
    /// The frame in the bar.
    package var frame: Rect
    /// The area that reacts to touches.
    package var touch: Rect
    /// The glass that it stands on apart from the others; `nil` on the bar.
    package var background: Background?
    /// The marker of the selected item, behind all of it; `nil` for the others, and in bars
    /// without.
    package var marker: Background?
    /// The symbol; `nil` if the tab has none.
    package var icon: SymbolElement?
    /// The label; `nil` while it is not shown.
    package var label: TextElement?
    /// The badge; `nil` for none.
    package var badge: BadgeLayout?
    /// A Boolean value indicating whether it is the selected one.
    package var isSelected: Bool
    /// A Boolean value indicating whether it can be selected.
    package var isEnabled: Bool
    /// A Boolean value indicating whether it is under the finger.
    package var isPressed: Bool
    /// A Boolean value indicating whether it has the focus.
    package var isFocused: Bool
    /// The motion of its symbol when it is selected; `nil` for none.
    package var motion: Motion?
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
}

extension TabItemLayout {
    /// An item in its slot, where text runs from left to right.
    init(_ item: TabBarItem, in slot: Rect, placing: TabItemPlacing) {
        let (look, traits) = (placing.look, placing.traits)
        let isPressed = item.isEnabled && traits.pressed == item.id
        let opacity = item.isEnabled ? 1 : placing.disabledOpacity
        let symbol = item.drawnSymbol(fillsSelected: look.fillsSelected)
        let showsLabel =
            item.showsTitle
            && (placing.titleVisibility == "always"
                || placing.titleVisibility == "selected" && item.isSelected)
        var places = placing.places(for: item, title: showsLabel ? item.title : "", in: slot)
        let badge = item.badge.map { placing.badge($0, at: places, in: slot, opacity: opacity) }
        if let badge, placing.arrangement.isRow { places.endLabel(before: badge.frame.x) }

        self.init(
            id: item.id, purpose: item.purpose, frame: slot,
            touch: slot.inset(by: Insets(bottom: -placing.touchBelow)),
            background: nil, marker: nil,
            icon: symbol.map {
                SymbolElement(
                    $0, frame: places.icon,
                    color: item.isSelected ? look.selectedIcon : look.unselected,
                    opacity: isPressed ? TabItemPlacing.pressedOpacity : opacity)
            },
            label: showsLabel
                ? TextElement(
                    line: item.title, at: places.baseline, anchor: places.anchor,
                    room: places.labelRoom, font: placing.arrangement.font,
                    color: item.isSelected ? look.tint : look.unselected, opacity: opacity)
                : nil,
            badge: badge,
            isSelected: item.isSelected, isEnabled: item.isEnabled, isPressed: isPressed,
            isFocused: traits.focused == item.id,
            motion: item.isSelected && symbol != nil ? look.symbolMotion : nil,
            accessibility: item.accessibility(drawing: symbol))
        if item.isSelected { marker = placing.markerBackground(icon: places.icon, of: self) }
        if isFocused, traits.isTelevision { standOut(placing, icon: places.icon) }
    }
}

extension TabItemLayout {
    /// Gives an item the look of a television's focus: dark on a bright pill.
    private mutating func standOut(_ placing: TabItemPlacing, icon: Rect) {
        marker = placing.markerBackground(icon: icon, of: self)
        marker?.color = Color.televisionFocus
        label?.color = Color.onTelevisionFocus
        self.icon?.color = Color.onTelevisionFocus
    }
}

extension Color {
    /// The pill behind what has a television's focus, in light and dark (our own, after tvOS).
    static let televisionFocus = Color(0xFFFFFF)
    /// The words and symbols on it.
    static let onTelevisionFocus = Color(0x000000)
}

extension TabItemPlacing {
    /// Returns the badge of an item whose parts are placed: at the icon's upper corner after the
    /// text, in a list at the end of the row. It stays on the screen with its border.
    func badge(
        _ text: String, at places: Places, in slot: Rect, opacity: Double
    ) -> BadgeLayout {
        let metrics = BadgeMetrics.on(traits)
        let offset = metrics.offset(of: text, icon: places.icon)
        var origin = Point(x: places.icon.maxX + offset.x, y: places.icon.y + offset.y)
        let room =
            switch arrangement.labelPlace {
            // To where the next icon begins, less a little.
            case .below, .belowInMiddle, .belowIndicator:
                slot.maxX + (slot.width - places.icon.width) / 2 - 4 - origin.x
            case .beside, .row: TabItemArrangement.badgeRoom
            }
        let size = metrics.size(of: text, room: room)
        if arrangement.isRow {
            origin = Point(
                x: slot.maxX - arrangement.padding - size.width, y: slot.midY - size.height / 2)
        } else {
            origin.x = min(origin.x, visible.upperBound - 2 * metrics.borderWidth - size.width)
        }
        return BadgeLayout(text, at: origin, room: room, opacity: opacity, on: traits)
    }

    /// Returns the marker of the selected item; `nil` in bars without one.
    func markerBackground(icon: Rect, of item: TabItemLayout) -> Background? {
        guard let color = look.marker, let marker else { return nil }
        let frame: Rect
        let radius: Double
        switch marker {
        case .behindIcon:
            // Material's indicator is 64 × 32 around an icon of 24 in a bar of 80; this is what
            // fits 56.
            let end = arrangement.labelPlace == .beside ? item.label?.frame.maxX : nil
            frame = Rect(
                x: icon.x - 16, y: icon.y - 2, width: (end ?? icon.maxX) - icon.x + 32,
                height: icon.height + 4
            ).within(item.frame)
            radius = frame.height / 2
        case .pill(let size):
            frame = Rect(
                x: icon.midX - size.width / 2, y: icon.midY - size.height / 2, width: size.width,
                height: size.height
            ).within(item.frame)
            radius = frame.height / 2
        case .slot(let margin, let cornerRadius):
            frame = item.frame.inset(
                by: Insets(top: margin, left: margin, bottom: margin, right: margin)
            ).within(item.frame)
            radius = min(cornerRadius, frame.height / 2)
        }
        return Background(kind: .opaque, color: color, frame: frame, cornerRadius: radius)
    }
}
