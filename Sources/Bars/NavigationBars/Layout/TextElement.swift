/// A line of text where it is drawn.
package struct TextElement: Hashable, Sendable, Encodable {
    /// A point of the text, the one at ``baseline``.
    package enum Anchor: String, Hashable, Sendable, Encodable {
        /// Its left end.
        case start
        /// Its middle.
        case middle
        /// Its right end.
        case end
    }

    /// A soft copy of the text behind it.
    package struct Shadow: Hashable, Sendable, Encodable {
        /// Its colour.
        package let color: Color
        /// The offset, in points.
        package let offset: Point

        /// Joins the parts.
        package init(color: Color, offset: Point) {
            self.color = color
            self.offset = offset
        }
    }

    /// The text as it is drawn: truncated to its room, with an ellipsis if need be.
    package var text: String
    /// The text as it is spoken: the whole of it, whatever room there is. No part of the JSON.
    package var whole: String
    /// The frame: from the ascent to the descent of the font, as wide as the text.
    package var frame: Rect
    /// The anchor on the baseline.
    package var baseline: Point
    /// The point of the text at the anchor on the baseline.
    package var anchor: Anchor
    /// The font.
    package var font: Font
    /// The colour.
    package var color: Color
    /// The opacity of the whole text.
    package var opacity: Double
    /// Its shadow.
    package var shadow: Shadow?

    private enum CodingKeys: CodingKey {
        case text, frame, baseline, anchor, font, color, opacity, shadow
    }

    /// Joins the parts.
    package init(
        _ text: String, frame: Rect, baseline: Point, anchor: Anchor, font: Font, color: Color,
        opacity: Double = 1, shadow: Shadow? = nil
    ) {
        self.text = text
        whole = text
        self.frame = frame
        self.baseline = baseline
        self.anchor = anchor
        self.font = font
        self.color = color
        self.opacity = opacity
        self.shadow = shadow
    }
}

extension TextElement {
    /// Returns a line on which nothing is drawn, for an element that always has a label.
    static func empty(in area: Rect, font: Font, whole: String = "") -> TextElement {
        let baseline = Point(x: area.x, y: area.midY + font.baselineBelowMiddle)
        var element = TextElement(
            "",
            frame: Rect(
                x: baseline.x, y: baseline.y - TextMetrics.ascent(of: font), width: 0,
                height: TextMetrics.lineHeight(of: font)),
            baseline: baseline, anchor: .start, font: font, color: Color(0))
        element.whole = whole
        return element
    }

    /// A line of text with its anchor at `baseline`, at most `room` wide: what is too wide is cut,
    /// with an ellipsis. `nil` if there is nothing to draw, or no room for it.
    init?(
        line text: String, at baseline: Point, anchor: Anchor, room: Double, font: Font,
        color: Color, opacity: Double = 1
    ) {
        // Room that was made for just this text may be short of it by rounding.
        let line = TextMetrics.truncate(text, to: room + 1e-6, in: font)
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
        whole = text
    }
}

extension Font {
    /// The distance from the middle of a line down to its baseline, in points.
    var baselineBelowMiddle: Double {
        (TextMetrics.ascent(of: self) - TextMetrics.descent(of: self)) / 2
    }
}

/// A font in points.
package struct Font: Hashable, Sendable, Encodable {
    /// The weight of a font.
    package enum Weight: String, Hashable, Sendable, CaseIterable, Encodable {
        /// 400.
        case regular
        /// 500.
        case medium
        /// 600.
        case semibold
        /// 700.
        case bold
    }

    /// The family that the description names: `SF Pro`, `Roboto`, or the app's own.
    package let family: String
    /// The weight.
    package let weight: Weight
    /// The size, in points.
    package let size: Double

    /// Joins the parts.
    package init(family: String = "SF Pro", weight: Weight = .regular, size: Double) {
        self.family = family
        self.weight = weight
        self.size = size
    }
}
