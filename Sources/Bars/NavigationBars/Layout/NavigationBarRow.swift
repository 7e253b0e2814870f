internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// The row of a navigation bar with the back button, the items beside the title, and the room that
/// is left in the middle.
struct NavigationBarRow {
    /// The content of a row.
    struct Content {
        /// The bar's id.
        let id: String
        /// The item that shows.
        let item: NavigationItem?
        /// The screen that the back button leads to; `nil` for none.
        let back: Screen?
        /// The preferred width of the content in the middle; 0 if there is none.
        let middleWidth: Double
        /// The look of the bar.
        let look: NavigationBarLook
        /// The properties of the bar.
        let properties: BarProperties
        /// The lengths and fonts of the platform.
        let style: NavigationBarStyle
        /// The area in the middle that a tablet's tabs take, from the leading edge: the title is
        /// before it.
        let taken: ClosedRange<Double>?
        /// The device.
        let traits: DeviceTraits
    }

    /// The back button.
    private(set) var back: BackButtonLayout?
    /// The items before the title, outermost first.
    private(set) var left: [BarButtonLayout] = []
    /// The items after it, outermost first.
    private(set) var right: [BarButtonLayout] = []
    /// The start of the room in the middle, from the leading edge.
    private(set) var middleStart: Double
    /// The end of that room; before its start if there is none.
    private(set) var middleEnd: Double

    /// A Boolean value indicating whether tabs are in the middle.
    let isTaken: Bool

    private let line: ReadingLine
    private let content: Content

    /// Fills a row, `leading` and `trailing` being what the device's shape takes of its ends.
    ///
    /// The items at both sides get the width they need as long as a little is left of the title;
    /// then each side has its share. The back button shows the title of its screen if the bar's own
    /// is not truncated for it, else the word for going back, else its chevron.
    init(_ content: Content, in line: ReadingLine, leading: Double, trailing: Double) {
        self.content = content
        self.line = line
        isTaken = content.taken != nil
        let style = content.style
        let gap = style.gap
        let end = line.bounds.width - trailing - style.margin
        let (backInset, backSide) = style.backSquare
        let backStart = leading + backInset
        let start = content.back == nil ? leading + style.margin : backStart + backSide

        let row = line.bounds.height
        var before = BarButtonGroup(content.item?.left ?? [], row: row, style: style)
        var after = BarButtonGroup(content.item?.right ?? [], row: row, style: style)
        let between = content.back == nil || before.pieces.isEmpty ? 0 : gap
        let kept = min(content.middleWidth, Self.leastTitle)
        let middleEdge = content.taken.map { $0.lowerBound - gap }
        if let middleEdge, let taken = content.taken {
            let room = middleEdge - start - between - (kept > 0 ? kept + gap : 0)
            before = before.fitted(to: max(0, room))
            after = after.fitted(to: max(0, end - taken.upperBound - gap))
        } else {
            let room = max(0, end - start - between - (kept > 0 ? kept + 2 * gap : gap))
            let roomAfter = max(room / 2, room - before.width)
            before = before.fitted(to: room - min(after.width, roomAfter))
            after = after.fitted(to: roomAfter)
        }

        middleStart = start
        middleEnd = end
        if let screen = content.back {
            let besideBack = before.pieces.isEmpty ? 0 : before.width + gap
            let middle = content.middleWidth > 0 ? content.middleWidth + gap : 0
            let afterMiddle = after.pieces.isEmpty ? 0 : after.width + gap
            let fitting = middleEdge ?? end - afterMiddle
            let centred =
                middleEdge == nil && middle > 0
                ? line.bounds.width / 2 + content.middleWidth / 2 : fitting
            let rooms = [min(centred, fitting), fitting].map { $0 - middle - besideBack - start }
            let button = BackButtonLayout(
                to: screen, at: backStart, rooms: rooms, in: line, of: content)
            middleStart = backStart + button.frame.width + gap
            back = button
        }
        left = place(before, at: middleStart) { $0 }
        if !before.pieces.isEmpty { middleStart += before.width + gap }
        right = place(after, at: end - after.width) { after.width - $0 }
        if !after.pieces.isEmpty { middleEnd -= after.width + gap }
        if let middleEdge { middleEnd = middleEdge }
    }

    /// The least width that the items beside a title leave of it: some letters.
    private static let leastTitle = 44.0

    /// Places items from a distance on; `turned` turns the distance from the first of them, which
    /// is the outermost, into the distance of the item's far end from the start of all.
    private func place(
        _ run: BarButtonGroup, at start: Double, _ turned: (Double) -> Double
    ) -> [BarButtonLayout] {
        var distance = 0.0
        return run.pieces.map { piece in
            let near = turned(distance + piece.gap)
            distance += piece.gap + piece.width
            let far = turned(distance)
            return BarButtonLayout(
                piece.button, at: start + min(near, far), width: piece.width, in: line, of: content)
        }
    }
}

