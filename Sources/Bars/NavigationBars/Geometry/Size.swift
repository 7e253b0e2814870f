/// A size in points.
package struct Size: Hashable, Sendable, Encodable {
    /// Across.
    package var width: Double
    /// Down.
    package var height: Double

    /// Joins the parts.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// A Boolean value indicating whether it is wider than high.
    package var isLandscape: Bool { width > height }

    /// Written with its parts to a thousandth of a point.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(width.encoded, forKey: .width)
        try container.encode(height.encoded, forKey: .height)
    }

    private enum Key: String, CodingKey {
        case width
        case height
    }
}
