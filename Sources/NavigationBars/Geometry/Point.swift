/// A place on the screen in points, from the top left corner: `x` to the right, `y` down, also where
/// text runs from right to left.
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
}
