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
}
