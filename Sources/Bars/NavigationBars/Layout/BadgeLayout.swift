/// A badge, laid out.
package struct BadgeLayout: Hashable, Sendable, Encodable {
    /// The pill or dot.
    package var frame: Rect
    /// The radius of its corners.
    package var cornerRadius: Double
    /// The colour of the fill.
    package var fill: Color
    /// The colour of the line around it.
    package var border: Color
    /// The thickness of the line, in points.
    package var borderWidth: Double
    /// The opacity of the whole badge.
    package var opacity: Double
    /// The text; `nil` for a dot.
    package var label: TextElement?
    /// The motion when it appears where there was none.
    package var appearMotion: Motion
    /// The motion when its text changes.
    package var updateMotion: Motion
}
