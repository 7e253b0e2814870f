internal import NavigationModel

/// The row of a navigation bar with the way back, the items beside the title, and what is left in the
/// middle.
struct NavigationBarRow {
    /// What the row is made of.
    struct Content {
        /// The bar's id.
        let id: String
        /// The item that shows.
        let item: NavigationItem?
        /// The screen that the way back leads to; `nil` for none.
        let back: Screen?
        /// How wide what is in the middle would like to be; 0 if there is nothing.
        let middleWidth: Double
        /// How the bar looks.
        let look: NavigationBarLook
        /// What is said of the bar.
        let properties: BarProperties
        /// The device.
        let traits: DeviceTraits
    }

    /// The way back.
    private(set) var back: BackButtonLayout?
    /// The items before the title, outermost first.
    private(set) var left: [BarButtonLayout] = []
    /// The items after it, outermost first.
    private(set) var right: [BarButtonLayout] = []
    /// Where the room in the middle begins, from the leading edge.
    private(set) var middleStart: Double
    /// Where it ends; before its start if there is none.
    private(set) var middleEnd: Double

    private let line: ReadingLine
    private let content: Content

    /// Fills a row, `leading` and `trailing` being what the device's shape takes of its ends.
    ///
    /// The items at both sides get what they need as long as a little is left of the title; then each
    /// side has its share. The way back shows where it leads if the title is not cut for it, else that
    /// it leads back, else its chevron.
    init(_ content: Content, in line: ReadingLine, leading: Double, trailing: Double) {
        self.content = content
        self.line = line
        let gap = NavigationBarMetrics.gap
        let margin = NavigationBarMetrics.margin(in: line.bounds.width)
        let end = line.bounds.width - trailing - margin
        let backStart = leading + NavigationBarMetrics.indicatorInset
        let start =
            content.back == nil
            ? leading + margin : backStart + NavigationBarMetrics.indicatorSize

        let row = line.bounds.height
        var before = BarButtonRun(content.item?.left ?? [], row: row)
        var after = BarButtonRun(content.item?.right ?? [], row: row)
        let between = content.back == nil || before.pieces.isEmpty ? 0 : gap
        let kept = min(content.middleWidth, Self.leastTitle)
        let room = max(0, end - start - between - (kept > 0 ? kept + 2 * gap : gap))
        let roomAfter = max(room / 2, room - before.width)
        before = before.fitted(to: room - min(after.width, roomAfter))
        after = after.fitted(to: roomAfter)

        middleStart = start
        middleEnd = end
        if let screen = content.back {
            let besideBack = before.pieces.isEmpty ? 0 : before.width + gap
            let middle = content.middleWidth > 0 ? content.middleWidth + gap : 0
            let afterMiddle = after.pieces.isEmpty ? 0 : after.width + gap
            let fitting = end - afterMiddle
            let centred =
                middle > 0 ? line.bounds.width / 2 + content.middleWidth / 2 : fitting
            let button = placeBack(
                to: screen, at: backStart,
                rooms: [min(centred, fitting), fitting].map { $0 - middle - besideBack - start })
            middleStart = button.end + gap
            back = button.layout
        }
        left = place(before, at: middleStart) { $0 }
        if !before.pieces.isEmpty { middleStart += before.width + gap }
        right = place(after, at: end - after.width) { after.width - $0 }
        if !after.pieces.isEmpty { middleEnd -= after.width + gap }
    }

    /// What the items beside a title leave of it at least: some letters.
    private static let leastTitle = 44.0

    // MARK: Items

    /// Places items from a distance on; `turned` turns the distance from the first of them, which is
    /// the outermost, into the distance of the item's far end from the start of all.
    private func place(
        _ run: BarButtonRun, at start: Double, _ turned: (Double) -> Double
    ) -> [BarButtonLayout] {
        var distance = 0.0
        return run.pieces.map { piece in
            let near = turned(distance + piece.gap)
            distance += piece.gap + piece.width
            let far = turned(distance)
            return layOut(piece.button, at: start + min(near, far), width: piece.width)
        }
    }

    private func layOut(_ button: BarButton, at start: Double, width: Double) -> BarButtonLayout {
        let frame = line.frame(at: start, width: width)
        let isFocused = content.traits.focused == "\(content.id).\(button.id)"
        guard !button.isSpace else {
            return BarButtonLayout(
                id: button.id, kind: button.kind, frame: frame, touch: frame, label: nil,
                icon: nil, isEnabled: button.isEnabled, isFocused: false, accessibility: nil)
        }
        let color = content.look.tintColor
        let opacity = button.isEnabled ? 1 : NavigationBarMetrics.disabledOpacity
        let size = min(button.symbolSize(row: line.bounds.height), width)
        let icon = button.image.map {
            line.symbol(
                $0, at: start + (width - size) / 2, size: size, color: color, opacity: opacity)
        }
        let label =
            icon == nil
            ? button.title.flatMap {
                line.text(
                    $0, at: start, room: width + NavigationBarMiddle.rounding, font: button.font,
                    color: color,
                    opacity: opacity)
            } : nil
        return BarButtonLayout(
            id: button.id, kind: button.kind, frame: frame, touch: touch(around: frame),
            label: label, icon: icon, isEnabled: button.isEnabled, isFocused: isFocused,
            accessibility: AccessibilityElement(
                .button, label: button.accessibilityLabel ?? button.title ?? button.name,
                traits: button.isEnabled ? [.button] : [.button, .notEnabled],
                identifier: button.accessibilityIdentifier, largeContentTitle: button.title,
                largeContentImage: button.image))
    }

    /// Half the distance to what is beside it belongs to an item.
    private func touch(around frame: Rect) -> Rect {
        let half = NavigationBarMetrics.gap / 2
        return frame.inset(by: Insets(left: -half, right: -half))
    }

    // MARK: The way back

    private func placeBack(
        to screen: Screen, at start: Double, rooms: [Double]
    ) -> (layout: BackButtonLayout, end: Double) {
        let locale = content.traits.locale
        let size = NavigationBarMetrics.indicatorSize
        let indicator = BackIndicator(content.item?.screen, content.properties)
        let font = NavigationBarMetrics.buttonFont
        let title = screen.backTitle(in: locale)
        let wordsStart = start + size - NavigationBarMetrics.indicatorOverlap
        let words = [title, BuiltInWord.back.text(in: locale)].map(\.printable)
        let widths = words.map { TextMetrics.width(of: $0, in: font) }
        let chosen = rooms.lazy.compactMap { room in
            widths.firstIndex { $0 > 0 && $0 <= room + NavigationBarMetrics.indicatorOverlap }
        }.first
        let label = chosen.flatMap {
            line.text(
                words[$0], at: wordsStart, room: line.bounds.width, font: font,
                color: content.look.tintColor)
        }
        let end = max(start + size, wordsStart + (label?.frame.width ?? 0))
        let frame = line.frame(at: start, width: end - start)
        let layout = BackButtonLayout(
            frame: frame, touch: frame,
            indicator: line.symbol(
                indicator.symbol, at: start, size: min(size, line.bounds.height),
                color: content.look.tintColor, weight: .semibold, isMirrored: true),
            label: label, transitionMask: indicator.mask,
            isFocused: content.traits.focused == "\(content.id).back",
            accessibility: AccessibilityElement(.backButton, label: title, traits: [.button]))
        return (layout, end)
    }
}
