extension TextElement {
    /// Returns a line without text, for an element that always has a label.
    static func empty(in area: Rect, font: Font) -> TextElement {
        let baseline = Point(x: area.x, y: area.midY + font.baselineBelowMiddle)
        return TextElement(
            "",
            frame: Rect(
                x: baseline.x, y: baseline.y - TextMetrics.ascent(of: font), width: 0,
                height: TextMetrics.lineHeight(of: font)),
            baseline: baseline, anchor: .start, font: font, color: Color(0))
    }

    /// A line of text with its anchor at `baseline`, at most `room` wide: what is too wide is cut,
    /// with an ellipsis. `nil` if there is nothing to draw, or no room for it.
    init?(
        line text: String, at baseline: Point, anchor: Anchor, room: Double, font: Font,
        color: Color, opacity: Double = 1
    ) {
        // Room that was made for just this text may be short of it by rounding.
        let line = TextMetrics.cut(text, to: room + 1e-6, in: font)
        guard !line.text.isEmpty else { return nil }
        let left =
            switch anchor {
            case .start: baseline.x
            case .middle: baseline.x - line.width / 2
            case .end: baseline.x - line.width
            }
        self.init(
            line.text,
            frame: Rect(
                x: left, y: baseline.y - TextMetrics.ascent(of: font), width: line.width,
                height: TextMetrics.lineHeight(of: font)),
            baseline: baseline, anchor: anchor, font: font, color: color, opacity: opacity)
    }
}

extension Font {
    /// The distance from the middle of a line down to its baseline, in points.
    var baselineBelowMiddle: Double {
        (TextMetrics.ascent(of: self) - TextMetrics.descent(of: self)) / 2
    }
}