/// The parts of a navigation bar from above: the prompt, the row with the buttons, the large title.
/// The lowest is truncated if the bar is lower than all of them.
struct NavigationBarRows {
    /// The row with the buttons.
    let row: Rect
    private let prompt: Rect
    private let large: Rect
    private let search: Rect

    /// Divides a bar.
    init(_ frame: Rect, _ metrics: NavigationBarMetrics) {
        var rest = frame
        func strip(_ height: Double) -> Rect {
            var strip = rest
            strip.height = min(height, rest.height)
            rest.y += strip.height
            rest.height -= strip.height
            return strip
        }
        prompt = strip(metrics.hasPrompt ? metrics.style.promptHeight : 0)
        row = strip(metrics.rowHeight)
        large = strip(metrics.isLarge ? metrics.style.largeTitleHeight : 0)
        search = strip(metrics.hasSearchField ? NavigationBarMetrics.searchHeight : 0)
    }

    /// Returns the search field, as wide as the bar; while it is active, cancel is after it.
    func searchField(
        _ field: NavigationBarState.SearchField?, id: String, leading: Double, trailing: Double,
        tint: Color, on traits: DeviceTraits
    ) -> SearchFieldLayout? {
        guard let field, search.height > 0 else { return nil }
        let margin = NavigationBarMetrics.margin(in: search.width)
        let line = ReadingLine(bounds: search, isRightToLeft: traits.isRightToLeft)
        let font = NavigationBarMetrics.buttonFont
        let room = search.width - leading - trailing - 2 * margin
        let cancel =
            field == .active
            ? LocalizedString.cancel.text(in: traits.locale) : nil
        let cancelWidth = cancel.map { TextMetrics.width(of: $0.printable, in: font) } ?? 0
        let gap = cancel == nil ? 0 : NavigationBarMetrics.gap
        let width = max(0, room - cancelWidth - gap)
        let start = leading + margin
        let height = min(NavigationBarMetrics.searchFieldHeight, search.height)
        let color = SystemColor.secondaryLabel.color(on: traits)
        let size = min(NavigationBarMetrics.segmentFont.size + 4, width)
        let words = LocalizedString.search.text(in: traits.locale)
        let textStart = start + NavigationBarMetrics.gap + size + 4
        return SearchFieldLayout(
            frame: line.frame(at: start, width: width, height: height),
            isActive: field == .active, isFocused: traits.focused == "\(id).search",
            icon: line.symbol(
                "magnifyingglass", at: start + NavigationBarMetrics.gap, size: size, color: color),
            label: line.text(
                words, at: textStart, room: max(0, start + width - textStart), font: font,
                color: color),
            cancel: cancel.flatMap {
                line.text(
                    $0, at: start + width + gap, room: cancelWidth + 1, font: font, color: tint)
            },
            cancelTouch: cancel.map { _ in
                line.frame(at: start + width, width: cancelWidth + 2 * gap)
            },
            isCancelFocused: traits.focused == "\(id).cancelSearch",
            accessibility: AccessibilityElement(
                .searchField, label: words, traits: [.button], largeContentTitle: words,
                largeContentImage: "magnifyingglass"))
    }

    /// Returns the text above the title, in the middle or where the title begins; the insets are
    /// those of the device's shape.
    func prompt(
        _ text: String?, _ style: NavigationBarStyle, leading: Double, trailing: Double,
        color: Color, on traits: DeviceTraits
    ) -> TextElement? {
        guard let text else { return nil }
        let font = style.promptFont
        let inset = max(leading, trailing)
        guard case .leading(_, let edge) = style.titlePlace else {
            let margin = style.margin + inset
            return TextElement(
                line: text, at: Point(x: prompt.midX, y: prompt.midY + font.baselineBelowMiddle),
                anchor: .middle, room: prompt.width - 2 * margin, font: font, color: color)
        }
        let line = ReadingLine(bounds: prompt, isRightToLeft: traits.isRightToLeft)
        return line.text(
            text, at: leading + edge, room: prompt.width - 2 * (inset + edge), font: font,
            color: color)
    }

