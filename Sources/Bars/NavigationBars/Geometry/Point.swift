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

extension Double {
    /// The number to a thousandth of a point, for encoding: further digits tell nothing but how it
    /// was computed. What is no number is 0.
    var encoded: Double {
        // Adding 0 turns -0 into 0.
        isFinite ? (self * 1_000).rounded() / 1_000 + 0 : 0
    }
}
