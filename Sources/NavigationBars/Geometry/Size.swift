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

    /// Whether it is wider than high.
    package var isLandscape: Bool { width > height }
}
