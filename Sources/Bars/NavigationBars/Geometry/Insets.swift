/// Amounts at the four edges, in points.
package struct Insets: Hashable, Sendable, Encodable {
    /// At the upper edge.
    package var top: Double
    /// At the left edge.
    package var left: Double
    /// At the lower edge.
    package var bottom: Double
    /// At the right edge.
    package var right: Double

    /// Joins the parts.
    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// Written with its parts to a thousandth of a point.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(top.encoded, forKey: .top)
        try container.encode(left.encoded, forKey: .left)
        try container.encode(bottom.encoded, forKey: .bottom)
        try container.encode(right.encoded, forKey: .right)
    }

    private enum Key: String, CodingKey {
        case top
        case left
        case bottom
        case right
    }
}
