/// What the slots of one bar have in common.
struct TabItemPlacing {
    /// How icon and label stand to each other.
    var arrangement: TabItemArrangement
    /// The colours.
    var look: TabBarLook
    /// The device.
    var traits: DeviceTraits
    /// Which items show their label: `selected`, `always` or `never`.
    var titleVisibility = "always"
    /// How far touches reach below a slot, through the safe area.
    var touchBelow: Double = 0
    /// Where icons and labels are seen: the bar without what the device's shape takes at its sides.
    var visible: ClosedRange<Double>
    /// The marker of the selected item by the frames of its slot and its icon.
    var marker: Marker?

    /// The shape of the marker.
    enum Marker {
        /// A pill behind the icon and, if it is beside, the label.
        case behindIcon
        /// All of the slot but a margin, with corners of a radius.
        case slot(margin: Double, cornerRadius: Double)
    }

    /// How opaque a disabled item is. The description of the tab bar.
    static let disabledOpacity = 0.3
    /// How opaque the icon under the finger is: the description of the tab bar says that it fades; the
    /// figure is our own.
    static let pressedOpacity = 0.5
}

extension TabItemLayout {
    /// An item in its slot, where text runs from left to right.
    init(_ item: TabBarItem, in slot: Rect, placing: TabItemPlacing) {
        let (look, traits) = (placing.look, placing.traits)
        let isPressed = item.isEnabled && traits.pressed == item.id
        let opacity = item.isEnabled ? 1 : TabItemPlacing.disabledOpacity
        let symbol = item.drawnSymbol(fillsSelected: look.fillsSelected)
        let showsLabel =
            placing.titleVisibility == "always"
            || placing.titleVisibility == "selected" && item.isSelected
        var places = placing.places(for: item, title: showsLabel ? item.title : "", in: slot)
        let badge = item.badge.map { placing.badge($0, at: places, in: slot, opacity: opacity) }
        if let badge, placing.arrangement.isRow { places.endLabel(before: badge.frame.x) }

        self.init(
            id: item.id, frame: slot,
            touch: slot.inset(by: Insets(bottom: -placing.touchBelow)),
            marker: nil,
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
    }
}

extension TabItemPlacing {
    /// Where the parts of an item are.
    struct Places {
        /// The icon's square; what an item without an icon would have.
        var icon: Rect
        /// The label's anchor.
        var baseline: Point
        /// Which point of the label that is.
        var anchor: TextElement.Anchor
        /// The width that the label may take.
        var labelRoom: Double

        /// Keeps the label of a row off what follows it.
        mutating func endLabel(before x: Double) {
            labelRoom = min(labelRoom, max(0, x - 8 - baseline.x))
        }
    }

    /// Where the parts of an item are that shows `title`, which may be empty.
    func places(for item: TabBarItem, title: String, in slot: Rect) -> Places {
        let font = arrangement.font
        let side = max(0, min(arrangement.iconSize, slot.width, slot.height))
        switch arrangement.labelPlace {
        case .below(let baselineAboveEdge):
            let baseline = slot.maxY - baselineAboveEdge
            let iconY = baseline - TextMetrics.ascent(of: font) - arrangement.gap - side
            return below(slot, title: title, iconY: iconY, baseline: baseline, side: side)
        case .belowInMiddle:
            let label = title.isEmpty ? 0 : arrangement.gap + TextMetrics.lineHeight(of: font)
            let iconY = slot.midY - (side + label) / 2
            return below(
                slot, title: title, iconY: iconY,
                baseline: iconY + side + arrangement.gap + TextMetrics.ascent(of: font), side: side)
        case .beside:
            let room = max(0, slot.width - 2 * arrangement.padding)
            let width = min(room, arrangement.widthBeside(title, of: item))
            let x = kept(slot.midX - width / 2, width: width)
            let gap = arrangement.gapBeside(item)
            guard item.symbol == nil else { return beside(slot, from: x, side: side, gap: gap) }
            // Without an icon the badge begins after the label.
            var places = beside(slot, from: x - side - gap, side: side, gap: gap)
            places.labelRoom = max(0, places.labelRoom - arrangement.badgeBeside(item, gap: gap))
            let label = min(places.labelRoom, arrangement.width(of: title))
            places.icon.x = x + label + gap - BadgeLayout.offset.x - side
            return places
        case .row(let inset):
            // A child stands in from its parent by the room of an icon.
            let indent = Double(item.depth) * (side + arrangement.gap)
            return beside(
                slot, from: slot.x + inset + indent, side: side, gap: arrangement.gap)
        }
    }

