internal import NavigationModel
internal import NavigationProperties

/// The content between the bars, as far as the scene describes it: rows that push, panes, or the
/// name of the screen.
package struct ContentLayout: Hashable, Sendable, Encodable {
    /// A row of a list.
    package struct Row: Hashable, Sendable, Encodable {
        /// Its name in the list.
        package var id: String
        /// All of it.
        package var frame: Rect
        /// The title.
        package var label: TextElement
        /// The symbol before the words.
        package var icon: SymbolElement?
        /// The badge of a row that stands for a tab; `nil` for none.
        package var badge: BadgeLayout?
        /// The chevron of a row that pushes.
        package var disclosure: SymbolElement?
        /// The element for screen readers.
        package var accessibility: AccessibilityElement
    }

    /// The place of a screen in an app's own container.
    package struct Child: Hashable, Sendable, Encodable {
        /// Its name.
        package var id: String
        /// All of it.
        package var frame: Rect
        /// Its name in words; `nil` if there is no room.
        package var label: TextElement?
    }

    /// A part of a split view.
    package struct Pane: Hashable, Sendable, Encodable {
        /// Its name.
        package var id: String
        /// All of it.
        package var frame: Rect
        /// Its bar; `nil` if it has none.
        package var navigationBar: NavigationBarLayout?
    }

    /// All between the bars.
    package var frame: Rect
    /// The colour of the background.
    package var background: Color
    /// The name of the screen, where there is nothing else to show.
    package var placeholder: TextElement?
    /// The rows.
    package var rows: [Row]
    /// The panes, from the leading edge.
    package var panes: [Pane]
    /// The children of an app's own container, from above; empty for other screens.
    package var children: [Child] = []
    /// The current page of a page view, from 0; `nil` of other screens.
    package var page: Int?
    /// The number of pages; `nil` of other screens.
    package var pageCount: Int?
}

extension ContentLayout {
    /// Lays out the content of the screen that is shown, in the room that the bars leave.
    init(_ scene: Scene, on traits: DeviceTraits, in room: Rect) {
        let state = scene.selected.map { scene.navigationBar(of: $0, in: traits.locale) }
        self.init(state, on: traits, in: room)
        guard let state else { return }
        children = state.children(on: traits, in: room)
        if !children.isEmpty { placeholder = nil }
        panes = state.panes(on: traits, in: room)
        guard let primary = panes.first else { return }
        // The first pane has the list, below its bar.
        placeholder = nil
        rows = state.rows(on: traits, in: primary.roomBelowBar)
    }

    /// Lays out the content of a stack's topmost screen: its rows; else the place where its content
    /// would be, with its title or its deep link.
    init(_ state: NavigationBarState?, on traits: DeviceTraits, in room: Rect) {
        let screen = state?.topItem?.screen
        let count = screen?.properties.number(.pageCount).map { Int($0) } ?? 1
        let page = screen?.properties.number(.page).map { Int($0) } ?? 0
        let isPaged = screen?.properties.text(.kind) == "pages"
        let rows = state?.rows(on: traits, in: room) ?? []
        self.init(
            frame: room,
            background: traits.screenBackground,
            placeholder: rows.isEmpty
                ? screen.flatMap { Self.placeholder($0, on: traits, in: room) } : nil,
            rows: rows, panes: [], page: isPaged ? min(page, count - 1) : nil,
            pageCount: isPaged ? count : nil)
    }

    private static func placeholder(
        _ screen: Screen, on traits: DeviceTraits, in room: Rect
    ) -> TextElement? {
        let style = RowStyle.on(traits, width: room.width)
        let font = style.font
        let visible = room.visible(on: traits)
        var area = room
        area.x = visible.lowerBound
        area.width = visible.upperBound - visible.lowerBound
        let margin = style.margin
        let line = ReadingLine(bounds: area, isRightToLeft: traits.isRightToLeft)
        return line.text(
            screen.barTitle(in: traits.locale) ?? screen.route, at: margin,
            room: area.width - 2 * margin, font: font,
            color: traits.isMaterial
                ? traits.scheme.onSurfaceVariant : SystemColor.secondaryLabel.color(on: traits),
            baseline: area.y + margin + TextMetrics.ascent(of: font))
    }
}

extension NavigationBarState {
    /// Returns the rows of the topmost screen that are on the device's screen, under the bars too
    /// while they are scrolled there: 44 points high (UIKit; not described), with a chevron at the
    /// end of those that push.
    func rows(on traits: DeviceTraits, in room: Rect) -> [ContentLayout.Row] {
        guard let item = topItem else { return [] }
        let names = item.properties.list(.rows).firstOfEach
        let height = RowStyle.on(traits, width: room.width).height
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
        let large = style(on: traits, width: traits.size.width).largeTitleHeight
        return isGone ? min(traits.scrollOffset, large) : 0
    }
}

extension ContentLayout.Row {
    /// The square of the chevron, 12 of which are its height (UIKit; not described).
    static let chevronSize = 18.0

    /// A row of a screen's list.
    init(_ name: String, of item: NavigationItem, frame: Rect, on traits: DeviceTraits) {
        let properties = item.properties
        let title =
            properties.localized(Property.rowTitle.name(name), in: traits.locale)?.unlessBlank
            ?? name
        let accessory = properties.text(.rowAccessory, Property.rowAccessory.name(name))
        let pushes = properties.explicitText(.rowPushes, Property.rowPushes.name(name)) != nil
        let line = ReadingLine(bounds: frame, isRightToLeft: traits.isRightToLeft)
        let style = RowStyle.on(traits, width: frame.width)
        let margin = style.margin
        let visible = frame.visible(on: traits)
        let (left, right) = (visible.lowerBound - frame.x, frame.maxX - visible.upperBound)
        let start = margin + (traits.isRightToLeft ? right : left)
        let end = frame.width - margin - (traits.isRightToLeft ? left : right)
        // Material's lists have no such sign.
        let hasChevron = accessory == "disclosureIndicator" && !traits.isMaterial
        let chevronStart = end - Self.chevronSize
        let font = style.font
        let color =
            traits.isMaterial ? traits.scheme.onSurface : SystemColor.label.color(on: traits)
        let room = (hasChevron ? chevronStart - NavigationBarMetrics.gap : end) - start
        let label = line.text(title, at: start, room: room, font: font, color: color)
        self.init(
            id: name, frame: frame,
            label: label ?? .empty(in: line.frame(at: start, width: 0), font: font),
            icon: nil, badge: nil,
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