    /// Returns the large title, from the leading edge; the insets are those of the device's shape.
    func largeTitle(
        _ text: String?, _ style: NavigationBarStyle, leading: Double, trailing: Double,
        color: Color, on traits: DeviceTraits
    ) -> TextElement? {
        guard let text else { return nil }
        let font = style.largeTitleFont
        let margin = style.largeTitleMargin
        let line = ReadingLine(bounds: large, isRightToLeft: traits.isRightToLeft)
        let above =
            style.largeTitleBaseline
            ?? NavigationBarMetrics.belowLargeTitle + TextMetrics.descent(of: font)
        return line.text(
            text, at: leading + margin, room: large.width - leading - trailing - 2 * margin,
            font: font, color: color, baseline: large.maxY - above)
    }
}

/// The place of a title or a control in a row: as near to the bar's own middle as the items beside
/// it allow.
struct NavigationBarTitleArea {
    /// The distance from the leading edge.
    let start: Double
    /// The width that it gets of the preferred one; 0 if there is no room.
    let width: Double

    private let line: ReadingLine
    private let earliest: Double
    private let latest: Double

    /// Finds the place; `leading` is the inset of the device's shape.
    init(
        of row: NavigationBarRow, width: Double, style: NavigationBarStyle, leading: Double,
        in line: ReadingLine
    ) {
        self.line = line
        let first: Double
        switch style.titlePlace {
        case .middle: first = row.middleStart
        case .leading(let afterButtons, let fromEdge):
            let hasNothingBefore = row.back == nil && row.left.isEmpty
            first = hasNothingBefore ? leading + fromEdge : row.middleStart + afterButtons
        }
        self.width = min(width, max(0, row.middleEnd - first))
        earliest = first
        latest = max(first, row.middleEnd - self.width)
        start =
            style.titlePlace == .middle && !row.isTaken
            ? min(max(line.bounds.width / 2 - self.width / 2, earliest), latest) : first
    }

    /// Returns a title in this place, moved by the offset of its look: across no further than to
    /// the items beside it, down no further than the screen goes.
    func title(
        _ text: String?, _ look: NavigationBarLook, on traits: DeviceTraits
    ) -> TextElement? {
        guard let text, width > 0 else { return nil }
        let moved = min(max(start + look.titleOffset.x, earliest), latest)
        let frame = line.frame(at: moved, width: width)
        let font = look.titleFont
        let baseline = frame.midY + font.baselineBelowMiddle + look.titleOffset.y
        let lowest = traits.size.height - TextMetrics.descent(of: font)
        var title = TextElement(
            line: text,
            at: Point(x: frame.midX, y: max(TextMetrics.ascent(of: font), min(baseline, lowest))),
            anchor: .middle, room: width + Self.rounding, font: font, color: look.titleColor)
        title?.shadow = look.titleShadow
        return title
    }

    /// The tolerance that keeps a text from being truncated where it just fits, in points.
    static let rounding = 0.001
}

extension SegmentedControlLayout {
    /// Places the segments of a screen that has such a control in its title's place, as a control
    /// that begins at a distance; all equally wide. `nil` if there are none, or no room.
    init?(
        _ item: NavigationItem?, at start: Double, width: Double, in line: ReadingLine,
        on traits: DeviceTraits
    ) {
        guard let item, let names = Self.names(item), width > 0 else { return nil }
        let height = NavigationBarMetrics.segmentHeight(in: line.bounds.height)
        let each = width / Double(names.count)
        let font = NavigationBarMetrics.segmentFont
        let color = SystemColor.label.color(on: traits)
        frame = line.frame(at: start, width: width, height: height)
        segments = names.enumerated().map { index, name in
            let frame = line.frame(at: start + each * Double(index), width: each, height: height)
            let middle = Point(x: frame.midX, y: frame.midY + font.baselineBelowMiddle)
            let label = TextElement(
                line: name, at: middle, anchor: .middle, room: each, font: font,
                color: color)
            return Segment(
                frame: frame, label: label ?? .empty(in: frame, font: font, whole: name))
        }
        let chosen = item.properties.number(.selectedSegment) ?? 0
        selected = min(Int(chosen), names.count - 1)
    }

    /// Returns the width that the control of a screen would like: as many times the widest of its
    /// words.
    static func naturalWidth(_ item: NavigationItem?) -> Double {
        guard let item, let names = names(item) else { return 0 }
        let font = NavigationBarMetrics.segmentFont
        let widest = names.map { TextMetrics.width(of: $0.printable, in: font) }.max() ?? 0
        return (widest + NavigationBarMetrics.segmentPadding) * Double(names.count)
    }

    private static func names(_ item: NavigationItem) -> [String]? {
        guard item.titleView == "segmentedControl" else { return nil }
        let names = item.properties.list(.segments).prefix(largestCount)
        return names.isEmpty ? nil : Array(names)
    }

    /// As many segments as can be chosen by number.
    private static let largestCount = 64
}
