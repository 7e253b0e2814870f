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

    /// Finds the place.
    init(of row: NavigationBarRow, width: Double, in line: ReadingLine) {
        self.line = line
        self.width = min(width, max(0, row.middleEnd - row.middleStart))
        earliest = row.middleStart
        latest = max(row.middleStart, row.middleEnd - self.width)
        start = min(max(line.bounds.width / 2 - self.width / 2, earliest), latest)
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

    /// The tolerance that keeps a text from being cut where it just fits, in points.
    static let rounding = 0.001
}
