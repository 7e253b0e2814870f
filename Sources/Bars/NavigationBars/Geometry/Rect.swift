/// An upright rectangle in points.
package struct Rect: Hashable, Sendable, Encodable {
    /// The left edge.
    package var x: Double
    /// The upper edge.
    package var y: Double
    /// The width.
    package var width: Double
    /// The height.
    package var height: Double

    /// Joins the parts.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    package var maxX: Double { x + width }
    /// The lower edge.
    package var maxY: Double { y + height }
    /// The middle, across.
    package var midX: Double { x + width / 2 }
    /// The middle, down.
    package var midY: Double { y + height / 2 }

    /// The rectangle smaller by an amount at each edge.
    package func inset(by insets: Insets) -> Rect {
        Rect(
            x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right,
            height: height - insets.top - insets.bottom)
    }

    /// The rectangle as a mirror in the middle of `area` shows it: what leading and trailing mean
    /// where text runs from right to left.
    package func mirrored(in area: Rect) -> Rect {
        var mirrored = self
        mirrored.x = area.x + area.maxX - maxX
        return mirrored
    }

    /// Written with its parts to a thousandth of a point.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(x.encoded, forKey: .x)
        try container.encode(y.encoded, forKey: .y)
        try container.encode(width.encoded, forKey: .width)
        try container.encode(height.encoded, forKey: .height)
    }

    private enum Key: String, CodingKey {
        case x
        case y
        case width
        case height
    }
}
