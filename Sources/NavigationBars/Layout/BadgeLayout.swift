/// A badge, laid out.
package struct BadgeLayout: Hashable, Sendable, Encodable {
    /// The pill or dot.
    package var frame: Rect
    /// The radius of its corners.
    package var cornerRadius: Double
    /// What fills it.
    package var fill: Color
    /// The line around it.
    package var border: Color
    /// How thick that is.
    package var borderWidth: Double
    /// How opaque all of it is.
    package var opacity: Double
    /// What it says; `nil` for a dot.
    package var label: TextElement?
    /// What it does when it comes: from none.
    package var appearMotion: Motion
    /// What it does when it says something else.
    package var updateMotion: Motion
}
