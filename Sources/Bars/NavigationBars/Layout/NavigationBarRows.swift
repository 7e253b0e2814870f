/// The parts of a navigation bar from above: the prompt, the row with the buttons, the large title.
/// The lowest is cut if the bar is lower than all of them.
struct NavigationBarRows {
    /// The row with the buttons.
    let row: Rect
    private let prompt: Rect
    private let large: Rect

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
        prompt = strip(metrics.hasPrompt ? NavigationBarMetrics.promptHeight : 0)
        row = strip(metrics.rowHeight)
        large = strip(metrics.isLarge ? NavigationBarMetrics.largeTitleHeight : 0)
    }

    /// Returns the text above the title, in the middle; `inset` is that of the device's shape at an
    /// end.
    func prompt(_ text: String?, inset: Double, color: Color) -> TextElement? {
        guard let text else { return nil }
        let font = NavigationBarMetrics.promptFont
        let margin = NavigationBarMetrics.margin(in: prompt.width) + inset
        return TextElement(
            line: text, at: Point(x: prompt.midX, y: prompt.midY + font.baselineBelowMiddle),
            anchor: .middle, room: prompt.width - 2 * margin, font: font, color: color)
    }

    /// Returns the large title, from the leading edge; the insets are those of the device's shape.
    func largeTitle(
        _ text: String?, leading: Double, trailing: Double, color: Color, on traits: DeviceTraits
    ) -> TextElement? {
        guard let text else { return nil }
        let font = NavigationBarMetrics.largeTitleFont
        let margin = NavigationBarMetrics.margin(in: large.width)
        let line = ReadingLine(bounds: large, isRightToLeft: traits.isRightToLeft)
        return line.text(
            text, at: leading + margin, room: large.width - leading - trailing - 2 * margin,
            font: font, color: color,
            baseline: large.maxY - NavigationBarMetrics.belowLargeTitle
                - TextMetrics.descent(of: font))
    }
}
