/// The common input for placing the items of one bar in their slots.
struct TabItemPlacing {
    /// The arrangement of icon and label.
    var arrangement: TabItemArrangement
    /// The colours.
    var look: TabBarLook
    /// The device.
    var traits: DeviceTraits
    /// The visibility of labels: `selected`, `always` or `never`.
    var titleVisibility: String
    /// The height of the area below a slot that reacts to touches, through the safe area.
    var touchBelow: Double
    /// The range across in which icons and labels are seen: the bar without the safe areas at its
    /// sides.
    var visible: ClosedRange<Double>
    /// The marker of the selected item by the frames of its slot and its icon.
    var marker: Marker?

    /// Joins the parts; words are as heavy as people have set it.
    init(
        arrangement: TabItemArrangement, look: TabBarLook, traits: DeviceTraits,
        titleVisibility: String = "always", touchBelow: Double = 0,
        visible: ClosedRange<Double>, marker: Marker? = nil
    ) {
        self.arrangement = arrangement.adapted(to: traits)
        self.look = look
        self.traits = traits
        self.titleVisibility = titleVisibility
        self.touchBelow = touchBelow
        self.visible = visible
        self.marker = marker
    }

    /// The shape of the marker.
    enum Marker {
        /// A pill behind the icon and, if it is beside, the label.
        case behindIcon
        /// A pill of a size around the middle of the icon.
        case pill(Size)
        /// All of the slot but a margin, with corners of a radius.
        case slot(margin: Double, cornerRadius: Double)
    }

    /// The opacity of a disabled item: the description of the tab bar has 0.3, Material 3 0.38.
    var disabledOpacity: Double { traits.isMaterial ? MaterialScheme.disabledOpacity : 0.3 }
    /// The opacity of the icon under the finger: the description of the tab bar says that it fades;
    /// the value is our own.
    static let pressedOpacity = 0.5
}

extension TabItemPlacing {
    /// The places of the parts of an item.
    struct Places {
        /// The icon's square; of an item without an icon the one that it would have.
        var icon: Rect
        /// The label's anchor.
        var baseline: Point
        /// The point of the label at ``baseline``.
        var anchor: TextElement.Anchor
        /// The width that the label may take.
        var labelRoom: Double

        /// Keeps the label of a row off what follows it.
        mutating func endLabel(before x: Double) {
            labelRoom = min(labelRoom, max(0, x - 8 - baseline.x))
        }
    }

    /// Returns the places of the parts of an item that shows `title`, which may be empty.
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
        case .belowIndicator(let top):
            let middle = TabItemArrangement.indicatorHeight / 2
            // Without a label the indicator is in the middle of its slot.
            let iconY = title.isEmpty ? slot.midY - side / 2 : slot.y + top + middle - side / 2
            let line = slot.y + top + 2 * middle + arrangement.gap
            return below(
                slot, title: title, iconY: iconY,
                baseline: line + MaterialFont.labelLine / 2 + font.baselineBelowMiddle, side: side)
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
            places.icon.x = x + label + gap - BadgeMetrics.uiKit.pillOffset.x - side
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

    /// Returns the left edge of something so wide, moved no more than keeps it in sight.
    private func kept(_ x: Double, width: Double) -> Double {
        max(visible.lowerBound, min(x, visible.upperBound - width))
    }
}
