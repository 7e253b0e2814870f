/// A place on the screen in points, from the top left corner: `x` to the right, `y` down, also
/// where text runs from right to left.
package struct Point: Hashable, Sendable, Encodable {
    /// To the right.
    package var x: Double
    /// Down.
    package var y: Double

    /// Joins the parts.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Written with its parts to a thousandth of a point.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(x.encoded, forKey: .x)
        try container.encode(y.encoded, forKey: .y)
    }

    private enum Key: String, CodingKey {
        case x
        case y
    }
}
