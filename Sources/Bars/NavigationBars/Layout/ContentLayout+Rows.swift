internal import NavigationModel
internal import NavigationProperties

extension NavigationBarState {
    /// Returns the rows of the topmost screen that are on the device's screen, under the bars too
    /// while they are scrolled there: 44 points high (UIKit; not described), with a chevron at the
    /// end of those that push.
    func rows(on traits: DeviceTraits, in room: Rect) -> [ContentLayout.Row] {
        guard let item = topItem else { return [] }
        let names = item.properties.list(.rows).firstOfEach
        let height = ContentLayout.Row.height
        let start = room.y + scrolledAway(on: traits) - max(0, traits.scrollOffset)
        let first = max(0, ((-start) / height).rounded(.down))
        let last = ((traits.size.height - start) / height).rounded(.up)
        guard room.width > 0, first < Double(names.count), first < last else { return [] }
        let shown = Int(first)..<min(names.count, Int(last))
        return shown.map { index in
            let frame = Rect(
                x: room.x, y: start + Double(index) * height, width: room.width, height: height)
            return ContentLayout.Row(names[index], of: item, frame: frame, on: traits)
        }
    }

    /// Returns the height that a large title which made room for a standard one leaves to the
    /// content.
    private func scrolledAway(on traits: DeviceTraits) -> Double {
        let isGone = traits.isScrolled && prefersLargeTitle(on: traits)
        return isGone ? min(traits.scrollOffset, NavigationBarMetrics.largeTitleHeight) : 0
    }
}

extension ContentLayout.Row {
    /// The height of a row, in points (UIKit; not described).
    static let height = 44.0
    /// The square of the chevron, 12 of which are its height (UIKit; not described).
    static let chevronSize = 18.0

    /// A row of a screen's list.
    init(_ name: String, of item: NavigationItem, frame: Rect, on traits: DeviceTraits) {
        let properties = item.properties
        let title =
            properties.localized(Property.rowTitle.name(name), in: traits.locale)?.unlessBlank
            ?? name
        let accessory = properties.text(.rowAccessory, Property.rowAccessory.name(name))
        let pushes = properties.said(.rowPushes, Property.rowPushes.name(name)) != nil
        let line = ReadingLine(bounds: frame, isRightToLeft: traits.isRightToLeft)
        let margin = NavigationBarMetrics.margin(in: frame.width)
        let visible = frame.visible(on: traits)
        let (left, right) = (visible.lowerBound - frame.x, frame.maxX - visible.upperBound)
        let start = margin + (traits.isRightToLeft ? right : left)
        let end = frame.width - margin - (traits.isRightToLeft ? left : right)
        let hasChevron = accessory == "disclosureIndicator"
        let chevronStart = end - Self.chevronSize
        let font = NavigationBarMetrics.buttonFont
        let color = SystemColor.label.color(on: traits)
        let room = (hasChevron ? chevronStart - NavigationBarMetrics.gap : end) - start
        let label = line.text(title, at: start, room: room, font: font, color: color)
        self.init(
            id: name, frame: frame,
            label: label ?? .empty(in: line.frame(at: start, width: 0), font: font),
            icon: nil,
            disclosure: hasChevron
                ? line.symbol(
                    "chevron.forward", at: chevronStart, size: Self.chevronSize,
                    color: SystemColor.tertiaryLabel.color(on: traits), weight: .semibold,
                    isMirrored: true)
                : nil,
            accessibility: AccessibilityElement(
                .row, label: title, traits: pushes ? [.button] : []))
    }
}