    private func below(
        _ slot: Rect, title: String, iconY: Double, baseline: Double, side: Double
    ) -> Places {
        let room = max(0, slot.width - 2 * arrangement.padding)
        let width = max(side, min(room, arrangement.width(of: title)))
        let middle = kept(slot.midX - width / 2, width: width) + width / 2
        let reach = min(
            middle - max(slot.x + arrangement.padding, visible.lowerBound),
            min(slot.maxX - arrangement.padding, visible.upperBound) - middle)
        return Places(
            icon: Rect(x: middle - side / 2, y: max(0, iconY), width: side, height: side),
            baseline: Point(x: middle, y: baseline), anchor: .middle, labelRoom: max(0, 2 * reach))
    }

    private func beside(
        _ slot: Rect, from x: Double, side: Double, gap: Double
    ) -> Places {
        let labelX = x + side + gap
        return Places(
            icon: Rect(x: x, y: max(0, slot.midY - side / 2), width: side, height: side),
            baseline: Point(x: labelX, y: slot.midY + arrangement.font.baselineBelowMiddle),
            anchor: .start, labelRoom: max(0, slot.maxX - arrangement.padding - labelX))
    }

    /// The left edge of something so wide, moved no more than keeps it in what is seen.
    private func kept(_ x: Double, width: Double) -> Double {
        max(visible.lowerBound, min(x, visible.upperBound - width))
    }

    /// The badge of an item whose parts are there: at the icon's upper corner after the text, in a list
    /// at the end of the row. It stays on the screen with its border.
    func badge(
        _ text: String, at places: Places, in slot: Rect, opacity: Double
    ) -> BadgeLayout {
        var origin = Point(
            x: places.icon.maxX + BadgeLayout.offset.x, y: places.icon.y + BadgeLayout.offset.y)
        let room =
            switch arrangement.labelPlace {
            // To where the next icon begins, less a little.
            case .below, .belowInMiddle:
                slot.maxX + (slot.width - places.icon.width) / 2 - 4 - origin.x
            case .beside, .row: TabItemArrangement.badgeRoom
            }
        let size = BadgeLayout.size(of: text, room: room)
        if arrangement.isRow {
            origin = Point(
                x: slot.maxX - arrangement.padding - size.width, y: slot.midY - size.height / 2)
        } else {
            origin.x = min(origin.x, visible.upperBound - 2 * BadgeLayout.borderWidth - size.width)
        }
        return BadgeLayout(text, at: origin, room: room, opacity: opacity, on: traits)
    }

    /// What marks the selected item; `nil` in bars without a marker.
    func markerBackground(icon: Rect, of item: TabItemLayout) -> Background? {
        guard let color = look.marker, let marker else { return nil }
        let frame: Rect
        let radius: Double
        switch marker {
        case .behindIcon:
            // Material's indicator is 64 × 32 around an icon of 24 in a bar of 80; this is what fits 56.
            let end = arrangement.labelPlace == .beside ? item.label?.frame.maxX : nil
            frame = Rect(
                x: icon.x - 16, y: icon.y - 2, width: (end ?? icon.maxX) - icon.x + 32,
                height: icon.height + 4
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

extension Rect {
    /// What of it is within another; of no size, in that one, if nothing is.
    func within(_ outer: Rect) -> Rect {
        let left = min(max(x, outer.x), outer.maxX)
        let top = min(max(y, outer.y), outer.maxY)
        return Rect(
            x: left, y: top, width: max(0, min(maxX, outer.maxX) - left),
            height: max(0, min(maxY, outer.maxY) - top))
    }
}
