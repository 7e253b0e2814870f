internal import NavigationModel

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

    private let line: ReadingLine
    private let content: Content

    /// Fills a row, `leading` and `trailing` being what the device's shape takes of its ends.
    ///
    /// The items at both sides get the width they need as long as a little is left of the title;
    /// then each side has its share. The back button shows the title of its screen if the bar's own
    /// is not cut for it, else the word for going back, else its chevron.
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
        var before = BarButtonGroup(content.item?.left ?? [], row: row)
        var after = BarButtonGroup(content.item?.right ?? [], row: row)
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
