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

    /// The text as it is drawn: cut to its room, with an ellipsis if need be.
    package var text: String
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

    /// Joins the parts.
    package init(
        _ text: String, frame: Rect, baseline: Point, anchor: Anchor, font: Font, color: Color,
        opacity: Double = 1, shadow: Shadow? = nil
    ) {
        self.text = text
        self.frame = frame
        self.baseline = baseline
        self.anchor = anchor
        self.font = font
        self.color = color
        self.opacity = opacity
        self.shadow = shadow
    }
}
