/// The line between a bar and the content.
package struct Separator: Hashable, Sendable, Encodable {
    /// The frame; its height is its thickness.
    package var frame: Rect
    /// Its colour.
    package var color: Color

    /// Joins the parts.
    package init(frame: Rect, color: Color) {
        self.frame = frame
        self.color = color
    }
}
